#include "rtl/copy_engine.h"

namespace sgdma::rtl {

CopyEngine::CopyEngine()
    : context_(std::make_unique<VerilatedContext>()),
      top_(std::make_unique<Vaxi_copy_engine>(context_.get())) {
  top_->aresetn = 0;
  clock();
  clock();
  top_->aresetn = 1;
}

CopyEngine::~CopyEngine() { top_->final(); }

}  // namespace sgdma::rtl
