/// Makes messages.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/zeroed_array.h"
#include "platform/random_stream.h"
#include "workload/generate/address_picker.h"
#include "workload/generate/arrival_clock.h"
#include "workload/generate/generator_config.h"
#include "workload/generate/posted_items.h"
#include "workload/generate/wire.h"
#include "workload/scenario.h"

namespace sgdma::workload {

/// An open loop makes a message whenever its arrival clock says; a closed loop begins with `depth`
/// messages on each queue pair and makes another one for each that is done. Arrivals, operations,
/// lengths, pieces, addresses and queue pairs are drawn from streams of their own.
class Generator {
 public:
  /// `scenario` and `config`, which is one of its generators, outlive this.
  Generator(const Scenario& scenario, const GeneratorConfig& config);

  /// Its queue pairs follow one another from here on.
  QpIndex first_qp() const { return first_qp_; }
  bool owns(QpIndex qp) const { return raw(qp) - raw(first_qp_) < config_.queue_pairs; }

  /// Time of the next message; nothing where none is due. A closed loop may get one later.
  std::optional<platform::Picoseconds> next() const;
  /// Makes the message that is due: of all queue pairs with an incast.
  void emit(PostedItems& posted, Wire& wire);
  /// `messages` of `qp`, which is one of its queue pairs, are done; others may follow at `at`.
  void done(platform::Picoseconds at, QpIndex qp, std::uint32_t messages);
  /// All messages of `qp` that are under way are lost; others may follow at `at`.
  void lose(platform::Picoseconds at, QpIndex qp) {
    if (!open_loop()) done(at, qp, under_way_of(qp));
  }
  /// Whether messages may follow when others are done.
  bool waits() const;

 private:
  /// A place for a message that a closed loop has free again.
  struct Place {
    platform::Picoseconds at = 0;
    std::uint64_t order = 0;  ///< in which it became free
    QpIndex qp{};
    bool operator<(const Place& other) const {  // for a heap with the first one at its top
      return at != other.at ? at > other.at : order > other.order;
    }
  };

  std::uint32_t& under_way_of(QpIndex qp) { return under_way_of_[raw(qp) - raw(first_qp_)]; }
  bool open_loop() const { return config_.depth == 0; }
  bool exhausted() const { return config_.messages != 0 && made_ == config_.messages; }
  QpIndex take_place();
  QpIndex pick_queue_pair();
  void make(platform::Picoseconds at, QpIndex qp, PostedItems& posted, Wire& wire);
  void post(platform::Picoseconds at, QpIndex qp, platform::WqeOpcode opcode, std::uint64_t bytes,
            PostedItems& posted);
  void send(platform::Picoseconds at, QpIndex qp, GeneratedOp op, std::uint64_t bytes, Wire& wire);

  const GeneratorConfig& config_;
  QpIndex first_qp_{};
  ArrivalClock clock_;
  platform::RandomStream ops_;
  platform::RandomStream sizes_;
  platform::RandomStream sges_;
  platform::RandomStream queue_pairs_;
  std::optional<AddressPicker> local_;
  std::optional<AddressPicker> remote_;
  std::vector<Place> places_;       ///< a heap
  std::uint64_t places_begun_ = 0;  ///< of the first `depth` places of each queue pair
  std::uint64_t places_freed_ = 0;
  std::uint64_t made_ = 0;                         ///< messages
  std::uint64_t under_way_ = 0;                    ///< messages, in a closed loop
  core::ZeroedArray<std::uint32_t> under_way_of_;  ///< of them those of each queue pair
  std::uint32_t turn_ = 0;                         ///< queue pair of an open loop
};

}  // namespace sgdma::workload
