/// The engine's side of the host memory bus.
#pragma once

#include <systemc>
#include <tlm>

#include "model/engine_clock.h"
#include "model/part.h"
#include "model/read_path.h"
#include "model/waker.h"
#include "model/write_path.h"
#include "types/engine_config.h"

namespace sgdma::model {

/// A read and a write socket of the TLM-2.0 base protocol, one generic payload per beat, framed as
/// bursts by an ignorable extension. Sockets have the default bus width, since other people's
/// components bind to that; the width of a beat is `EngineConfig::bus_width`.
class MemoryBusInitiator : public sc_core::sc_module {
 public:
  tlm::tlm_initiator_socket<> read_socket{"read_socket"};
  tlm::tlm_initiator_socket<> write_socket{"write_socket"};
  PartExport<core::ReadBus> read_bus{"read_bus"};
  PartExport<core::WriteBus> write_bus{"write_bus"};

  MemoryBusInitiator(const sc_core::sc_module_name& name, const EngineConfig& config,
                     const EngineClock& clock, RunAhead& run_ahead, Waker& waker)
      : sc_core::sc_module(name),
        read_path_(clock, run_ahead, config, read_socket.get_base_port(), waker),
        write_path_(clock, run_ahead, config, write_socket.get_base_port(), waker) {
    read_socket.bind(static_cast<tlm::tlm_bw_transport_if<>&>(read_path_));
    write_socket.bind(static_cast<tlm::tlm_bw_transport_if<>&>(write_path_));
    read_bus.set(read_path_);
    write_bus.set(write_path_);
  }

  const ReadPath& read_path() const { return read_path_; }
  const WritePath& write_path() const { return write_path_; }
  /// What targets said that fits no request and no beat.
  std::uint64_t protocol_errors() const {
    return read_path_.protocol_errors() + write_path_.protocol_errors();
  }

 private:
  void end_of_elaboration() override {
    read_path_.find_target();
    write_path_.find_target();
  }

  ReadPath read_path_;
  WritePath write_path_;
};

}  // namespace sgdma::model
