/// An RTL engine behind plain values: what stands in its registers, and what its pins are given.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "types/completion_tag.h"
#include "types/direction.h"
#include "types/transfer_request.h"

namespace sgdma::cosim {

/// A transfer's tag as pins carry it, opaque.
using TagWords = std::array<std::uint32_t, 4>;

inline TagWords words_of(const CompletionTag& tag) {
  TagWords words;
  static_assert(sizeof words == sizeof tag);
  std::memcpy(words.data(), &tag, sizeof words);
  return words;
}
inline CompletionTag tag_of(const TagWords& words) {
  CompletionTag tag;
  std::memcpy(static_cast<void*>(&tag), words.data(), sizeof tag);
  return tag;
}

/// Sizes that an RTL engine is built with.
struct RtlShape {
  std::uint32_t slots = 0;
  std::uint32_t queue_pairs = 0;
  std::uint32_t bus_width = 0;  ///< bytes
};

/// Longest list of segments.
inline constexpr std::uint32_t kRtlSegments = 8;

/// What its configuration registers hold. Zero where a limit is unlimited.
struct RtlConfig {
  struct Channel {
    std::uint32_t max_burst = 0;
    std::uint32_t bursts = 0;  ///< never zero
    std::uint32_t bursts_per_slot = 0;
  };
  Channel read;
  Channel write;
  std::uint32_t read_bytes = 0;
  std::uint32_t slots = 0;
  std::uint32_t slots_per_qp = 0;
  std::array<std::uint32_t, kDirections> reserve{};
  std::uint32_t completion_depth = 0;
  bool weighted = false;
  bool run_to_completion = false;
  bool reset_cuts = false;
  bool fault_cuts = false;
  bool posted = false;
  std::vector<std::uint32_t> weights;  ///< by queue pair
};

/// What its inputs are at an edge. Data lie where the bus has them.
struct RtlInputs {
  bool ar_ready = false;
  bool aw_ready = false;
  bool w_ready = false;
  bool r_valid = false;
  std::uint32_t r_id = 0;
  std::uint32_t r_response = 0;  ///< as RRESP
  bool r_last = false;
  const std::uint8_t* r_data = nullptr;  ///< a bus word
  bool b_valid = false;
  std::uint32_t b_id = 0;
  std::uint32_t b_response = 0;
  bool payload_out_ready = true;
  std::vector<std::uint32_t> resets;  ///< queue pairs
  /// Bytes of the write beat that stands on the bus, from the first one on; a bus word's room.
  const std::uint8_t* payload_in = nullptr;
};

/// What its combinational outputs were just before an edge.
struct RtlWires {
  bool r_ready = false;
  std::uint64_t w_strobes = 0;
  std::array<std::uint8_t, 64> w_data{};  ///< a bus word
};

/// What its registers hold behind an edge.
struct RtlState {
  struct Address {
    bool valid = false;
    std::uint32_t id = 0;
    std::uint64_t address = 0;
    std::uint32_t bytes = 0;  ///< as AxUSER: of the burst
    std::uint32_t beats = 0;
    std::uint32_t size = 0;   ///< as AxSIZE
    std::uint32_t burst = 0;  ///< as AxBURST
  };
  struct Grant {
    bool granted = false;
    bool empty = false;
    std::uint32_t qp = 0;
    std::uint32_t slot = 0;
  };
  struct Fault {
    bool faulted = false;
    std::uint32_t slot = 0;
    std::uint64_t address = 0;
    std::uint32_t segment = 0;
    std::uint32_t beat = 0;
    std::uint32_t response = 0;
  };
  struct Completion {
    bool completed = false;
    TagWords tag{};
    std::uint32_t bytes = 0;
    bool failed = false;
  };
  struct WriteBeat {
    bool valid = false;
    bool last = false;
    std::uint32_t slot = 0;
    std::uint32_t offset = 0;  ///< of its first byte in its transfer
    std::uint32_t bytes = 0;
  };
  struct PayloadOut {
    bool valid = false;
    std::uint32_t slot = 0;
    std::uint32_t offset = 0;
    std::uint32_t bytes = 0;
    const std::uint32_t* data = nullptr;
  };
  Address ar;
  Address aw;
  WriteBeat w;
  PayloadOut payload_out;
  std::array<Grant, kDirections> grants;
  std::array<Fault, kDirections> faults;
  std::array<Completion, kDirections> completions;
  std::uint64_t resets_answered = 0;  ///< a bit for each queue pair
  std::uint64_t busy = 0;             ///< a bit for each slot
  /// Nine words for each slot: owner (bit 16: scatter; below: queue pair), address (low, high),
  /// remaining, cursor, tag.
  const std::uint32_t* entries = nullptr;
};

inline constexpr std::uint32_t kEntryWords = 9;

class RtlEngine {
 public:
  RtlEngine() = default;
  RtlEngine(const RtlEngine&) = delete;
  RtlEngine& operator=(const RtlEngine&) = delete;
  virtual ~RtlEngine() = default;

  virtual RtlShape shape() const = 0;
  /// Resets it, and configures it.
  virtual void configure(const RtlConfig& config) = 0;
  /// From the next edge on, the queue pair shows this head, or (nullptr) none. Requires at most
  /// `kRtlSegments` segments.
  virtual void show(std::uint32_t qp, const TransferRequest* head) = 0;
  /// A deliberate fault, of those in tb/rtl/engine; 0: none.
  virtual void set_bug(std::uint32_t bug) = 0;
  /// One clock.
  virtual void step(const RtlInputs& inputs) = 0;
  /// Of the last clock.
  virtual const RtlWires& wires() const = 0;
  virtual const RtlState& state() const = 0;
};

}  // namespace sgdma::cosim
