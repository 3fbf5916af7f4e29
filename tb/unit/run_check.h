/// Checks a finished run against what the work and the limits alone say, without any timing of its
/// own.
#pragma once

#include <cstdint>
#include <map>
#include <ostream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "support/core_bench.h"

namespace sgdma::test {

/// Reads the events of a run. Nothing here is shared with the engine: bursts are found byte by
/// byte, limits are counted from the events. Of a run with control requests it checks what does not
/// depend on them; the rest is `ControlCheck`'s.
class RunCheck {
 public:
  explicit RunCheck(const CoreBench& bench);

  /// One sentence for each rule that is broken; empty where all hold.
  const std::vector<std::string>& broken() const { return broken_; }

 private:
  /// What the events say of one transfer. An atomic is two.
  struct Transfer {
    TransferRequest request;
    bool granted = false;
    bool presented = false;
    std::uint32_t slot = 0;
    Cycle grant = 0;
    Cycle done = 0;
    std::size_t grant_position = 0;  ///< in the list of grants; ties within an edge
    std::vector<TraceEvent> bursts;
    std::vector<TraceEvent> beats;  ///< moved
    TraceEvent completion;
  };

  void say(const std::string& what) { broken_.push_back(what); }
  /// Puts the sentence together only where the rule is broken.
  template <class... Words>
  void expect(bool holds, const Words&... words) {
    if (!holds) {
      std::ostringstream what;
      (write(what, words), ...);
      say(what.str());
    }
  }
  template <class Word>
  static void write(std::ostream& out, const Word& word) {
    out << word;
  }
  static void write(std::ostream& out, const TraceEvent& event) { out << text_of(event); }
  static void write(std::ostream& out, const CompletionTag& tag) { out << to_string(tag); }
  void collect();
  void note(const std::string& name, Transfer& transfer, const TraceEvent& event,
            std::size_t& position);
  void add_transfer(const TransferRequest& request);
  void check_transfer(const std::string& name, const Transfer& transfer);
  void check_bursts(const std::string& name, const Transfer& transfer);
  void check_beats(const std::string& name, const Transfer& transfer);
  void check_data(const std::string& name, const Transfer& transfer);
  void check_order_in_queue_pair();
  void check_pair(const Transfer& earlier, const Transfer& later);
  void check_locks();
  void check_rates();
  void check_slots();
  void check_outstanding(Direction direction);
  void check_limits(const TraceEvent& begun, const std::map<std::uint32_t, TraceEvent>& out,
                    const std::set<std::uint32_t>& away);
  void check_completions();
  void check_entries();
  void check_accounts();

  const CoreBench& bench_;
  const EngineConfig& engine_;
  bool controlled_;
  std::map<std::string, Transfer> transfers_;                 ///< by tag
  std::map<std::uint32_t, std::vector<std::string>> queues_;  ///< tags in work order, by queue pair
  std::vector<std::string> broken_;
};

}  // namespace sgdma::test
