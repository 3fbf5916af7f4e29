#include "support/scenario_settings.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace sgdma::test {
namespace {

class Settings {
 public:
  explicit Settings(ScenarioRandom& random) : random_(random) {}

  std::string write() {
    width_ = random_.power(2, 8);
    section("clock");
    set("period", "\"{}\"", random_.one_of({"250 ps", "1 ns", "1 ns", "3 ns"}));
    write_bus();
    write_engine();
    write_payload();
    write_completion();
    write_memory();
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
    const std::uint64_t most = std::min<std::uint64_t>(256, 4096 / width_);
    return width_ * (random_.chance(50) ? random_.between(1, std::min<std::uint64_t>(most, 8))
                                        : random_.between(1, most));
  }

  void write_bus() {
    section("bus");
    const std::uint64_t read_burst = burst();
    write_burst_ = burst();
    set("width", "\"{} B\"", width_);
    set("max_read_burst", "\"{} B\"", read_burst);
    set("max_write_burst", "\"{} B\"", write_burst_);
    set("posted_writes", "{}", random_.chance(50));
    any_order_ = random_.chance(50);
    set("response_order", "\"{}\"", any_order_ ? "any" : "slot");
    set("read_bursts", "{}", random_.between(1, 40));
    maybe(30, "read_bursts_per_slot", "{}", random_.between(1, 4));
    maybe(30, "read_bytes", "\"{} B\"", read_burst + random_.between(0, 8192));
    maybe(50, "write_bursts", "{}", random_.between(1, 16));
    maybe(30, "write_bursts_per_slot", "{}", random_.between(1, 4));
    maybe(30, "timeout", "\"{} ns\"", random_.between(2, 3000));
  }

  void write_engine() {
    section("engine");
    const unsigned most = random_.one_of({4U, 16U, 64U});
    const std::uint64_t slots = random_.between(1, most);
    set("slots", "{}", slots);
    maybe(40, "max_transfer", "\"{} B\"", random_.multiple(1, 8, {37, 256, 1024}));
    maybe(20, "max_sge", "{}", random_.between(3, 8));
    set("merge_runs", "{}", random_.chance(70));
    section("arbiter");
    set("policy", "\"{}\"",
        random_.one_of({"round_robin", "weighted_round_robin", "deficit_round_robin",
                        "strict_priority", "oldest_first"}));
    maybe(50, "quantum", "\"{} B\"", random_.between(1, 5000));
    maybe(30, "slots_per_qp", "{}", random_.between(1, 4));
    const std::uint64_t for_gather = random_.chance(30) ? random_.between(0, slots - 1) : 0;
    maybe(100, "reserve_gather", "{}", for_gather);
    const std::uint64_t left = std::min(slots - for_gather, slots - 1);
    maybe(30, "reserve_scatter", "{}", random_.between(0, left));
    set("burst_scheduling", "\"{}\"",
        random_.one_of({"round_robin", "oldest_first", "run_to_completion"}));
  }

  void write_payload() {
    section("payload");
    maybe(30, "gather_rate", "\"{} Gbit/s\"", random_.between(1, 400));
    maybe(30, "gather_depth", "\"{} B\"", width_ * random_.between(1, 8));
    maybe(30, "scatter_rate", "\"{} Gbit/s\"", random_.between(1, 400));
    const bool cut_through = random_.chance(40);
    set("cut_through", "{}", cut_through);
    maybe(40, "scatter_depth", "\"{} B\"",
          (cut_through ? width_ : write_burst_) + random_.between(0, 2048));
  }

  void write_completion() {
    section("completion");
    maybe(30, "depth", "{}", random_.between(1, 4));
    if (random_.chance(40)) {
      set("queue_depth", "{}", random_.between(1, 8));
      set("poll_start", "\"{} ns\"", random_.between(0, 2000));
      set("poll_interval", "\"{} ps\"", random_.one_of({0, 100, 1000, 77777, 300000}));
    }
  }

  /// A constant, or something to draw from.
  void write_latency(const char* key, std::uint64_t most) {
    const std::uint64_t low = random_.multiple(0, most, {250, 1000, 9999});
    const std::uint64_t middle = low + random_.between(1, 50'000);
    const std::uint64_t high = middle + random_.between(1, 200'000);
    switch (random_.between(0, 3)) {
      case 0: set(key, "{{ uniform = [\"{} ps\", \"{} ps\"] }}", low, middle); break;
      case 1:
        set(key, "{{ table = [[\"{} ps\", 0], [\"{} ps\", 90], [\"{} ps\", 100]] }}", low, middle,
            high);
        break;
      default: set(key, "\"{} ps\"", low);
    }
  }

  void write_link() {
    maybe(25, "request_header", "\"{} B\"", random_.between(0, 32));
    maybe(25, "write_header", "\"{} B\"", random_.between(0, 32));
    maybe(25, "completion_header", "\"{} B\"", random_.between(0, 32));
    maybe(25, "read_completion_size", "\"{} B\"", random_.power(2, 9));
    const std::uint64_t window = random_.between(1, 20);
    if (any_order_) maybe(50, "reorder_window", "{}", window);
    maybe(20, "posted_header_credits", "{}", random_.between(1, 4));
    maybe(20, "posted_data_credits", "{}", (write_burst_ + 15) / 16 + random_.between(0, 40));
    maybe(20, "non_posted_credits", "{}", random_.between(1, 8));
    maybe(40, "credit_latency", "\"{} ps\"", random_.between(0, 30'000));
  }

  void write_memory() {
    section("memory");
    write_latency("read_latency", 60);
    write_latency("write_latency", 20);
    const bool shared = random_.chance(15);
    set("shared_data_path", "{}", shared);
    const std::uint64_t bandwidth = random_.between(5, 500);
    maybe(shared ? 100 : 30, "read_bandwidth", "\"{} Gbit/s\"", bandwidth);
    const std::uint64_t other = random_.between(5, 500);
    maybe(shared ? 100 : 30, "write_bandwidth", "\"{} Gbit/s\"", shared ? bandwidth : other);
    maybe(30, "read_burst_overhead", "\"{} ps\"", random_.between(0, 5000));
    maybe(30, "write_burst_overhead", "\"{} ps\"", random_.between(0, 5000));
    write_link();
    maybe(15, "size", "\"{} KiB\"", random_.between(16, 131'072));
  }

  ScenarioRandom& random_;
  std::uint64_t width_ = 0;
  std::uint64_t write_burst_ = 0;
  bool any_order_ = false;
  std::string text_;
};

}  // namespace

std::string random_settings(ScenarioRandom& random) { return Settings(random).write(); }

}  // namespace sgdma::test
