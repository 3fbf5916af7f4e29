#include "workload/config/engine_checks.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>

#include "workload/config/quantity.h"

namespace sgdma::workload {
namespace {

constexpr std::uint32_t kMostBeats = 256;
constexpr std::uint64_t kTableAlignment = 4096;
constexpr std::uint32_t kCreditBytes = platform::kDataCreditBytes;

class EngineChecks {
 public:
  EngineChecks(const Scenario& scenario, const KeysSeen& seen, ErrorList& errors)
      : config_(scenario.engine),
        memory_(scenario.memory),
        baseline_(scenario.baseline),
        seen_(seen),
        errors_(errors) {}

  void run() {
    check_burst("bus.max_read_burst", config_.max_read_burst);
    check_burst("bus.max_write_burst", config_.max_write_burst);
    check_buffers();
    check_slots();
    check_teardown();
    check_key_cache();
    check_deregistration();
    check_memory();
  }

 private:
  void require(bool holds, std::initializer_list<const char*> keys, std::string message,
               std::string hint = {}) {
    if (holds) return;
    Place place;
    for (const char* key : keys) {
      if (seen_.is_bad(key)) return;
      const Place given = seen_.place(key, {});
      if (given.known() && (!place.known() || place < given)) place = given;
    }
    errors_.report(place, std::move(message), std::move(hint));
  }

  void check_burst(const char* key, std::uint32_t bytes) {
    const std::uint32_t width = config_.bus_width;
    const std::string name(key);
    require(bytes % width == 0, {key, "bus.width"},
            name + " (" + format_bytes(bytes) + ") is not a multiple of bus.width (" +
                format_bytes(width) + ")",
            "bytes behind the last whole word of a burst would never move");
    require(bytes / width <= kMostBeats, {key, "bus.width"},
            name + " (" + format_bytes(bytes) + ") is more than 256 beats of bus.width (" +
                format_bytes(width) + ")",
            "it can be " + format_bytes(std::uint64_t{kMostBeats} * width) + " at most");
  }

  void check_buffers() {
    const std::string word = " (" + format_bytes(config_.bus_width) + ")";
    require(config_.read_bytes == kUnlimited || config_.read_bytes >= config_.max_read_burst,
            {"bus.read_bytes", "bus.max_read_burst"},
            "bus.read_bytes (" + format_bytes(config_.read_bytes) +
                ") is less than bus.max_read_burst (" + format_bytes(config_.max_read_burst) + ")",
            "no read could ever be asked for");
    require(config_.gather_depth >= config_.bus_width, {"payload.gather_depth", "bus.width"},
            "payload.gather_depth (" + format_bytes(config_.gather_depth) +
                ") is less than bus.width" + word,
            "no read beat could ever move");
    if (config_.cut_through) {
      require(config_.scatter_depth >= config_.bus_width,
              {"payload.scatter_depth", "bus.width", "payload.cut_through"},
              "payload.scatter_depth (" + format_bytes(config_.scatter_depth) +
                  ") is less than bus.width" + word,
              "no write beat could ever move");
    } else {
      require(config_.scatter_depth >= config_.max_write_burst,
              {"payload.scatter_depth", "bus.max_write_burst", "payload.cut_through"},
              "payload.scatter_depth (" + format_bytes(config_.scatter_depth) +
                  ") is less than bus.max_write_burst (" + format_bytes(config_.max_write_burst) +
                  ")",
              "a write burst waits for its whole payload, which would never fit; set "
              "payload.cut_through, or a deeper buffer");
    }
  }

  void check_slots() {
    const std::string slots = " engine.slots (" + std::to_string(config_.slots) + ")";
    const std::uint64_t reserved = std::uint64_t{config_.reserve_gather} + config_.reserve_scatter;
    require(reserved <= config_.slots,
            {"engine.slots", "arbiter.reserve_gather", "arbiter.reserve_scatter"},
            "arbiter.reserve_gather + arbiter.reserve_scatter (" + std::to_string(reserved) +
                ") is more than" + slots);
    check_reserve("arbiter.reserve_gather", config_.reserve_gather, "scatter", slots);
    check_reserve("arbiter.reserve_scatter", config_.reserve_scatter, "gather", slots);
  }

  void check_reserve(const char* key, std::uint32_t reserve, const char* other,
                     const std::string& slots) {
    require(reserve != config_.slots, {key, "engine.slots"},
            std::string(key) + " takes all of" + slots,
            "no " + std::string(other) + " could ever begin");
  }

