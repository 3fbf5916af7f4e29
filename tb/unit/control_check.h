/// Checks a finished run with resets and errors against what was asked for and what came, without
/// any timing of its own.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "support/core_bench.h"

namespace sgdma::test {

/// Reads the events of a run in their order:
///  - each request is served once and answered once, those that concern a queue pair in the order
///    in which they were asked for;
///  - after an answer nothing of a transfer that came before its request happens, and no completion
///    of it is taken; a reset leaves no completion;
///  - what no reset took has exactly one completion, what comes in ERR is flushed, and nothing else
///    is;
///  - each burst is completed on the bus, cut beats last; memory and payload have exactly the bytes
///    that moved.
class ControlCheck {
 public:
  explicit ControlCheck(const CoreBench& bench);

  /// One sentence for each rule that is broken; empty where all hold.
  const std::vector<std::string>& broken() const { return broken_; }

 private:
  using Position = std::size_t;  ///< in the list of events

  struct Served {
    ControlKind kind{};
    std::uint32_t qp = 0;
    Position asked = 0;
    Cycle asked_at = 0;
    std::optional<Position> answered;
    Cycle answered_at = 0;
  };
  struct Transfer {
    TransferRequest request;
    std::optional<Position> intake;
    std::optional<Position> last_event;
    std::vector<Position> completions;
    std::uint32_t moved = 0;
  };

  template <class... Words>
  void expect(bool holds, const Words&... words);
  static bool resets(const Served& served, std::uint32_t qp);
  static bool concerns(const ControlRequest& request, std::uint32_t qp);
  void collect_work();
  void collect_events();
  void check_requests();
  void check_order(std::uint32_t qp);
  void check_transfer(const std::string& name, const Transfer& transfer);
  void check_completions(const std::string& name, const Transfer& transfer);
  void check_status(const std::string& name, const Transfer& transfer);
  void check_bytes(const std::string& name, const Transfer& transfer);
  void check_write_bursts();
  void check_read_bursts();
  std::vector<Cycle> taken(const CompletionTag& tag) const;

  const CoreBench& bench_;
  std::vector<Served> served_;  ///< in the order in which they took effect
  std::vector<Served> answers_;
  std::map<std::string, Transfer> transfers_;  ///< by tag
  std::vector<std::string> broken_;
};

}  // namespace sgdma::test
