/// A Verilated AXI copy engine (tb/rtl/axi_copy_engine.sv), a cycle at a time.
#pragma once

#include <cstdint>
#include <memory>

#include "Vaxi_copy_engine.h"
#include "Vaxi_copy_engine_words.h"
#include "rtl/copy_descriptor.h"

namespace sgdma::rtl {

/// `Top` is its Verilated class. The engine's outputs are those of its registers and depend on no
/// input of the same cycle. So a cycle is: its outputs stand, its inputs are set, the clock rises
/// and falls.
template <class Top>
class CopyEngine {
 public:
  CopyEngine()
      : context_(std::make_unique<VerilatedContext>()),
        top_(std::make_unique<Top>(context_.get())) {
    top_->aresetn = 0;
    clock();
    clock();
    top_->aresetn = 1;
  }
  CopyEngine(const CopyEngine&) = delete;
  CopyEngine& operator=(const CopyEngine&) = delete;
  ~CopyEngine() { top_->final(); }

  /// Offers a descriptor from the present cycle on, until it is taken. Requires `!offering()`.
  void offer(const CopyDescriptor& descriptor) {
    top_->desc_valid = 1;
    top_->desc_source = descriptor.source;
    top_->desc_destination = descriptor.destination;
    top_->desc_length = descriptor.length;
  }

  /// An offered descriptor is not taken yet.
  [[nodiscard]] bool offering() const { return top_->desc_valid != 0; }

  /// One cycle. `memory.cycle(ports, now)` answers its outputs and sets its inputs.
  template <class Memory>
  void cycle(Memory& memory) {
    memory.cycle(*top_, now_);
    const bool taken = top_->desc_valid != 0 && top_->desc_ready != 0;
    clock();
    if (taken) {
      top_->desc_valid = 0;
    }
    ++now_;
  }

  /// The present cycle, from 0 after reset.
  [[nodiscard]] std::uint64_t now() const { return now_; }
  /// Descriptors that are done, as the present cycle shows it.
  [[nodiscard]] std::uint32_t done() const { return top_->done_count; }
  /// A response was an error.
  [[nodiscard]] bool error() const { return top_->error != 0; }

 private:
  void clock() {
    top_->aclk = 1;
    top_->eval();
    top_->aclk = 0;
    top_->eval();
  }

  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Top> top_;
  std::uint64_t now_ = 0;
};

using ByteCopyEngine = CopyEngine<Vaxi_copy_engine>;
using WordCopyEngine = CopyEngine<Vaxi_copy_engine_words>;

}  // namespace sgdma::rtl