  void check_teardown() {
    require(config_.teardown.bus_fault <= TeardownPolicy::kFinishBurst, {"teardown.bus_fault"},
            "teardown.bus_fault = \"" + std::string(name_of(config_.teardown.bus_fault)) +
                "\" begins bursts after a fault",
            "set finish_beat or finish_burst: what a transfer would move behind its fault is void");
  }

  void check_key_cache() {
    const KeyCacheConfig& cache = config_.key_cache;
    const bool limited = cache.capacity != kUnlimited && cache.associativity != kFullyAssociative;
    const auto compared = [&](const char* how) {
      return "key_cache.associativity (" + std::to_string(cache.associativity) + ") " + how +
             " key_cache.capacity (" + std::to_string(cache.capacity) + ")";
    };
    const bool fits = cache.associativity <= cache.capacity;
    require(!limited || fits, {"key_cache.associativity", "key_cache.capacity"},
            compared("is more than"), "a set cannot have more lines than there are");
    require(!limited || !fits || cache.capacity % cache.associativity == 0,
            {"key_cache.associativity", "key_cache.capacity"}, compared("does not divide"),
            "all sets have the same number of lines");
    check_latency("key_cache.hit_latency", cache.hit_latency, KeyCacheConfig::kMostHitLatency);
    check_latency("key_cache.miss_latency", cache.miss_latency, KeyCacheConfig::kMostMissLatency);
    require(cache.table % kTableAlignment == 0, {"key_cache.table"},
            "key_cache.table (" + format_address(cache.table) + ") is not a multiple of 4 KiB");
    const std::uint64_t line = std::uint64_t{cache.pages_per_line} * 8;
    require(!cache.fetch_over_bus || line <= config_.max_read_burst,
            {"key_cache.pages_per_line", "bus.max_read_burst"},
            "a line of key_cache.pages_per_line addresses has " + format_bytes(line) +
                ", more than bus.max_read_burst (" + format_bytes(config_.max_read_burst) + ")",
            "with key_cache.fetch_over_bus a line is one burst");
  }

  void check_latency(const char* key, std::uint32_t cycles, std::uint32_t most) {
    require(cycles <= most, {key, "clock.period", "clock.frequency"},
            std::string(key) + " is " + std::to_string(cycles) + " cycles of the clock",
            "it can be " + std::to_string(most) + " at most");
  }

  void check_deregistration() {
    const bool unsafe = config_.deregistration == Deregistration::kImmediate;
    const bool asked = baseline_ == Baseline::kImmediate;
    require(!unsafe || asked, {"key_cache.deregistration", "key_cache.baseline"},
            "key_cache.deregistration = \"immediate\" can touch memory after the answer",
            "set wait, fence or force_error; to measure it all the same, set "
            "key_cache.baseline = \"immediate\"");
    require(unsafe || !asked, {"key_cache.deregistration", "key_cache.baseline"},
            "key_cache.baseline = \"immediate\" with key_cache.deregistration = \"" +
                std::string(name_of(config_.deregistration)) + "\"",
            "set key_cache.deregistration = \"immediate\", or leave out the baseline");
  }

  void check_memory() {
    require(memory_.reorder_window == 1 || config_.response_order == ResponseOrder::kAny,
            {"memory.reorder_window", "bus.response_order"},
            "memory.reorder_window (" + std::to_string(memory_.reorder_window) +
                ") shuffles the responses of a slot",
            "set bus.response_order = \"any\", or a window of 1");
    const std::uint64_t units =
        (config_.max_write_burst + kCreditBytes - 1) / kCreditBytes;  // of the longest burst
    require(memory_.posted_data_credits == 0 || memory_.posted_data_credits >= units,
            {"memory.posted_data_credits", "bus.max_write_burst"},
            "memory.posted_data_credits (" + std::to_string(memory_.posted_data_credits) +
                ") are fewer than a burst of bus.max_write_burst (" +
                format_bytes(config_.max_write_burst) + ") takes",
            "it takes " + std::to_string(units) + ", one for 16 bytes");
    require(!memory_.shared_data_path || memory_.read_bandwidth == memory_.write_bandwidth,
            {"memory.shared_data_path", "memory.read_bandwidth", "memory.write_bandwidth"},
            "memory.shared_data_path needs memory.read_bandwidth and memory.write_bandwidth to be "
            "equal",
            "they are one path's");
  }

  const EngineConfig& config_;
  const platform::HostMemoryConfig& memory_;
  Baseline baseline_;
  const KeysSeen& seen_;
  ErrorList& errors_;
};

}  // namespace

void check_engine(const Scenario& scenario, const KeysSeen& seen, ErrorList& errors) {
  EngineChecks(scenario, seen, errors).run();
}

}  // namespace sgdma::workload
