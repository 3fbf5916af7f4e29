#include "support/pair_scenario.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "support/scenario_random.h"

namespace sgdma::test {
namespace {

/// Other draws for each configuration.
std::uint64_t seed_of(const PairConfiguration& configuration, std::uint64_t seed) {
  const PairConfiguration* first = pair_configurations().data();
  return seed * pair_configurations().size() + static_cast<std::uint64_t>(&configuration - first);
}

class PairScenario {
 public:
  PairScenario(const PairConfiguration& configuration, std::uint64_t seed, std::uint64_t cycles)
      : is_(configuration), random_(seed_of(configuration, seed)), seed_(seed), cycles_(cycles) {}

  std::string write() {
    write_bus();
    write_engine();
    write_memory();
    write_work();
    if (is_.resets) write_resets();
    if (is_.faults) write_faults();
    return text_;
  }

 private:
  void section(const char* name) { fmt::format_to(std::back_inserter(text_), "[{}]\n", name); }

  template <class... Values>
  void set(const char* key, const char* format, const Values&... values) {
    text_ += fmt::format("{} = {}\n", key, fmt::format(fmt::runtime(format), values...));
  }
  template <class... Values>
  void maybe(unsigned percent, const char* key, const char* format, const Values&... values) {
    if (random_.chance(percent)) set(key, format, values...);
  }

  std::uint64_t burst() {
    const std::uint64_t most = std::min<std::uint64_t>(256, 4096 / is_.bus_width);
    const std::uint64_t few = random_.between(1, std::min<std::uint64_t>(most, 8));
    const std::uint64_t any = random_.between(1, most);
    return is_.bus_width * (random_.chance(70) ? few : any);
  }

  void write_bus() {
    section("bus");
    const std::uint64_t read_burst = burst();
    const std::uint64_t write_burst = burst();
    set("width", "\"{} B\"", is_.bus_width);
    set("max_read_burst", "\"{} B\"", read_burst);
    set("max_write_burst", "\"{} B\"", write_burst);
    set("posted_writes", "{}", is_.posted_writes);
    set("read_bursts", "{}", random_.between(1, 40));
    set("write_bursts", "{}", random_.between(1, 16));
    maybe(30, "read_bursts_per_slot", "{}", random_.between(1, 4));
    maybe(30, "read_bytes", "\"{} B\"", read_burst + random_.between(0, 2048));
    maybe(30, "write_bursts_per_slot", "{}", random_.between(1, 4));
  }

  void write_engine() {
    section("engine");
    slots_ = random_.between(std::max(2U, is_.slots / 2), is_.slots);
    set("slots", "{}", slots_);
    set("max_sge", "8");
    maybe(40, "max_transfer", "\"{} B\"", random_.multiple(1, 8, {37, 256, 1024}));
    section("arbiter");
    set("policy", "\"{}\"", random_.one_of({"round_robin", "weighted_round_robin"}));
    maybe(30, "slots_per_qp", "{}", random_.between(1, 4));
    const std::uint64_t for_gather = random_.chance(30) ? random_.between(0, slots_ / 2) : 0;
    set("reserve_gather", "{}", for_gather);
    maybe(30, "reserve_scatter", "{}", random_.between(0, slots_ - for_gather - 1));
    set("burst_scheduling", "\"{}\"", random_.one_of({"round_robin", "run_to_completion"}));
    section("completion");
    maybe(30, "depth", "{}", random_.one_of({1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 5, 6, 8, 8, 13, 13}));
    section("teardown");
    set("qp_reset", "\"{}\"", random_.one_of({"finish_beat", "finish_beat", "finish_burst"}));
    set("bus_fault", "\"{}\"", random_.one_of({"finish_beat", "finish_burst"}));
  }

  /// The rate of a bus word a cycle, taken down to `percent`.
  std::uint64_t rate(std::uint64_t percent) { return is_.bus_width * 8 * percent / 100; }

  void write_memory() {
    section("memory");
    const std::uint64_t low = random_.between(0, 60);
    const std::uint64_t high = low + random_.between(1, 60);
    if (random_.chance(50)) {
      set("read_latency", "{{ uniform = [\"{} ns\", \"{} ns\"] }}", low, high);
    } else {
      set("read_latency", "\"{} ns\"", low);
    }
    set("write_latency", "\"{} ns\"", random_.between(0, 40));
    if (is_.back_pressure) {
      const std::uint64_t percent = random_.between(30, 95);
      set("write_bandwidth", "\"{} Gbit/s\"", std::max<std::uint64_t>(1, rate(percent)));
      maybe(50, "non_posted_credits", "{}", random_.between(1, 4));
      maybe(40, "write_burst_overhead", "\"{} ps\"", random_.multiple(1, 5, {500, 1000, 2000}));
    }
  }

