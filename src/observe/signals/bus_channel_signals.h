/// What every channel of the memory bus shows.
#pragma once

#include <cstdint>
#include <string_view>

#include "observe/signals/tag_signals.h"
#include "types/ids.h"

namespace sgdma::observe {

/// One channel: `valid`, and what is valid then.
class BusChannelSignals {
 public:
  struct Values {
    SlotIndex slot{};
    BusTag burst{};  ///< read tag or write burst id
    std::uint64_t address = 0;
    std::uint32_t bytes = 0;
  };

  BusChannelSignals(SignalBoard& board, ScopeId bus, std::string_view name);

  /// For more signals of the channel.
  ScopeId scope() const { return scope_; }

  /// From this edge until `release`.
  void drive(const Values& values, const CompletionTag& tag) const;
  void release() const;
  /// At this edge only.
  void strobe(const Values& values, const CompletionTag& tag) const;

 private:
  SignalBoard& board_;
  ScopeId scope_;
  SignalId valid_;
  SignalId slot_;
  SignalId burst_;
  SignalId address_;
  SignalId bytes_;
  TagSignals tag_;
};

}  // namespace sgdma::observe
