/// The completion port as signals.
#pragma once

#include <array>
#include <optional>

#include "model/completion_port.h"
#include "observe/signals/tag_signals.h"
#include "types/completion.h"

namespace sgdma::observe {

/// A completion shows at the edge that presents it, one a direction; `waiting` and `reserved` are
/// what the edge leaves.
class CompletionSignals {
 public:
  CompletionSignals(SignalBoard& board, ScopeId port_scope, const model::CompletionPort& port);

  void on_completion(const Completion& completion);
  void sample();

 private:
  struct Presented {
    SignalId valid{};
    SignalId status{};
    SignalId bytes{};
    std::optional<TagSignals> tag;
    BundleId bundle{};
  };

  SignalBoard& board_;
  const model::CompletionPort& port_;
  std::array<Presented, kDirections> presented_;
  SignalId waiting_;
  SignalId reserved_;
};

}  // namespace sgdma::observe
