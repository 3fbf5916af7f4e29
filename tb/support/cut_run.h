/// `sgdma cutpoints` on a scenario text, and what it says.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/command_run.h"

namespace sgdma::test {

/// Runs the real binary with `--json`; `arguments` come after the scenario and the event.
class CutRun {
 public:
  CutRun(const std::string& scenario, const std::string& event,
         const std::vector<std::string>& arguments = {});

  int exit_code() const { return command_.exit_code; }
  const std::string& err() const { return command_.err; }
  /// What the JSON result says at `pointer`, as `/latency/max`; objects and lists as JSON.
  std::string result(std::string_view pointer) const;
  /// Names of its fields.
  std::vector<std::string> fields() const;
  std::uint64_t number(std::string_view pointer) const;

 private:
  CommandResult command_;
};

}  // namespace sgdma::test
