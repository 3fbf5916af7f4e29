/// The engine on host memory with nobody between them, as it takes beats in rows.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <systemc>

#include "model/part.h"
#include "model/sgdma_engine.h"
#include "platform/memory/host_memory.h"
#include "support/fake_completion_reader.h"
#include "support/fake_payload.h"
#include "support/fake_work_source.h"

namespace sgdma::test {

/// Payload ends that may leave it open when they are called, and count the calls.
class RowPayload final : public core::PayloadSink, public core::PayloadSource {
 public:
  explicit RowPayload(bool rows) : rows_(rows) {}

  void put(Cycle now, const CompletionTag& tag, std::uint32_t offset, const std::uint8_t* data,
           std::uint32_t bytes) override {
    ++calls_;
    payload_.put(now, tag, offset, data, bytes);
  }
  void get(const CompletionTag& tag, std::uint32_t offset, std::uint8_t* data,
           std::uint32_t bytes) override {
    ++calls_;
    payload_.get(tag, offset, data, bytes);
  }
  bool takes_rows() const override { return rows_; }
  bool gives_rows() const override { return rows_; }

  std::uint64_t calls() const { return calls_; }
  const FakePayload& payload() const { return payload_; }

 private:
  bool rows_;
  FakePayload payload_;
  std::uint64_t calls_ = 0;
};

/// Clock period 1 ns; nobody watches. One elaboration a process: a test may have several benches,
/// all made before the first of them runs.
class RowBench : public sc_core::sc_module {
 public:
  /// `rows`: whether the payload ends leave it open when they are called.
  RowBench(const sc_core::sc_module_name& name, const EngineConfig& config,
           const platform::HostMemoryConfig& memory, const std::vector<TimedRequest>& work,
           bool rows);

  /// What the addresses hold now.
  std::vector<std::uint8_t> held(std::uint64_t address, std::uint32_t bytes);
  /// Completions with their edges, and the figures of the pipeline, as text.
  std::vector<std::string> figures() const;
  std::uint64_t beats() const;

  platform::HostMemory memory;
  model::SgdmaEngine engine;
  RowPayload payload;

 private:
  FakeWorkSource source_;
  FakeCompletionReader reader_{{}};
  model::PartExport<core::WorkSource> work_{"work", model::PartTiming::kEdges};
  model::PartExport<core::CompletionReader> completions_{"completions", model::PartTiming::kEdges};
  model::PartExport<core::PayloadSink> payload_out_{"payload_out", model::PartTiming::kEdges};
  model::PartExport<core::PayloadSource> payload_in_{"payload_in", model::PartTiming::kEdges};
};

}  // namespace sgdma::test
