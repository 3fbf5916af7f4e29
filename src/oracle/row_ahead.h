/// A row of write beats that memory serves ahead of what else happens at their edges.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "oracle/running_transfer.h"
#include "types/cycle.h"

namespace sgdma::oracle {

/// Knows the edge of each of its beats, and what memory had served by then, where that is not
/// simply one beat an edge.
class RowAhead {
 public:
  /// `beats` beats from `beat` on, the first at edge `first`, of a burst of `transfer`.
  void begin(Cycle first, std::uint32_t beat, std::uint32_t beats,
             const RunningTransfer* transfer) {
    comes_ = true;
    first_ = first;
    beat_ = beat;
    beats_ = beats;
    transfer_ = transfer;
    served_ = transfer != nullptr ? transfer->served.bytes() : 0;
    irregular_ = false;
    noted_.clear();
  }
  void end() { comes_ = false; }
  bool comes() const { return comes_; }
  /// Whether what moves up to this beat is all that moves in the row: its last beat does so later.
  bool moves_last(std::uint32_t beat) const { return beat + 1 >= beat_ + beats_; }
  Cycle edge_of(std::uint32_t beat) const { return first_ + (beat - beat_); }
  /// Bytes that memory has served of the transfer.
  std::uint32_t served() const { return transfer_ != nullptr ? transfer_->served.bytes() : 0; }
  /// A beat of `bytes` bytes was served, up to `before` bytes were before it.
  void note(std::uint32_t beat, std::uint32_t bytes, std::uint32_t before) {
    noted_.push_back({beat, before, served()});
    irregular_ = irregular_ || served() != before + bytes;
  }
  /// Whether a beat was not the next of the transfer.
  bool irregular() const { return irregular_; }
  /// Bytes that were served when beat `beat` had been, where those that were not noted have `word`.
  std::uint32_t served_with(std::uint32_t beat, std::uint32_t word) const {
    Noted last{beat_ - 1, served_, served_};
    for (const Noted& noted : noted_) {
      if (noted.beat > beat) {
        return std::min(noted.before, last.after + (beat - last.beat) * word);
      }
      last = noted;
    }
    return std::min(served(), last.after + (beat - last.beat) * word);
  }

 private:
  struct Noted {
    std::uint32_t beat = 0;
    std::uint32_t before = 0;  ///< bytes served
    std::uint32_t after = 0;
  };

  bool comes_ = false;
  bool irregular_ = false;
  Cycle first_ = 0;
  std::uint32_t beat_ = 0;
  std::uint32_t beats_ = 0;
  std::uint32_t served_ = 0;  ///< before the row
  const RunningTransfer* transfer_ = nullptr;
  std::vector<Noted> noted_;
};

}  // namespace sgdma::oracle
