/// What the contestants of `bench` run.
#pragma once

#include <cstdint>

#include "workload/scenario.h"

namespace sgdma::bench {

/// Beats of a round, of every load but `copy_load` and `spread_load`.
inline constexpr std::uint64_t kBeatsARound = 458'752;

/// The built-in scenario with every item `rounds` times as often. `percent` scales the times
/// between arrivals: 100 offers what the default offers, 78 a beat a cycle and direction, 780 one
/// every ten cycles.
workload::Scenario default_load(std::uint64_t rounds, std::uint64_t percent);

/// Gathers of 4 KiB from memory without latency, as fast as 16 queue pairs get them done with
/// `slots` slots: 4096 transfers at least wait at any time.
workload::Scenario slots_load(std::uint64_t rounds, std::uint32_t slots);

/// Messages of `bytes`, half of them gathered and half scattered, by 16 queue pairs that offer a
/// beat a cycle and direction.
workload::Scenario message_load(std::uint64_t rounds, std::uint32_t bytes);

/// The messages of `kCopies`, `passes` times over, each gathered from where the RTL copy engine
/// reads it and as many bytes scattered to where that writes them, by a queue pair for each. A word
/// is offered every `spacing` cycles and direction, from the memory of `rtl_bench`.
workload::Scenario copy_load(std::uint64_t passes, std::uint64_t spacing);

/// As `message_load` with 4 KiB, through a key cache that holds none of the pages that come next.
workload::Scenario key_miss_load(std::uint64_t rounds);

/// 22 rounds are 2^20 messages of 4 KiB, gathered and scattered, round `queue_pairs` queue pairs.
workload::Scenario spread_load(std::uint64_t rounds, std::uint32_t queue_pairs);

/// One message each of 16 queue pairs, among `queue_pairs`.
workload::Scenario idle_load(std::uint32_t queue_pairs);

}  // namespace sgdma::bench
