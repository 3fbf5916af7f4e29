#include "bench/loads.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "bench/copies.h"
#include "workload/config/load_scenario.h"

namespace sgdma::bench {
namespace {

constexpr std::uint32_t kQueuePairs = 16;
constexpr std::uint32_t kWord = 64;
constexpr std::uint32_t kMessage = 4096;
constexpr std::uint32_t kWindow = 1U << 16U;  ///< bytes that a queue pair's messages go through

workload::Scenario scenario_of(const std::string& text) {
  return workload::parse_scenario(text, "bench");
}

std::string queue_pairs(std::uint32_t count) {
  return fmt::format("[[qp]]\nnumber = 0\ncount = {}\n", count);
}

std::string region(std::uint64_t bytes) {
  return fmt::format(
      "[[region]]\nname = \"memory\"\nkey = 1\niova = 0\nsize = \"{} B\"\nbase = 0\n"
      "access = [\"local_write\", \"remote_write\"]\n",
      bytes);
}

/// Messages of one queue pair and direction.
struct Messages {
  std::uint32_t bytes = kMessage;
  std::uint64_t count = 0;
  std::uint64_t at = 0;      ///< cycles, of 1 ns
  std::uint64_t every = 0;   ///< cycles
  std::uint64_t stride = 0;  ///< bytes from one to the next
  std::uint64_t wrap = 1;    ///< of them, before the addresses begin again
};

/// The first arrival of queue pair `qp` where they come one after the other.
std::uint64_t turn(const Messages& messages, std::uint32_t qp) {
  return qp * messages.every / kQueuePairs;
}

std::string arrivals(const Messages& messages, std::uint32_t qp) {
  return fmt::format(
      "qp = {}\ncount = {}\nat = \"{} ns\"\nevery = \"{} ns\"\nstride = \"{} B\"\nwrap = {}\n", qp,
      messages.count, messages.at, messages.every, messages.stride, messages.wrap);
}

std::string gathers(const Messages& messages, std::uint32_t qp, std::uint64_t address) {
  return "[[wqe]]\nop = \"write\"\n" + arrivals(messages, qp) +
         fmt::format("sge = [{{ addr = {}, len = \"{} B\", key = \"memory\" }}]\n", address,
                     messages.bytes);
}

std::string scatters(const Messages& messages, std::uint32_t qp, std::uint64_t address) {
  return "[[packet]]\nop = \"write_only\"\n" + arrivals(messages, qp) +
         fmt::format("va = {}\nbytes = \"{} B\"\nrkey = \"memory\"\n", address, messages.bytes);
}

/// Both directions, `space` bytes to each of a queue pair.
std::string both(Messages messages, std::uint64_t space) {
  std::string text = queue_pairs(kQueuePairs) + region(2 * kQueuePairs * space);
  for (std::uint32_t qp = 0; qp < kQueuePairs; ++qp) {
    messages.at = turn(messages, qp);
    text += gathers(messages, qp, 2 * qp * space);
    text += scatters(messages, qp, (2 * qp + 1) * space);
  }
  return text;
}

/// Of `beats` in both directions, those messages of a queue pair in one.
std::uint64_t share(std::uint64_t beats, std::uint32_t bytes) {
  const std::uint64_t each = std::uint64_t{2} * kQueuePairs * (bytes / kWord);
  return (beats + each - 1) / each;
}

}  // namespace

workload::Scenario default_load(std::uint64_t rounds, std::uint64_t percent) {
  workload::Scenario scenario = workload::load_scenario({});
  for (workload::RepeatedItem& item : scenario.work) {
    item.wrap = item.count;
    item.count *= rounds;
    item.every = item.every * percent / 100;
    item.item.at = item.item.at * percent / 100;
  }
  return scenario;
}

workload::Scenario slots_load(std::uint64_t rounds, std::uint32_t slots) {
  Messages messages;
  messages.count = 2 * share(rounds * kBeatsARound, messages.bytes);
  messages.every = kQueuePairs;  // one a cycle in all, far more than can be done
  messages.stride = messages.bytes;
  messages.wrap = kWindow / messages.bytes;
  std::string text = fmt::format(
      "[engine]\nslots = {}\n[memory]\nread_latency = \"0 ps\"\n[workload]\nmax_backlog = 8192\n",
      slots);
  text += queue_pairs(kQueuePairs) + region(kQueuePairs * kWindow);
  for (std::uint32_t qp = 0; qp < kQueuePairs; ++qp) {
    messages.at = turn(messages, qp);
    text += gathers(messages, qp, qp * kWindow);
  }
  return scenario_of(text);
}

workload::Scenario message_load(std::uint64_t rounds, std::uint32_t bytes) {
  Messages messages;
  messages.bytes = bytes;
  messages.count = share(rounds * kBeatsARound, bytes);
  messages.every = std::uint64_t{kQueuePairs} * (bytes / kWord);
  messages.stride = bytes;
  messages.wrap = bytes < kWindow ? kWindow / bytes : 1;
  // A message of one beat is under way for longer than the memory's latency.
  return scenario_of("[engine]\nslots = 1024\n" + both(messages, std::max(bytes, kWindow)));
}

workload::Scenario copy_load(std::uint64_t passes, std::uint64_t spacing) {
  std::string text = fmt::format("[memory]\nread_latency = \"{} ns\"\n", kCopyLatency) +
                     queue_pairs(kCopies.size()) + region(2 * kPassBytes);
  Messages messages;
  messages.count = passes;
  messages.every = kPassWords * spacing;
  std::uint32_t word = 0;
  for (std::uint32_t qp = 0; qp < kCopies.size(); ++qp) {
    const CopyMessage& copy = kCopies[qp];
    messages.bytes = (copy.words - 1) * kCopyWord;
    messages.at = word * spacing;
    text += gathers(messages, qp, word * kCopyWord + copy.source_place);
    text += scatters(messages, qp, kPassBytes + word * kCopyWord + copy.destination_place);
    word += copy.words;
  }
  return scenario_of(text);
}

workload::Scenario key_miss_load(std::uint64_t rounds) {
  constexpr std::uint64_t kLineOfPages = 8 * 4096;
  constexpr std::uint64_t kLines = 64;
  Messages messages;
  messages.count = share(rounds * kBeatsARound, messages.bytes);
  messages.every = std::uint64_t{kQueuePairs} * (messages.bytes / kWord);
  messages.stride = kLineOfPages;
  messages.wrap = kLines;
  return scenario_of("[key_cache]\ntranslation = \"page\"\ncapacity = 64\n" +
                     both(messages, kLines * kLineOfPages));
}

workload::Scenario spread_load(std::uint64_t rounds, std::uint32_t queue_pair_count) {
  constexpr std::uint64_t kMessages = 1U << 20U;
  constexpr std::uint64_t kRounds = 22;
  return scenario_of(queue_pairs(queue_pair_count) + region(1U << 20U) +
                     fmt::format("[[generator]]\nname = \"spread\"\nqp = 0\nqps = {}\n"
                                 "op = {{ weights = [[\"write\", 1], [\"incoming_write\", 1]] }}\n"
                                 "size = \"4 KiB\"\nalignment = \"4 KiB\"\nregion = \"memory\"\n"
                                 "remote = \"memory\"\ninterval = \"33 ns\"\nmessages = {}\n",
                                 queue_pair_count, kMessages * rounds / kRounds));
}

workload::Scenario idle_load(std::uint32_t queue_pair_count) {
  Messages messages;
  messages.count = 1;
  std::string text = queue_pairs(queue_pair_count) + region(kQueuePairs * kWindow);
  for (std::uint32_t qp = 0; qp < kQueuePairs; ++qp) {
    messages.at = turn(messages, qp);
    text += gathers(messages, qp, qp * kWindow);
  }
  return scenario_of(text);
}

}  // namespace sgdma::bench
