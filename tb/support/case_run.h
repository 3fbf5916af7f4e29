/// A scenario run by the real binary, and what it says about the run.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/command_run.h"

namespace sgdma::test {

/// A region `all`: key 1, 4 GiB from address 0 in one piece, every address its own, all rights.
extern const char* const kWholeMemory;

/// `[bus]` with this width and longest bursts of `beats` words, write responses, and memory that
/// answers after 20 cycles.
std::string case_bus(unsigned width, unsigned beats);

/// `count` queue pairs, numbered from 0.
std::string case_queue_pairs(unsigned count);

/// A whole scenario: a gather of 256 bytes every thousand cycles, for hours.
std::string endless_scenario();

/// Runs scenario texts. Each run has an event log with beats and a JSON result.
class CaseRun {
 public:
  /// `arguments` come after the scenario.
  explicit CaseRun(const std::string& scenario, const std::vector<std::string>& arguments = {});

  int exit_code() const { return command_.exit_code; }
  const std::string& out() const { return command_.out; }
  const std::string& err() const { return command_.err; }
  /// The event log as it stands in the file.
  const std::string& log() const { return log_; }
  /// Whether the run came to its end, with every byte where it belongs and nothing leaked.
  bool sound() const;

  /// The events `name` in order of the log, each as its `fields` (words with blanks between), as
  /// `"0xf00 256 16"`. With `where`, as `dir=gather` or `qp=3`, only those with this value.
  std::vector<std::string> list(std::string_view name, std::string_view fields,
                                std::string_view where = {}) const;
  /// One field of them, a number.
  std::vector<std::uint64_t> numbers(std::string_view name, std::string_view field,
                                     std::string_view where = {}) const;
  std::size_t count(std::string_view name, std::string_view where = {}) const {
    return list(name, "event", where).size();
  }
  /// What the JSON result says at `pointer`, as `/read/bytes`; objects and lists as JSON.
  std::string result(std::string_view pointer) const;

 private:
  CommandResult command_;
  std::string log_;
};

}  // namespace sgdma::test
