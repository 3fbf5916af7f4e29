#include "cosim/pair_wave.h"

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "observe/signals/signal_board.h"
#include "observe/wave/clocked_wave.h"
#include "observe/wave/gtkwave_save.h"
#include "observe/wave/make_wave_file.h"
#include "observe/wave/save_files.h"

namespace sgdma::cosim {
namespace {

using observe::BundleId;
using observe::ScopeId;
using observe::SignalBoard;
using observe::SignalId;

constexpr std::size_t kSides = 2;
constexpr std::array<const char*, kSides> kSideNames = {"model", "rtl"};

/// A signal of either side; addresses have as many bits as the highest one needs.
struct SignalShape {
  const char* name;
  std::uint32_t width;
};
constexpr std::uint32_t kAddress = 0;

/// A slot's six fields; of the tag its parts, since its text has no value.
constexpr std::array<SignalShape, 8> kSlotShapes = {{{"busy", 1},
                                                     {"queue_pair", 16},
                                                     {"scatter", 1},
                                                     {"current_address", kAddress},
                                                     {"remaining_length", 32},
                                                     {"sg_cursor", 32},
                                                     {"tag_number", 32},
                                                     {"tag_part", 32}}};
constexpr std::array<SignalShape, 4> kAddressShapes = {
    {{"valid", 1}, {"id", 8}, {"address", kAddress}, {"beats", 9}}};
constexpr std::array<SignalShape, 4> kWriteShapes = {
    {{"valid", 1}, {"slot", 8}, {"offset", 32}, {"last", 1}}};

/// Those signals of one side. The first one says whether the others are valid.
template <std::size_t count>
struct SideSignals {
  BundleId bundle{};
  std::array<SignalId, count> signals{};
};

using SlotSignals = SideSignals<kSlotShapes.size()>;
using AddressSignals = SideSignals<kAddressShapes.size()>;
using WriteSignals = SideSignals<kWriteShapes.size()>;

std::uint32_t address_bits(const PairHistory& history) {
  std::uint64_t highest = 0;
  for (std::size_t at = 0; at < history.size(); ++at) {
    const PairSnapshot& snapshot = history.at(at);
    for (std::size_t slot = 0; slot < snapshot.model.size(); ++slot) {
      const std::uint32_t* words = &snapshot.rtl_entries[slot * kEntryWords];
      if ((snapshot.model_busy >> slot & 1U) != 0) highest |= snapshot.model[slot].address;
      if ((snapshot.rtl.busy >> slot & 1U) != 0) {
        highest |= words[1] | std::uint64_t{words[2]} << 32U;
      }
    }
    for (const RtlState::Address* channel :
         {&snapshot.model_bus.ar, &snapshot.model_bus.aw, &snapshot.rtl.ar, &snapshot.rtl.aw}) {
      highest |= channel->address;
    }
  }
  std::uint32_t bits = 16;
  while (bits < 64 && highest >> bits != 0) bits += 4;
  return bits;
}

/// The signals, and how a snapshot sets them.
class PairSignals {
 public:
  PairSignals(std::uint32_t slots, std::uint32_t address_bits)
      : address_bits_(address_bits),
        top_(board_.add_scope(std::nullopt, "pair")),
        clock_(board_.add_bit(top_, "clk")),
        differs_(board_.add_bit(top_, "differs")) {
    for (std::uint32_t slot = 0; slot < slots; ++slot) {
      slots_.emplace_back();
      add(fmt::format("slot_{}", slot), kSlotShapes, slots_.back());
    }
    add("ar", kAddressShapes, ar_);
    add("aw", kAddressShapes, aw_);
    add("w", kWriteShapes, w_);
  }

  SignalBoard& board() { return board_; }
  SignalId clock() const { return clock_; }
  SignalId differs() const { return differs_; }

  void show(const PairSnapshot& snapshot, bool differs) {
    board_.set(differs_, differs ? 1 : 0);
    for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
      show_model(slots_[slot][0], snapshot, slot);
      show_rtl(slots_[slot][1], snapshot, slot);
    }
    show(ar_[0], snapshot.model_bus.ar);
    show(ar_[1], snapshot.rtl.ar);
    show(aw_[0], snapshot.model_bus.aw);
    show(aw_[1], snapshot.rtl.aw);
    const ModelBus& bus = snapshot.model_bus;
    show_beat(w_[0], {bus.w_valid, bus.w_last, bus.w_slot, bus.w_offset, 0});
    show_beat(w_[1], snapshot.rtl.w);
  }

  /// The slot that differs comes first, then the bus, then the other slots in a closed group.
  void arrange(observe::GtkwaveSave& save, std::optional<std::uint32_t> first) const {
    save.add(clock_, "");
    save.add(differs_, "");
    if (first) arrange_slot(save, *first);
    arrange(save, "AR", kAddressShapes, ar_);
    arrange(save, "AW", kAddressShapes, aw_);
    arrange(save, "W", kWriteShapes, w_);
    save.open_group("other slots", true);
    for (std::uint32_t slot = 0; slot < slots_.size(); ++slot) {
      if (first != slot) arrange_slot(save, slot);
    }
    save.close_group();
  }

