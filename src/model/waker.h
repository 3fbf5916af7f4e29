/// Wakes a sleeping engine.
#pragma once

#include "types/cycle.h"

namespace sgdma::model {

/// What the backward paths of the bus tell the engine: something can be seen at `edge`.
class Waker {
 public:
  Waker() = default;
  Waker(const Waker&) = delete;
  Waker& operator=(const Waker&) = delete;
  virtual ~Waker() = default;

  virtual void wake_at(Cycle edge) = 0;
};

}  // namespace sgdma::model
