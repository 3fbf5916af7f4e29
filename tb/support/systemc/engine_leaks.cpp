#include "support/systemc/engine_leaks.h"

#include <sstream>

namespace sgdma::test {

std::string engine_leaks(const model::SgdmaEngine& engine) {
  std::ostringstream out;
  const auto expect = [&](const char* what, std::uint64_t is, std::uint64_t should_be) {
    if (is != should_be) {
      out << what << ": " << is << " instead of " << should_be << "; ";
    }
  };
  const EngineConfig& config = engine.config();
  const core::GatherChannel& gathers = engine.gather_channel.channel();
  const core::ScatterChannel& scatters = engine.scatter_channel.channel();
  expect("slots in use", engine.in_flight_table.running().busy(), 0);
  expect("free read tags", gathers.free_tags(), config.read_bursts);
  expect("free write ids", scatters.free_ids(), config.write_bursts);
  expect("reads outstanding", gathers.outstanding(), 0);
  expect("writes outstanding", scatters.outstanding(), 0);
  expect("completion entries reserved", engine.completion_port.port().reserved(), 0);
  expect("requests queued", engine.slot_arbiter.work_queues().queued(), 0);
  expect("read payloads in use", engine.memory_bus.read_path().pool().in_use(), 0);
  expect("read buffers in use", engine.memory_bus.read_path().buffers().in_use(), 0);
  expect("write payloads in use", engine.memory_bus.write_path().pool().in_use(), 0);
  return out.str();
}

}  // namespace sgdma::test