  void write_work() {
    fmt::format_to(std::back_inserter(text_),
                   "[workload]\nseed = {}\npeer_delay = \"{} ns\"\n[[qp]]\nnumber = 0\n"
                   "count = {}\npath_mtu = \"{} B\"\nweight = {}\n",
                   seed_, random_.between(1, 500), is_.queue_pairs / 2, random_.power(8, 12),
                   random_.between(1, 3));
    fmt::format_to(std::back_inserter(text_),
                   "[[qp]]\nnumber = {}\ncount = {}\npath_mtu = \"{} B\"\nweight = {}\n",
                   is_.queue_pairs / 2, is_.queue_pairs - is_.queue_pairs / 2, random_.power(8, 12),
                   random_.between(1, 3));
    const std::uint64_t pages = random_.between(8, 64);
    text_ += fmt::format(
        "[[region]]\nname = \"memory\"\nkey = 1\niova = 0\nsize = \"{} KiB\"\n"
        "page_size = \"4 KiB\"\nlayout = \"shuffled\"\nbase = 0x100000\n"
        "access = [\"local_write\", \"remote_write\", \"remote_read\"]\n",
        4 * pages);
    const std::uint64_t most = random_.one_of<std::uint64_t>({100, 700, 3000, 9000});
    // Twice as many bytes as both data channels can move.
    const std::uint64_t messages = 4 * cycles_ * is_.bus_width / most + 50;
    for (const char* half : {"first", "second"}) {
      const bool second = std::string(half) == "second";
      const std::uint64_t first = second ? is_.queue_pairs / 2 : 0;
      text_ += fmt::format("[[generator]]\nname = \"{}\"\nqp = {}\nqps = {}\n", half, first,
                           second ? is_.queue_pairs - first : is_.queue_pairs / 2);
      text_ += fmt::format(
          "op = {{ weights = [[\"write\", {}], [\"send\", {}], [\"read\", {}], "
          "[\"incoming_write\", {}], [\"incoming_send\", {}], [\"incoming_read\", {}]] }}\n",
          random_.between(1, 5), random_.between(1, 5), random_.between(1, 3),
          random_.between(1, 5), random_.between(1, 5), random_.between(1, 3));
      text_ += fmt::format(
          "size = {{ uniform = [\"{} B\", \"{} B\"] }}\nsges = {{ uniform = [1, {}] }}\n"
          "alignment = \"1 B\"\naddresses = \"random\"\nregion = \"memory\"\nremote = \"memory\"\n",
          random_.chance(30) ? 0 : 1, most, random_.between(1, 4));
      text_ += fmt::format("depth = {}\nmessages = {}\n", random_.between(1, 12), messages / 2);
    }
  }

  void write_resets() {
    const std::uint64_t every = random_.between(300, 3000);
    for (std::uint64_t at = every; at < cycles_; at += random_.between(1, 2 * every)) {
      text_ +=
          fmt::format("[[event]]\nkind = \"qp_reset\"\nqp = {}\nat = \"{} ps\"\n",
                      random_.between(0, is_.queue_pairs - 1), at * 1000 - random_.between(0, 999));
    }
  }

  void write_faults() {
    for (std::uint64_t rules = random_.between(1, 3); rules > 0; --rules) {
      text_ += fmt::format("[[fault]]\ndirection = \"{}\"\nper_million = {}\nanswer = \"{}\"\n",
                           random_.one_of({"either", "gather", "scatter"}), random_.power(8, 13),
                           random_.one_of({"slave_error", "decode_error"}));
    }
  }

  const PairConfiguration& is_;
  ScenarioRandom random_;
  std::uint64_t seed_;
  std::uint64_t cycles_;
  std::uint64_t slots_ = 0;
  std::string text_;
};

}  // namespace

const std::vector<PairConfiguration>& pair_configurations() {
  static const std::vector<PairConfiguration> all = {
      {"contract", 4, 4, 8, true, false, false, false},
      {"small", 2, 3, 8, false, true, true, true},
      {"narrow", 64, 64, 8, false, true, true, true},
      {"posted", 16, 16, 16, true, true, false, true},
      {"answered", 16, 16, 16, false, false, true, false},
      {"queues", 8, 64, 32, false, true, true, true},
      {"slots", 64, 8, 64, true, true, true, true},
      {"wide", 64, 8, 64, false, true, true, true},
  };
  return all;
}

std::string pair_scenario(const PairConfiguration& configuration, std::uint64_t seed,
                          std::uint64_t cycles) {
  return PairScenario(configuration, seed, cycles).write();
}

}  // namespace sgdma::test
