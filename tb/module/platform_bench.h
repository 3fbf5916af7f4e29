/// What stands around the engine, without the engine: tests hand in work and completions by hand.
#pragma once

#include <cstdint>
#include <deque>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "platform/cqe_generator.h"
#include "platform/payload_ends.h"
#include "platform/pending_atomics.h"
#include "platform/work_intake.h"

namespace sgdma::platform::test {

/// Clock period of all tests, picoseconds: edge n is at n nanoseconds.
inline constexpr Picoseconds kPeriod = 1000;

inline constexpr RegionKey kKey{0x11};  ///< 64 KiB at IOVA 0x100000, in one piece from 0x40000
inline constexpr RegionKey kReadOnlyKey{0x22};  ///< 4 KiB at IOVA 0x200000, without any right
inline constexpr RegionKey kScatteredKey{
    0x33};  ///< 16 KiB at IOVA 0, pages 0x7000 0x3000 0x9000 0x5000
inline constexpr RegionKey kUnknownKey{0x99};

class ListStream : public WorkItemStream {
 public:
  const WorkItem* peek() override { return items_.empty() ? nullptr : &items_.front(); }
  void pop() override { items_.pop_front(); }
  void add(WorkItem item) { items_.push_back(std::move(item)); }

 private:
  std::deque<WorkItem> items_;
};

class Recorder : public WorkObserver {
 public:
  struct Cqe {
    Cycle at = 0;
    CompletionQueueEntry entry;
  };

  void on_item(Cycle now, const WorkItem&) override { items.push_back(now); }
  void on_reject(Cycle now, const CompletionTag& tag, CompletionStatus status,
                 std::uint64_t bytes) override {
    rejects.push_back(std::to_string(now) + " " + to_string(tag) + " " +
                      std::string(name_of(status)));
    rejected_bytes.push_back(bytes);
  }
  void on_cqe(Cycle now, const CompletionQueueEntry& entry) override {
    cqes.push_back({now, entry});
  }

  std::vector<Cycle> items;
  std::vector<std::string> rejects;  ///< "edge tag STATUS"
  std::vector<std::uint64_t> rejected_bytes;
  std::vector<Cqe> cqes;
};

struct BenchConfig {
  TargetConfig target;
  CompletionQueueConfig queue;
  std::vector<Region> more_regions;
};

class PlatformBench {
 public:
  explicit PlatformBench(const BenchConfig& config = {});

  /// Hands an item to intake at once and gives back the transfers it became.
  std::vector<TransferRequest> give(const WorkQueueElement& wqe, std::uint32_t qp = 0);
  std::vector<TransferRequest> give(const IncomingPacket& packet, std::uint32_t qp = 0);
  /// As above, for an item that becomes one transfer; fails the test otherwise.
  TransferRequest give_one(const WorkQueueElement& wqe, std::uint32_t qp = 0);
  TransferRequest give_one(const IncomingPacket& packet, std::uint32_t qp = 0);

  /// The engine finishes a transfer, and the completion is taken at the next edge.
  void finish(const TransferRequest& request, CompletionStatus status = CompletionStatus::kSuccess);
  /// The scatter that the engine makes of an atomic's gather.
  static TransferRequest scatter_of(TransferRequest gather);
  /// CQEs since the last call, as "qp.side.number STATUS bytes" and " imm" with an immediate.
  std::vector<std::string> new_cqes();

  Cycle now = 0;
  BenchConfig config;
  QueuePairList queue_pairs;
  RegionTable regions;
  Recorder recorder;
  PendingAtomics atomics;
  PayloadEnds payload;
  CqeGenerator cqes;
  ListStream stream;
  WorkIntake intake;

 private:
  std::vector<TransferRequest> give(WorkItem item);
  std::size_t seen_cqes_ = 0;
};

/// SGEs as {address, bytes, key}.
using Sges = std::initializer_list<ScatterGatherEntry>;

WorkQueueElement wqe(WqeOpcode opcode, Sges sges);
WorkQueueElement unsignaled(WorkQueueElement element);
IncomingPacket packet(PacketOpcode opcode, PacketPosition position, std::uint32_t bytes);
IncomingPacket with_immediate(IncomingPacket packet);
/// With a RETH or AtomicETH.
IncomingPacket remote(IncomingPacket packet, std::uint64_t address, RegionKey key,
                      std::uint32_t length);

/// "gather 7.sq.0.0@0 100: 0x40000+60 0x41000+40", with " last" before the colon on a last part.
std::string text_of(const TransferRequest& request);

}  // namespace sgdma::platform::test
