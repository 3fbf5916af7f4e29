/// Lines of page lists that are read over the bus.
#pragma once

#include <cstdint>
#include <vector>

#include "core/memory_bus.h"
#include "core/translation/key_port.h"
#include "core/translation/page_lists.h"
#include "core/watch.h"
#include "types/engine_config.h"

namespace sgdma::core {

/// A line is one read burst, under a read tag like those of gathers. Where responses are in order
/// per slot, its place in that order is that of a slot behind the last one.
///
/// Timing: a miss that is known at n is asked for at n, if the channel is free; lines go before
/// gathers. The line is at hand with the edge that takes its last beat. One of whose beats reports
/// an error has failed.
class LineReader {
 public:
  /// `config`, `keys` and `watch` outlive the reader.
  LineReader(const EngineConfig& config, KeyPort& keys, const Watch& watch)
      : config_(config), keys_(keys), watch_(watch), lines_(config.read_bursts) {}

  /// Outlives the reader; needed where `KeyCacheConfig::fetch_over_bus` says so.
  void set_page_lists(const PageLists* page_lists) { page_lists_ = page_lists; }

  /// Whether a line waits for the bus.
  bool waits(Cycle now) { return keys_.at(now).next_fetch().has_value(); }
  /// First edge after `now` at which a line may wait, `kNever` if none is known.
  Cycle next_edge(Cycle now);
  /// Bytes of a line.
  std::uint32_t bytes() const { return config_.key_cache.pages_per_line * kEntryBytes; }
  /// The line is asked for under `tag`. Requires `waits(now)`.
  BusBurst begin(Cycle now, BusTag tag);
  /// A beat of it is taken. Whether it was the last.
  bool take(Cycle now, const ReadBeat& beat);
  /// Memory has been silent for too long: the line has failed. Its tag waits for the answer.
  void abandon(Cycle now, BusTag tag);
  /// Lines under way.
  std::uint32_t outstanding() const { return outstanding_; }
  /// Lines that have failed and are not answered.
  std::uint32_t abandoned() const { return abandoned_; }

 private:
  static constexpr std::uint32_t kEntryBytes = 8;

  struct Line {
    LineFetchId fetch{};
    PageListLine line;
    Burst burst;
    std::uint32_t beats = 0;  ///< taken
    BusStatus worst = BusStatus::kOkay;
    bool abandoned = false;
  };

  void finish(Cycle now, BusTag tag);
  void report(Cycle now, BusTag tag, bool answered) const;

  const EngineConfig& config_;
  KeyPort& keys_;
  const Watch& watch_;
  const PageLists* page_lists_ = nullptr;
  std::vector<Line> lines_;  ///< by tag
  std::uint32_t outstanding_ = 0;
  std::uint32_t abandoned_ = 0;
};

}  // namespace sgdma::core
