#include "module/platform_bench.h"

#include <cstdio>

#include <gtest/gtest.h>

namespace sgdma::platform::test {
namespace {

std::vector<Region> regions_of(const BenchConfig& config) {
  std::vector<Region> regions = config.more_regions;
  Region plain{"plain", kKey, 0x100000, 0x10000, 4096, 0, {}, 15};
  for (std::uint64_t page = 0; page < 16; ++page) {
    plain.pages.push_back(0x40000 + page * 4096);
  }
  regions.push_back(plain);
  regions.push_back({"read_only", kReadOnlyKey, 0x200000, 4096, 4096, 0, {0x60000}, 0});
  regions.push_back(
      {"scattered", kScatteredKey, 0, 0x4000, 4096, 0, {0x7000, 0x3000, 0x9000, 0x5000}, 15});
  return regions;
}

QueuePairList queue_pairs_7_and_9() {
  QueuePair seven;
  seven.number = QpNumber{7};
  QueuePair nine;
  nine.number = QpNumber{9};
  return {seven, nine};
}

}  // namespace

PlatformBench::PlatformBench(const BenchConfig& bench)
    : config(bench),
      queue_pairs(queue_pairs_7_and_9()),
      regions(regions_of(config), config.target.merge_runs),
      payload(atomics),
      cqes(queue_pairs, config.queue, kPeriod, atomics, &recorder),
      intake({config.target, queue_pairs, regions, cqes, atomics}, stream, kPeriod, &recorder) {}

std::vector<TransferRequest> PlatformBench::give(const WorkQueueElement& wqe, std::uint32_t qp) {
  return give({now * kPeriod, QpIndex{qp}, wqe});
}

std::vector<TransferRequest> PlatformBench::give(const IncomingPacket& packet, std::uint32_t qp) {
  return give({now * kPeriod, QpIndex{qp}, packet});
}

std::vector<TransferRequest> PlatformBench::give(WorkItem item) {
  stream.add(std::move(item));
  ++now;
  std::vector<TransferRequest> transfers;
  while (intake.next_edge() <= now) {
    TransferRequest request;
    // What an earlier transfer may have left behind.
    request.segments.push_back({0xDEAD, 1});
    request.atomic_granule = 0xDEAD;
    request.after_scatters = true;
    if (intake.pull(now, request)) {
      transfers.push_back(request);
    }
  }
  return transfers;
}

TransferRequest PlatformBench::give_one(const WorkQueueElement& wqe, std::uint32_t qp) {
  const std::vector<TransferRequest> transfers = give(wqe, qp);
  EXPECT_EQ(transfers.size(), 1U);
  return transfers.at(0);
}

TransferRequest PlatformBench::give_one(const IncomingPacket& packet, std::uint32_t qp) {
  const std::vector<TransferRequest> transfers = give(packet, qp);
  EXPECT_EQ(transfers.size(), 1U);
  return transfers.at(0);
}

void PlatformBench::finish(const TransferRequest& request, CompletionStatus status) {
  ++now;
  ASSERT_TRUE(cqes.ready(now));
  const std::uint32_t moved = status == CompletionStatus::kSuccess ? request.bytes : 0;
  cqes.take(now, {request.tag, request.direction, status, moved, {}});
}

TransferRequest PlatformBench::scatter_of(TransferRequest gather) {
  gather.direction = Direction::kScatter;
  ++gather.tag.part;
  gather.tag.last_part = true;
  return gather;
}

std::vector<std::string> PlatformBench::new_cqes() {
  std::vector<std::string> texts;
  for (; seen_cqes_ < recorder.cqes.size(); ++seen_cqes_) {
    const CompletionQueueEntry& entry = recorder.cqes[seen_cqes_].entry;
    texts.push_back(std::to_string(raw(entry.qp)) + "." + std::string(name_of(entry.side)) + "." +
                    std::to_string(entry.number) + " " + std::string(name_of(entry.status)) + " " +
                    std::to_string(entry.bytes) + (entry.immediate ? " imm" : ""));
  }
  return texts;
}

WorkQueueElement wqe(WqeOpcode opcode, Sges sges) {
  WorkQueueElement element;
  element.opcode = opcode;
  element.sges.assign(sges.begin(), sges.end());
  return element;
}

WorkQueueElement unsignaled(WorkQueueElement element) {
  element.signaled = false;
  return element;
}

IncomingPacket packet(PacketOpcode opcode, PacketPosition position, std::uint32_t bytes) {
  IncomingPacket result;
  result.opcode = opcode;
  result.position = position;
  result.bytes = bytes;
  return result;
}

IncomingPacket with_immediate(IncomingPacket packet) {
  packet.immediate = true;
  return packet;
}

IncomingPacket remote(IncomingPacket packet, std::uint64_t address, RegionKey key,
                      std::uint32_t length) {
  packet.address = address;
  packet.key = key;
  packet.length = length;
  return packet;
}

std::string text_of(const TransferRequest& request) {
  std::string text = std::string(name_of(request.direction)) + " " + to_string(request.tag) + " " +
                     std::to_string(request.bytes) + (request.tag.last_part ? " last:" : ":");
  for (const Segment& segment : request.segments) {
    char piece[40];
    std::snprintf(piece, sizeof piece, " 0x%llx+%u",
                  static_cast<unsigned long long>(segment.address), segment.bytes);
    text += piece;
  }
  return text;
}

}  // namespace sgdma::platform::test
