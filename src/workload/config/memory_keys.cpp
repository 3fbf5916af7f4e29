#include <limits>

#include "workload/config/section_key_parts.h"

namespace sgdma::workload {
namespace {

using platform::HostMemoryConfig;
using Table = KeyTable<Scenario>;

constexpr std::uint64_t kLowestMemoryRate = 1'000'000;  // 1 Mbit/s
constexpr std::uint64_t kLongestHeader = 256;

/// Memory takes its time within bounds, so that the times of all bursts outstanding, one after the
/// other, fit 64 bits.
KeySpec memory_delay(std::string_view name, std::string_view summary) {
  return time("memory", name, summary).range(0, kLongestDelay);
}
KeySpec memory_rate(std::string_view name, std::string_view summary) {
  return rate("memory", name, summary).range(kLowestMemoryRate, kHighestRate);
}

/// What PCIe's packets cost, and its credits.
void add_link(Table& keys) {
  const auto memory = [](auto member) { return field(&Scenario::memory, member); };
  const auto header = [&](std::string_view name, std::string_view summary, auto member) {
    keys.push_back({bytes("memory", name, summary).range(0, kLongestHeader), memory(member)});
  };
  const auto credits = [&](std::string_view name, std::string_view summary, auto member) {
    keys.push_back(
        {count("memory", name, summary).range(1, 65535).or_word(kNoLimit), memory(member)});
  };
  header("request_header",
         "Bytes of a read request, which pass with the write data at memory.write_bandwidth.",
         &HostMemoryConfig::request_header);
  header("write_header", "Bytes before the data of each write burst.",
         &HostMemoryConfig::write_header);
  header("completion_header", "Bytes before the data of each read completion.",
         &HostMemoryConfig::completion_header);
  keys.push_back({bytes("memory", "read_completion_size",
                        "A read burst is answered in completions that end at multiples of this "
                        "(PCIe's RCB); unlimited: in one.")
                      .range(4, 4096)
                      .powers_of_two()
                      .or_word(kNoLimit),
                  memory(&HostMemoryConfig::read_completion_size)});
  keys.push_back({count("memory", "reorder_window",
                        "Of the read bursts that are not answered in full, how many of the oldest "
                        "may be answered. Above 1 it needs bus.response_order = \"any\".")
                      .range(1, 1024),
                  memory(&HostMemoryConfig::reorder_window)});
  credits("posted_header_credits", "Write bursts for which the receiver has room.",
          &HostMemoryConfig::posted_header_credits);
  credits("posted_data_credits", "Units of 16 bytes of write data for which the receiver has room.",
          &HostMemoryConfig::posted_data_credits);
  credits("non_posted_credits", "Read requests for which the receiver has room.",
          &HostMemoryConfig::non_posted_credits);
  keys.push_back({memory_delay("credit_latency",
                               "Until a credit is back: from when the last byte of a write has "
                               "passed, or the data of a read are there."),
                  memory(&HostMemoryConfig::credit_latency)});
}

}  // namespace

void add_memory_keys(Table& keys) {
  const auto memory = [](auto member) { return field(&Scenario::memory, member); };
  keys.push_back(
      {memory_delay("read_latency",
                    "From the handshake of a read request to its first beat; drawn for each read "
                    "burst.")
           .or_distribution(),
       memory(&HostMemoryConfig::read_latency)});
  keys.push_back(
      {memory_delay("write_latency",
                    "From the handshake of the last write beat to the response; drawn for each "
                    "write burst.")
           .or_distribution(),
       memory(&HostMemoryConfig::write_latency)});
  keys.push_back({memory_rate("read_bandwidth",
                              "Rate at which read data come; unlimited: one bus word a cycle."),
                  memory(&HostMemoryConfig::read_bandwidth)});
  keys.push_back(
      {memory_rate("write_bandwidth",
                   "Rate at which write data are taken; unlimited: one bus word a cycle."),
       memory(&HostMemoryConfig::write_bandwidth)});
  keys.push_back(
      {memory_delay("read_burst_overhead", "Time on the data path that each read burst costs."),
       memory(&HostMemoryConfig::read_burst_overhead)});
  keys.push_back(
      {memory_delay("write_burst_overhead", "Time on the data path that each write burst costs."),
       memory(&HostMemoryConfig::write_burst_overhead)});
  keys.push_back(
      {flag("memory", "shared_data_path",
            "Reads and writes pass one path, as on a DRAM's data bus; the two bandwidths "
            "are then equal."),
       memory(&HostMemoryConfig::shared_data_path)});
  add_link(keys);
  keys.push_back({bytes("memory", "size",
                        "Addresses from here on answer with a decode error; unlimited: none do.")
                      .range(1, std::numeric_limits<std::uint64_t>::max())
                      .or_word(kNoLimit),
                  memory(&HostMemoryConfig::bytes)});
}

}  // namespace sgdma::workload
