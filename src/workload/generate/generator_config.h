/// What a generator makes, and when.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "platform/distribution.h"
#include "platform/work_item.h"
#include "types/ids.h"

namespace sgdma::workload {

/// A message of a generator: a WQE that software posts, or what a peer sends.
enum class GeneratedOp : std::uint8_t {
  kSend,
  kWrite,
  kRead,
  kCompareSwap,
  kFetchAdd,
  kIncomingSend,
  kIncomingWrite,
  kIncomingRead,
  kIncomingCompareSwap,
  kIncomingFetchAdd,
};

/// Whether the message comes from a peer.
constexpr bool is_incoming(GeneratedOp op) { return op >= GeneratedOp::kIncomingSend; }
constexpr bool is_atomic(GeneratedOp op) {
  return op == GeneratedOp::kCompareSwap || op == GeneratedOp::kFetchAdd ||
         op >= GeneratedOp::kIncomingCompareSwap;
}

/// When the messages of an open loop come.
enum class ArrivalKind : std::uint8_t {
  kFixed,    ///< one an interval
  kPoisson,  ///< with exponentially distributed intervals
  kOnOff,    ///< as above while on, none while off; both last exponentially distributed times
};

/// Where in its region the next piece of memory lies.
enum class AddressOrder : std::uint8_t {
  kSequential,  ///< behind the one before, and from the start again at the end
  kRandom,
  kSame,  ///< at the start
};

/// Which queue pair of an open loop gets the next message.
enum class QueuePairOrder : std::uint8_t { kRoundRobin, kRandom };

/// Validated: the queue pairs are there and nobody else's, the regions are there and large enough.
struct GeneratorConfig {
  std::string name;
  QpNumber first_qp{};
  std::uint32_t queue_pairs = 1;  ///< with consecutive numbers

  platform::Distribution op;
  platform::Distribution size{4096};  ///< bytes of a message; of an atomic it is 8 in any case
  platform::Distribution sges{1};     ///< pieces of a WQE or receive that has bytes
  std::optional<RegionKey> region;    ///< that SGEs lie in
  std::optional<RegionKey> remote;    ///< that incoming WRITEs, READs and atomics touch
  std::uint64_t alignment = 64;       ///< of each piece, from the start of its region
  AddressOrder addresses = AddressOrder::kSequential;

  std::uint32_t depth = 0;  ///< messages under way for each queue pair; 0: open loop
  ArrivalKind arrivals = ArrivalKind::kFixed;
  platform::Picoseconds interval = 0;  ///< from one message of the generator to the next, mean
  platform::Picoseconds on = 0;        ///< mean
  platform::Picoseconds off = 0;       ///< mean
  QueuePairOrder qp_order = QueuePairOrder::kRoundRobin;
  bool incast = false;  ///< every arrival is a message for each queue pair at once

  std::uint64_t messages = 0;  ///< in all; 0: no limit
  platform::Picoseconds start = 0;
  platform::Picoseconds stop = 0;  ///< none comes later; 0: never

  bool owns(QpNumber qp) const { return raw(qp) - raw(first_qp) < queue_pairs; }
};

}  // namespace sgdma::workload
