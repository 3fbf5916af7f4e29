/// Checks that only a bug in the model can fail.
#pragma once

namespace sgdma::core {

/// Throws `std::logic_error` with `what`. Out of line, so that `ensure` costs one branch.
[[noreturn]] void model_error(const char* what);

/// A bug in the model, never a user's mistake: that is a `ConfigError`.
inline void ensure(bool holds, const char* what) {
  if (__builtin_expect(static_cast<long>(holds), 1L) == 0L) {
    model_error(what);
  }
}

}  // namespace sgdma::core
