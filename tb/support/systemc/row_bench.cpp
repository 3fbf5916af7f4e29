#include "support/systemc/row_bench.h"

#include <fmt/format.h>

#include "support/charges.h"

namespace sgdma::test {

RowBench::RowBench(const sc_core::sc_module_name& name, const EngineConfig& config,
                   const platform::HostMemoryConfig& memory_config,
                   const std::vector<TimedRequest>& work, bool rows)
    : sc_core::sc_module(name),
      memory("memory", memory_config, 1000),
      engine("engine", config, std::vector<QueuePairConfig>(config.queue_pairs),
             sc_core::sc_time(1, sc_core::SC_NS)),
      payload(rows),
      source_(work) {
  work_.set(source_);
  completions_.set(reader_);
  payload_out_.set(payload);
  payload_in_.set(payload);
  engine.read_socket.bind(memory.read_socket);
  engine.write_socket.bind(memory.write_socket);
  engine.work.bind(work_);
  engine.completion_reader.bind(completions_);
  engine.payload_out.bind(payload_out_);
  engine.payload_in.bind(payload_in_);
}

std::vector<std::uint8_t> RowBench::held(std::uint64_t address, std::uint32_t bytes) {
  std::vector<std::uint8_t> data(bytes);
  memory.contents().read(address, data.data(), bytes);
  return data;
}

std::vector<std::string> RowBench::figures() const {
  std::vector<std::string> lines;
  for (const auto& [edge, completion] : reader_.taken()) {
    lines.push_back(fmt::format("{} {}", edge, to_string(completion.tag)));
  }
  const core::Pipeline& pipeline = engine.pipeline();
  lines.push_back(fmt::format("cycles {}", pipeline.cycles()));
  for (const core::Occupancy& level :
       {pipeline.slots_in_use(), pipeline.reads_outstanding(), pipeline.writes_outstanding()}) {
    lines.push_back(fmt::format("level {} {}", level.sum, level.max));
  }
  for (const Direction direction : {Direction::kGather, Direction::kScatter}) {
    for (const auto& [what, cycles] : charged(pipeline, direction)) {
      lines.push_back(fmt::format("{} {} {}", name_of(direction), what, cycles));
    }
  }
  lines.push_back("unbalanced: " + unbalanced(pipeline));
  return lines;
}

std::uint64_t RowBench::beats() const {
  const core::Pipeline& pipeline = engine.pipeline();
  return pipeline.account(Direction::kGather).cycles(core::StallCause::kMoved) +
         pipeline.account(Direction::kScatter).cycles(core::StallCause::kMoved);
}

}  // namespace sgdma::test
