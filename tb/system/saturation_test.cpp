/// With slots, tags and memory enough, each direction moves a beat on every cycle.
#include <cstdint>
#include <map>
#include <ostream>
#include <string>

#include <boost/json.hpp>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/scenario_run.h"
#include "support/scratch.h"

namespace sgdma::test {
namespace {

namespace json = boost::json;

struct Load {
  const char* name;
  std::uint64_t width;         ///< of the bus, bytes
  std::uint64_t burst;         ///< longest burst of either direction
  std::uint64_t bytes;         ///< of a message
  std::uint64_t messages;      ///< of each of the four queue pairs of a direction
  std::uint64_t misalignment;  ///< of each message's address
  bool posted;
};

void PrintTo(const Load& load, std::ostream* out) { *out << load.name; }

constexpr std::uint64_t kQueuePairs = 4;  ///< of each direction
constexpr std::uint64_t kSpace = 1U << 20U;

/// Gathers of queue pairs 1 to 4 and scatters of 5 to 8. All messages are there at the beginning;
/// those of a queue pair use the same bytes.
std::string scenario(const Load& load) {
  std::string text = fmt::format(
      "[bus]\nwidth = \"{} B\"\nmax_read_burst = \"{} B\"\nmax_write_burst = \"{} B\"\n"
      "posted_writes = {}\nread_bursts = 1024\nwrite_bursts = 1024\n"
      "[engine]\nslots = 256\n[arbiter]\nreserve_gather = 128\nreserve_scatter = 128\n"
      "[memory]\nread_latency = \"20 cycles\"\nwrite_latency = \"10 cycles\"\n"
      "[[region]]\nname = \"all\"\nkey = 1\nsize = \"16 MiB\"\nbase = 0\n"
      "access = [\"remote_write\"]\n[[qp]]\nnumber = 1\ncount = {}\n",
      load.width, load.burst, load.burst, load.posted ? "true" : "false", 2 * kQueuePairs);
  for (std::uint64_t qp = 1; qp <= kQueuePairs; ++qp) {
    text += fmt::format(
        "[[wqe]]\nqp = {}\nop = \"write\"\ncount = {}\n"
        "sge = [{{ addr = {}, len = \"{} B\", key = 1 }}]\n",
        qp, load.messages, qp * kSpace + load.misalignment, load.bytes);
    text += fmt::format(
        "[[packet]]\nqp = {}\nop = \"write_only\"\ncount = {}\nbytes = \"{} B\"\nva = {}\n"
        "rkey = 1\n",
        qp + kQueuePairs, load.messages, load.bytes,
        (qp + kQueuePairs) * kSpace + load.misalignment);
  }
  return text;
}

struct Moves {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::uint64_t beats = 0;
};

std::map<std::string, Moves> moves_in(const std::string& log) {
  std::map<std::string, Moves> moves;
  for (const std::string& line : lines_of(file_bytes(log))) {
    if (line.find("\"event\":\"beat\"") == std::string::npos) continue;
    const json::value event = json::parse(line);
    Moves& of = moves[std::string(event.at("dir").as_string())];
    const auto cycle = event.at("cycle").to_number<std::uint64_t>();
    if (of.beats++ == 0) of.first = cycle;
    of.last = cycle;
  }
  return moves;
}

class Saturation : public testing::TestWithParam<Load> {};

TEST_P(Saturation, ABeatOnEveryCycleBetweenTheFirstAndTheLast) {
  const Load& load = GetParam();
  const std::string path = write_scratch_file("saturation.toml", scenario(load));
  const ScenarioRun run = run_scenario_with_beats(path);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(run.verified);
  // Bursts end inside a word only with their message, so its beats are the words that it touches.
  const std::uint64_t words =
      (load.misalignment % load.width + load.bytes + load.width - 1) / load.width;
  const json::value result = json::parse(run.json);
  const auto moves = moves_in(run.events);
  for (const auto& [direction, channel] : {std::pair{"gather", "read"}, {"scatter", "write"}}) {
    const Moves& of = moves.at(direction);
    EXPECT_EQ(of.beats, words * load.messages * kQueuePairs) << direction;
    EXPECT_EQ(of.last - of.first + 1, of.beats) << direction;
    EXPECT_EQ(result.at(channel).at("beats").to_number<std::uint64_t>(), of.beats) << direction;
    EXPECT_EQ(result.at(channel).at("cycles").at("moved").to_number<std::uint64_t>(), of.beats);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Loads, Saturation,
    testing::Values(Load{"width_4", 4, 256, 1024, 6, 0, false},
                    Load{"width_8_one_burst", 8, 256, 256, 30, 0, false},
                    Load{"width_32", 32, 512, 4096, 8, 0, true},
                    Load{"width_64_one_beat", 64, 4096, 64, 500, 0, true},
                    Load{"width_64_one_beat_answered", 64, 512, 64, 500, 0, false},
                    Load{"width_64_long", 64, 512, 65536, 2, 0, false},
                    Load{"width_128_two_beats", 128, 256, 256, 300, 0, true},
                    Load{"width_256", 256, 4096, 8192, 20, 0, false},
                    Load{"unaligned_width_64", 64, 512, 4000, 12, 37, false},
                    Load{"unaligned_width_8_over_the_line", 8, 128, 9001, 2, 0xffd, true},
                    Load{"unaligned_width_256", 256, 1024, 1000, 80, 255, false}),
    [](const testing::TestParamInfo<Load>& load) { return std::string(load.param.name); });

}  // namespace
}  // namespace sgdma::test
