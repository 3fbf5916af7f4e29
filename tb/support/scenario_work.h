/// Random work of one queue pair.
#pragma once

#include <cstdint>
#include <deque>
#include <string>

#include "support/scenario_random.h"
#include "support/scenario_regions.h"

namespace sgdma::test {

/// What one queue pair has to do, at both its sides, as `[[wqe]]` and `[[packet]]` tables. Most of
/// it is legal; some fails its checks, comes out of context or finds no receive.
class ScenarioWork {
 public:
  ScenarioWork(ScenarioRandom& random, ScenarioRegions& regions, std::uint32_t qp,
               std::uint32_t path_mtu);

  /// Tables of `operations` operations.
  std::string write(std::uint64_t operations);

 private:
  void add_operation();
  void add_send();
  void add_read();
  void add_requested_atomic();
  void add_receive();
  void add_incoming_send();
  void add_incoming_write();
  void add_read_request();
  void add_incoming_atomic();
  void add_stray_packet();

  std::uint64_t message_bytes();
  std::string sges(std::uint64_t bytes);
  void begin(const char* table, const char* op);
  void add_packet(const std::string& op, std::uint64_t bytes);
  void add_message(const std::string& op, const char* last, std::uint64_t bytes,
                   const std::string& header);
  void repeat();
  void answer();

  ScenarioRandom& random_;
  ScenarioRegions& regions_;
  std::uint32_t qp_;
  std::uint32_t path_mtu_;
  std::uint64_t nanoseconds_ = 0;
  std::deque<std::uint64_t> reads_;     ///< bytes that are awaited; of an atomic, kAtomic
  std::deque<std::uint64_t> receives_;  ///< capacities
  std::string text_;
};

}  // namespace sgdma::test
