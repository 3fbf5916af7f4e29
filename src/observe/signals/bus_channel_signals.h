/// What every channel of the memory bus shows.
#pragma once

#include <cstdint>
#include <initializer_list>
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

  /// A signal that only this channel has.
  struct Own {
    const char* name = nullptr;
    std::uint32_t width = 1;
    const WordTable* words = nullptr;
  };

  BusChannelSignals(SignalBoard& board, ScopeId bus, std::string_view name,
                    std::uint32_t address_bits, std::initializer_list<Own> own);

  /// From this edge until `release`.
  void drive(const Values& values, const CompletionTag& tag) const;
  void release() const { board_.release(bundle_); }
  /// At this edge only.
  void strobe(const Values& values, const CompletionTag& tag) const;
  /// Signal `at` of the channel's own, while it is driven or strobed.
  void set_own(std::uint32_t at, std::uint64_t bits) const {
    board_.set(SignalId{static_cast<std::uint32_t>(first_own_) + at}, bits);
  }

 private:
  void set(const Values& values, const CompletionTag& tag) const;

  SignalBoard& board_;
  ScopeId scope_;
  SignalId valid_;
  SignalId slot_;
  SignalId burst_;
  SignalId address_;
  SignalId bytes_;
  TagSignals tag_;
  SignalId first_own_;
  BundleId bundle_;
};

}  // namespace sgdma::observe
