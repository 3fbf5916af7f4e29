/// What all TLM-2.0 targets of the test bench have in common.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include <systemc>
#include <tlm>

#include "platform/memory/sparse_memory.h"
#include "types/cycle.h"

namespace sgdma::test {

/// A beat as the target is asked for it.
struct TargetBeat {
  std::uint64_t number = 0;  ///< on its socket, from 0
  bool write = false;
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;
};

/// Addresses that answer with SLVERR.
struct TargetFault {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
};

/// In cycles of the bus's clock. A beat that is driven at n is taken at n + 1 and its answer valid
/// at n + 1 + latency, unless its target's style makes it later.
struct TargetScript {
  sc_core::sc_time period{1, sc_core::SC_NS};
  std::function<Cycle(const TargetBeat&)>
      accept_delay;                                 ///< that the beat is taken later; default 0
  std::function<Cycle(const TargetBeat&)> latency;  ///< default 3
  bool in_order = true;          ///< an answer waits for those before it on its socket
  bool single_port = false;      ///< one beat a cycle, reads and writes together
  bool end_req_by_call = false;  ///< END_REQ comes on the backward path even without a delay
  std::vector<TargetFault> faults;
  std::uint32_t word = 0;  ///< bytes; not 0: refuses all but whole words at their places
  Cycle hold = 0;          ///< that the target keeps a reference to a payload beyond its answer
};

/// Memory behind a read and a write socket of the base protocol, without knowledge of bursts.
class TestTarget : public sc_core::sc_module {
 public:
  virtual tlm::tlm_target_socket<>& read_socket() = 0;
  virtual tlm::tlm_target_socket<>& write_socket() = 0;

  platform::SparseMemory& contents() { return contents_; }
  /// Beats taken in all, and answered.
  std::uint64_t taken() const { return taken_; }
  std::uint64_t answered() const { return answered_; }

 protected:
  TestTarget(const sc_core::sc_module_name& name, TargetScript script)
      : sc_core::sc_module(name), script_(std::move(script)) {}

  /// What the script says of a beat.
  Cycle accept_delay(const TargetBeat& beat) const;
  Cycle latency(const TargetBeat& beat) const;
  sc_core::sc_time cycles(Cycle count) const { return script_.period * static_cast<double>(count); }

  /// Moves the bytes and sets the response status.
  virtual void serve(tlm::tlm_generic_payload& payload);

  TargetScript script_;
  std::uint64_t taken_ = 0;
  std::uint64_t answered_ = 0;

 private:
  bool refuses(const tlm::tlm_generic_payload& payload) const;

  platform::SparseMemory contents_;
};

}  // namespace sgdma::test
