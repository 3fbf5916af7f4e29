/// A target of the blocking interface alone.
#pragma once

#include <tlm_utils/simple_target_socket.h>

#include "support/systemc/test_target.h"

namespace sgdma::test {

/// The adapter of its sockets makes non-blocking calls of the engine's: a process waits for the
/// answer, and END_REQ is left to BEGIN_RESP, so that a socket has one beat at a time.
class BlockingTarget : public TestTarget {
 public:
  BlockingTarget(const sc_core::sc_module_name& name, const TargetScript& script);

  tlm::tlm_target_socket<>& read_socket() override { return read_socket_; }
  tlm::tlm_target_socket<>& write_socket() override { return write_socket_; }

 private:
  void read(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  void write(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  void transport(std::uint64_t number, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);

  tlm_utils::simple_target_socket<BlockingTarget> read_socket_{"read_socket"};
  tlm_utils::simple_target_socket<BlockingTarget> write_socket_{"write_socket"};
  std::uint64_t reads_ = 0;
  std::uint64_t writes_ = 0;
};

}  // namespace sgdma::test