 private:
  template <std::size_t count>
  void add(const std::string& name, const std::array<SignalShape, count>& shapes,
           std::array<SideSignals<count>, kSides>& sides) {
    const ScopeId scope = board_.add_scope(top_, name);
    for (std::size_t side = 0; side < kSides; ++side) {
      const ScopeId within = board_.add_scope(scope, kSideNames[side]);
      for (std::size_t at = 0; at < count; ++at) {
        const std::uint32_t width = shapes[at].width == kAddress ? address_bits_ : shapes[at].width;
        sides[side].signals[at] = at == 0 ? board_.add_bit(within, shapes[at].name)
                                          : board_.add(within, shapes[at].name, width);
      }
      sides[side].bundle = board_.add_bundle(sides[side].signals[0]);
    }
  }

  template <class Signals>
  void set(const Signals& signals, const std::array<std::uint64_t, 8>& values) {
    board_.validate(signals.bundle);
    for (std::size_t at = 1; at < signals.signals.size(); ++at) {
      board_.set(signals.signals[at], values[at]);
    }
  }

  void show_model(const SlotSignals& signals, const PairSnapshot& snapshot, std::size_t slot) {
    if ((snapshot.model_busy >> slot & 1U) == 0) {
      board_.release(signals.bundle);
      return;
    }
    const InFlightEntry& entry = snapshot.model[slot];
    set(signals, {1, raw(entry.qp), index_of(entry.direction), entry.address, entry.remaining,
                  entry.cursor, entry.tag.number, entry.tag.part});
  }

  void show_rtl(const SlotSignals& signals, const PairSnapshot& snapshot, std::size_t slot) {
    if ((snapshot.rtl.busy >> slot & 1U) == 0) {
      board_.release(signals.bundle);
      return;
    }
    const std::uint32_t* words = &snapshot.rtl_entries[slot * kEntryWords];
    TagWords tag_words;
    std::copy(words + 5, words + kEntryWords, tag_words.begin());
    const CompletionTag tag = tag_of(tag_words);
    set(signals, {1, raw(tag.qp), words[0] >> 16U, words[1] | std::uint64_t{words[2]} << 32U,
                  words[3], words[4], tag.number, tag.part});
  }

  void show(const AddressSignals& signals, const RtlState::Address& channel) {
    if (!channel.valid) {
      board_.release(signals.bundle);
    } else {
      set(signals, {1, channel.id, channel.address, channel.beats});
    }
  }

  void show_beat(const WriteSignals& signals, const RtlState::WriteBeat& beat) {
    if (!beat.valid) {
      board_.release(signals.bundle);
    } else {
      set(signals, {1, beat.slot, beat.offset, beat.last ? 1U : 0U});
    }
  }

  /// Each signal of the model with that of the RTL below it.
  template <std::size_t count>
  static void arrange(observe::GtkwaveSave& save, const std::string& group,
                      const std::array<SignalShape, count>& shapes,
                      const std::array<SideSignals<count>, kSides>& sides) {
    save.open_group(group);
    for (std::size_t at = 0; at < count; ++at) {
      for (std::size_t side = 0; side < kSides; ++side) {
        save.add(sides[side].signals[at], fmt::format("{} {}", shapes[at].name, kSideNames[side]));
      }
    }
    save.close_group();
  }

  void arrange_slot(observe::GtkwaveSave& save, std::uint32_t slot) const {
    arrange(save, fmt::format("slot {}", slot), kSlotShapes, slots_[slot]);
  }

  SignalBoard board_;
  std::uint32_t address_bits_;
  ScopeId top_;
  SignalId clock_;
  SignalId differs_;
  std::vector<std::array<SlotSignals, kSides>> slots_;
  std::array<AddressSignals, kSides> ar_;
  std::array<AddressSignals, kSides> aw_;
  std::array<WriteSignals, kSides> w_;
};

}  // namespace

void write_pair_wave(const std::string& path, const PairHistory& history,
                     const Difference& difference, std::uint64_t period_ps) {
  PairSignals signals(static_cast<std::uint32_t>(history.at(0).model.size()),
                      address_bits(history));
  const observe::WaveScale scale = observe::wave_scale(period_ps);
  const std::unique_ptr<observe::WaveFile> file =
      observe::make_wave_file(path, signals.board().table(), scale,
                              fmt::format("model and RTL around cycle {}, where {} differs",
                                          difference.cycle, difference.field));
  observe::ClockedWave wave(*file, scale, signals.clock(), 0);
  for (std::size_t at = 0; at < history.size(); ++at) {
    const PairSnapshot& snapshot = history.at(at);
    signals.show(snapshot, snapshot.cycle >= difference.cycle);
    const std::vector<observe::SignalChange>& changes = signals.board().take_changes();
    if (at == 0) {
      wave.begin(snapshot.cycle, signals.board().values());
    } else {
      wave.write(snapshot.cycle, changes.data(), changes.size());
    }
  }
  wave.end(history.at(history.size() - 1).cycle);
  observe::GtkwaveSave save(signals.board().table(), observe::WordSource::kWaveFile,
                            observe::words_folder_of(path));
  signals.arrange(save, difference.slot);
  save.add_marker(wave.time_of(difference.cycle), "differs");
  observe::write_save_file(path, save,
                           {scale, wave.time_of(wave.first()), wave.time_of(wave.last() + 1)});
}

}  // namespace sgdma::cosim
