#include "cosim/dpi/predictor_settings.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "core/burst.h"

namespace sgdma::cosim {
namespace {

constexpr std::string_view kSeparators = " \t\r\n,;";

struct Pair {
  std::string_view key;
  std::string_view value;
};

std::vector<Pair> pairs_of(std::string_view text) {
  std::vector<Pair> pairs;
  while (true) {
    const std::size_t begin = text.find_first_not_of(kSeparators);
    if (begin == std::string_view::npos) return pairs;
    text.remove_prefix(begin);
    const std::string_view word = text.substr(0, text.find_first_of(kSeparators));
    text.remove_prefix(word.size());
    const std::size_t equals = word.find('=');
    if (equals == 0 || equals == std::string_view::npos) {
      throw BadArgument("\"" + std::string(word) + "\" is no key=value");
    }
    pairs.push_back({word.substr(0, equals), word.substr(equals + 1)});
  }
}

std::string in_quotes(std::string_view text) { return "\"" + std::string(text) + "\""; }

std::uint32_t number(const Pair& pair, std::uint32_t low, std::uint32_t high) {
  std::uint32_t value = 0;
  const char* end = pair.value.data() + pair.value.size();
  const auto [stop, error] = std::from_chars(pair.value.data(), end, value);
  if (error != std::errc{} || stop != end || value < low || value > high) {
    throw BadArgument(std::string(pair.key) + ": " + in_quotes(pair.value) + " is not from " +
                      std::to_string(low) + " to " + std::to_string(high));
  }
  return value;
}

std::uint32_t limit(const Pair& pair, std::uint32_t high) {
  const std::uint32_t value = number(pair, 0, high);
  return value == 0 ? kUnlimited : value;
}

template <class Value>
Value one_of(const Pair& pair, const std::vector<std::pair<std::string_view, Value>>& words) {
  std::string list;
  for (const auto& [word, value] : words) {
    if (word == pair.value) return value;
    list += (list.empty() ? "" : ", ") + std::string(word);
  }
  throw BadArgument(std::string(pair.key) + ": " + in_quotes(pair.value) + " is none of " + list);
}

ArbitrationKind policy(const Pair& pair) {
  return one_of<ArbitrationKind>(pair,
                                 {{"round_robin", ArbitrationKind::kRoundRobin},
                                  {"weighted_round_robin", ArbitrationKind::kWeightedRoundRobin},
                                  {"deficit_round_robin", ArbitrationKind::kDeficitRoundRobin},
                                  {"strict_priority", ArbitrationKind::kStrictPriority},
                                  {"oldest_first", ArbitrationKind::kOldestFirst}});
}

BurstScheduling scheduling(const Pair& pair) {
  return one_of<BurstScheduling>(pair, {{"round_robin", BurstScheduling::kRoundRobin},
                                        {"oldest_first", BurstScheduling::kOldestFirst},
                                        {"run_to_completion", BurstScheduling::kRunToCompletion}});
}

TeardownPolicy teardown(const Pair& pair, std::size_t count) {
  std::vector<std::pair<std::string_view, TeardownPolicy>> words;
  for (std::size_t at = 0; at < count; ++at) {
    words.emplace_back(kTeardownPolicyNames[at], static_cast<TeardownPolicy>(at));
  }
  return one_of<TeardownPolicy>(pair, words);
}

/// Reads the pairs one after the other; what depends on several is checked at the end.
class Reader {
 public:
  PredictorSettings read(std::string_view text) {
    std::set<std::string_view> seen;
    engine_.queue_pairs = 1;
    engine_.teardown.drain_timeout = 0;
    for (const Pair& pair : pairs_of(text)) {
      if (!seen.insert(pair.key).second) {
        throw BadArgument(std::string(pair.key) + " is set twice");
      }
      take(pair);
    }
    check();
    QueuePairConfigs queue_pairs;
    for (std::uint32_t qp = 0; qp < engine_.queue_pairs; ++qp) {
      const auto weight = weights_.find(qp);
      const auto priority = priorities_.find(qp);
      queue_pairs.push_back({weight == weights_.end() ? 1 : weight->second,
                             priority == priorities_.end() ? 0 : priority->second});
    }
    return {engine_, queue_pairs};
  }

