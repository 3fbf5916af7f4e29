#include "support/trace_setting.h"

#include <algorithm>
#include <functional>
#include <map>
#include <sstream>
#include <stdexcept>

namespace sgdma::test {

namespace {

using Setter = std::function<void(CoreBenchConfig&, const std::string&)>;

std::uint32_t number(const std::string& text) {
  std::size_t used = 0;
  const unsigned long value = std::stoul(text, &used, 0);
  if (used != text.size()) {
    throw std::invalid_argument("not a number: " + text);
  }
  return static_cast<std::uint32_t>(value);
}

Setter engine_number(std::uint32_t EngineConfig::*member) {
  return [member](CoreBenchConfig& config, const std::string& text) {
    config.engine.*member = number(text);
  };
}

Setter engine_flag(bool EngineConfig::*member) {
  return [member](CoreBenchConfig& config, const std::string& text) {
    config.engine.*member = number(text) != 0;
  };
}

// `numerator/denominator`, in bytes a cycle.
Setter engine_rate(PayloadRate EngineConfig::*member) {
  return [member](CoreBenchConfig& config, const std::string& text) {
    const std::size_t slash = text.find('/');
    const std::string below = slash == std::string::npos ? "1" : text.substr(slash + 1);
    config.engine.*member = {number(text.substr(0, slash)), number(below)};
  };
}

template <class Enum>
Setter engine_word(Enum EngineConfig::*member, std::map<std::string, Enum> words) {
  return [member, words](CoreBenchConfig& config, const std::string& text) {
    config.engine.*member = words.at(text);
  };
}

Setter teardown_policy(TeardownPolicy TeardownConfig::*member) {
  return [member](CoreBenchConfig& config, const std::string& text) {
    const auto found = std::find(kTeardownPolicyNames.begin(), kTeardownPolicyNames.end(), text);
    if (found == kTeardownPolicyNames.end()) {
      throw std::invalid_argument("no such policy: " + text);
    }
    config.engine.teardown.*member =
        static_cast<TeardownPolicy>(found - kTeardownPolicyNames.begin());
  };
}

Setter memory_latency(Cycle FakeMemoryConfig::*member) {
  return [member](CoreBenchConfig& config, const std::string& text) {
    config.memory.*member = number(text);
  };
}

Setter memory_delay(std::function<Cycle(std::uint64_t)> FakeMemoryConfig::*member) {
  return [member](CoreBenchConfig& config, const std::string& text) {
    const Cycle delay = number(text);
    config.memory.*member = [delay](std::uint64_t) { return delay; };
  };
}

// `address:bytes`, answered with SLVERR.
void add_fault(CoreBenchConfig& config, const std::string& text) {
  const std::size_t colon = text.find(':');
  config.memory.faults.push_back(
      {number(text.substr(0, colon)), number(text.substr(colon + 1)), BusStatus::kSlaveError});
}

// `address:bytes`, or `address:bytes:edges` by which the answer is late.
void add_silence(CoreBenchConfig& config, const std::string& text) {
  const std::size_t colon = text.find(':');
  const std::size_t second = text.find(':', colon + 1);
  FakeSilence silence{number(text.substr(0, colon)),
                      number(text.substr(colon + 1, second - colon - 1)), kNever};
  if (second != std::string::npos) {
    silence.late = number(text.substr(second + 1));
  }
  config.memory.silences.push_back(silence);
}

void take_completions_every(CoreBenchConfig& config, const std::string& text) {
  const Cycle period = number(text);
  config.completion_taken_at = [period](Cycle edge) { return edge % period == 0; };
}

std::map<std::string, Setter> bus_setters() {
  return {
      {"bus_width", engine_number(&EngineConfig::bus_width)},
      {"max_read_burst", engine_number(&EngineConfig::max_read_burst)},
      {"max_write_burst", engine_number(&EngineConfig::max_write_burst)},
      {"read_bursts", engine_number(&EngineConfig::read_bursts)},
      {"read_bursts_per_slot", engine_number(&EngineConfig::read_bursts_per_slot)},
      {"read_bytes", engine_number(&EngineConfig::read_bytes)},
      {"write_bursts", engine_number(&EngineConfig::write_bursts)},
      {"write_bursts_per_slot", engine_number(&EngineConfig::write_bursts_per_slot)},
      {"posted_writes", engine_flag(&EngineConfig::posted_writes)},
      {"response_order",
       engine_word<ResponseOrder>(&EngineConfig::response_order,
                                  {{"slot", ResponseOrder::kSlot}, {"any", ResponseOrder::kAny}})},
      {"read_latency", memory_latency(&FakeMemoryConfig::read_latency)},
      {"write_latency", memory_latency(&FakeMemoryConfig::write_latency)},
      {"read_accept_delay", memory_delay(&FakeMemoryConfig::read_accept_delay)},
      {"write_accept_delay", memory_delay(&FakeMemoryConfig::write_accept_delay)},
      {"reverse_group",
       [](CoreBenchConfig& config, const std::string& text) {
         config.memory.reverse_group = number(text);
       }},
      {"fault", add_fault},
      {"silent", add_silence},
      {"bus_timeout", [](CoreBenchConfig& config,
                         const std::string& text) { config.engine.bus_timeout = number(text); }},
  };
}

std::map<std::string, Setter> engine_setters() {
  using Scheduling = BurstScheduling;
  return {
      {"slots", engine_number(&EngineConfig::slots)},
      {"slots_per_qp", engine_number(&EngineConfig::slots_per_qp)},
      {"reserve_gather", engine_number(&EngineConfig::reserve_gather)},
      {"reserve_scatter", engine_number(&EngineConfig::reserve_scatter)},
      {"burst_scheduling",
       engine_word<Scheduling>(&EngineConfig::burst_scheduling,
                               {{"round_robin", Scheduling::kRoundRobin},
                                {"oldest_first", Scheduling::kOldestFirst},
                                {"run_to_completion", Scheduling::kRunToCompletion}})},
      {"gather_rate", engine_rate(&EngineConfig::gather_rate)},
      {"gather_depth", engine_number(&EngineConfig::gather_depth)},
      {"scatter_rate", engine_rate(&EngineConfig::scatter_rate)},
      {"scatter_depth", engine_number(&EngineConfig::scatter_depth)},
      {"cut_through", engine_flag(&EngineConfig::cut_through)},
      {"completion_depth", engine_number(&EngineConfig::completion_depth)},
      {"completion_every", take_completions_every},
  };
}

std::map<std::string, Setter> teardown_setters() {
  return {
      {"bus_fault", teardown_policy(&TeardownConfig::bus_fault)},
      {"engine_reset", teardown_policy(&TeardownConfig::engine_reset)},
      {"qp_reset", teardown_policy(&TeardownConfig::qp_reset)},
      {"qp_error", teardown_policy(&TeardownConfig::qp_error)},
      {"drain_timeout",
       [](CoreBenchConfig& config, const std::string& text) {
         config.engine.teardown.drain_timeout = number(text);
       }},
  };
}

}  // namespace

void set_from_text(CoreBenchConfig& config, const std::string& setting) {
  static const std::map<std::string, Setter> bus = bus_setters();
  static const std::map<std::string, Setter> engine = engine_setters();
  static const std::map<std::string, Setter> teardown = teardown_setters();
  const std::size_t equals = setting.find('=');
  const std::string key = setting.substr(0, equals);
  for (const auto* setters : {&bus, &engine, &teardown}) {
    const auto found = setters->find(key);
    if (found != setters->end() && equals != std::string::npos) {
      found->second(config, setting.substr(equals + 1));
      return;
    }
  }
  throw std::invalid_argument("no such setting: " + setting);
}

}  // namespace sgdma::test
