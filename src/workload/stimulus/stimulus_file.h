/// Bulk stimulus: work items in a JSON Lines file, streamed.
#pragma once

#include <cstdint>
#include <exception>
#include <string>
#include <string_view>

#include "platform/work_item.h"
#include "workload/config/error_list.h"
#include "workload/config/line_reader.h"
#include "workload/config/value_reader.h"
#include "workload/config/work_reader.h"
#include "workload/scenario.h"

namespace sgdma::workload {

/// A line holds one item, an entry of the scenario's `[[wqe]]` or `[[packet]]` with its keys:
///
///     {"wqe": {"qp": 1, "op": "write", "gap": "10 cycles", "sge": [{"addr": "0x1000", …}]}}
///     {"packet": {"qp": 2, "op": "send_only", "at": "1.5 us", "bytes": "4 KiB"}}
///
/// It arrives at `at`, or `gap` after the line before; without either together with that one. Times
/// never fall. Memory does not grow with the file: one line is held at a time.
class StimulusFile : public platform::WorkItemStream {
 public:
  /// `scenario` has the regions, the queue pairs and the clock, and outlives the stream. Throws
  /// ConfigError where the file cannot be opened.
  StimulusFile(const std::string& path, const Scenario& scenario);

  /// A line that is no item ends the stream.
  const platform::WorkItem* peek() override;
  void pop() override { full_ = false; }
  /// Opens the file again at the place that was reached, for a process of its own. Throws
  /// ConfigError where that cannot be done.
  void reopen() { file_.reopen(); }
  /// Throws ConfigError where such a line has been met, with everything that is wrong with it. Not
  /// done by `peek`, which a simulation calls from inside SystemC's kernel.
  void throw_if_bad() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  bool next_item();
  void read_item();
  void read_wqe(const ConfigNode& table);
  void read_packet(const ConfigNode& table);
  void set_arrival(const std::string& section, const Arrival& arrival, const KeysSeen& seen);

  const Scenario& scenario_;
  ErrorList errors_;
  std::uint32_t source_;
  ValueReader values_;
  WorkReader reader_;
  LineReader file_;
  std::string_view text_;  ///< of the line
  std::uint32_t line_ = 0;
  platform::WorkItem item_;
  bool full_ = false;  ///< `item_` has not been taken
  std::exception_ptr failure_;
};

/// Reads the whole file, and counts its items. Throws as the stream does, and where there is none.
std::uint64_t check_stimulus(const std::string& path, const Scenario& scenario);

}  // namespace sgdma::workload