 private:
  void take(const Pair& pair) {
    constexpr std::uint32_t kMost16 = 65535;
    constexpr std::uint32_t kMostBytes = 1U << 31U;
    EngineConfig& e = engine_;
    const std::string_view key = pair.key;
    if (key == "slots")
      e.slots = number(pair, 1, 4096);
    else if (key == "queue_pairs")
      e.queue_pairs = number(pair, 1, 1U << 20U);
    else if (key == "bus_width")
      e.bus_width = number(pair, 4, 256);
    else if (key == "max_read_burst")
      e.max_read_burst = number(pair, 1, kMost16);
    else if (key == "max_write_burst")
      e.max_write_burst = number(pair, 1, kMost16);
    else if (key == "read_bursts")
      e.read_bursts = number(pair, 1, kMost16);
    else if (key == "read_bursts_per_slot")
      e.read_bursts_per_slot = limit(pair, kMost16);
    else if (key == "read_bytes")
      e.read_bytes = limit(pair, kMostBytes);
    else if (key == "write_bursts")
      e.write_bursts = number(pair, 1, kMost16);
    else if (key == "write_bursts_per_slot")
      e.write_bursts_per_slot = limit(pair, kMost16);
    else if (key == "posted_writes")
      e.posted_writes = number(pair, 0, 1) == 1;
    else if (key == "slots_per_qp")
      e.slots_per_qp = limit(pair, 4096);
    else if (key == "reserve_gather")
      e.reserve_gather = number(pair, 0, 4095);
    else if (key == "reserve_scatter")
      e.reserve_scatter = number(pair, 0, 4095);
    else if (key == "completion_depth")
      e.completion_depth = limit(pair, 1U << 20U);
    else if (key == "policy")
      e.arbitration = policy(pair);
    else if (key == "quantum")
      e.quantum = number(pair, 1, kMostBytes);
    else if (key == "burst_scheduling")
      e.burst_scheduling = scheduling(pair);
    else if (key == "qp_reset")
      e.teardown.qp_reset = teardown(pair, 4);
    else if (key == "qp_error")
      e.teardown.qp_error = teardown(pair, 4);
    else if (key == "bus_fault")
      e.teardown.bus_fault = teardown(pair, 2);
    else
      take_of_queue_pair(pair);
  }

  void take_of_queue_pair(const Pair& pair) {
    const std::size_t dot = pair.key.find('.');
    const std::string_view name = pair.key.substr(0, dot);
    if (dot == std::string_view::npos || (name != "weight" && name != "priority")) {
      throw BadArgument("there is no setting " + in_quotes(pair.key));
    }
    const std::uint32_t qp = number({pair.key, pair.key.substr(dot + 1)}, 0, (1U << 20U) - 1);
    highest_ = std::max(highest_.value_or(0), qp);
    if (name == "weight") {
      weights_[qp] = number(pair, 1, 1U << 20U);
    } else {
      priorities_[qp] = number(pair, 0, kUnlimited);
    }
  }

  void check() const {
    const EngineConfig& e = engine_;
    need((e.bus_width & (e.bus_width - 1)) == 0, "bus_width is no power of two");
    for (const std::uint32_t burst : {e.max_read_burst, e.max_write_burst}) {
      need(burst % e.bus_width == 0 && burst / e.bus_width <= core::kMaxBeats && burst <= 4096,
           "the longest burst is no multiple of bus_width, or has more than 256 beats or 4096 "
           "bytes");
    }
    need(e.read_bytes == kUnlimited || e.read_bytes >= e.max_read_burst,
         "read_bytes is below max_read_burst");
    need(e.reserve_gather < e.slots && e.reserve_scatter < e.slots &&
             e.reserve_gather + e.reserve_scatter <= e.slots,
         "the reserves leave no slot");
    need(!highest_ || *highest_ < e.queue_pairs, "a weight or priority is of no queue pair");
  }

  static void need(bool holds, const char* otherwise) {
    if (!holds) throw BadArgument(otherwise);
  }

  EngineConfig engine_;
  std::map<std::uint32_t, std::uint32_t> weights_;
  std::map<std::uint32_t, std::uint32_t> priorities_;
  std::optional<std::uint32_t> highest_;
};

}  // namespace

PredictorSettings parse_settings(std::string_view text) { return Reader().read(text); }

}  // namespace sgdma::cosim
