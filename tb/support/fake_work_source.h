/// Work from a list.
#pragma once

#include <vector>

#include "core/work_source.h"

namespace sgdma::test {

/// A transfer and the edge at which intake takes it.
struct TimedRequest {
  Cycle at = 0;
  TransferRequest request;
};

/// Gives a list of transfers, whose edges must not decrease.
class FakeWorkSource final : public core::WorkSource {
 public:
  explicit FakeWorkSource(std::vector<TimedRequest> work) : work_(std::move(work)) {}

  Cycle next_edge() const override { return next_ < work_.size() ? work_[next_].at : kNever; }
  bool pull(Cycle, TransferRequest& request) override {
    request = work_[next_++].request;
    return true;
  }
  const std::vector<TimedRequest>& work() const { return work_; }

 private:
  std::vector<TimedRequest> work_;
  std::size_t next_ = 0;
};

}  // namespace sgdma::test
