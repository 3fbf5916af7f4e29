// Beats in rows: the same bytes at the same edges as one by one.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/forked_run.h"
#include "support/scenario_random.h"
#include "support/scenario_run.h"
#include "support/systemc/row_bench.h"

namespace sgdma::test {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::uint64_t kSeed = 8128;
constexpr std::uint64_t kArea = 0x10000;  ///< bytes of memory that a segment has for itself
constexpr Cycle kEnd = 200'000;

struct RowRun {
  std::string name;
  std::uint32_t width = 64;
  BeatForm form = BeatForm::kExact;
  bool posted = true;
  ResponseOrder order = ResponseOrder::kSlot;
  Cycle timeout = 0;
  bool busy = true;  ///< both directions move nearly always
};

void PrintTo(const RowRun& run, std::ostream* out) { *out << run.name; }

/// Gathers and scatters of 1 to 3 segments of any length and alignment, each in an area of its own.
std::vector<TimedRequest> work_of(const RowRun& run) {
  ScenarioRandom random(kSeed);
  std::vector<TimedRequest> work;
  std::uint64_t area = 0;
  Cycle at = 1;
  for (std::uint64_t number = 0; number < 120; ++number) {
    at += random.between(0, run.busy ? 60 : 600);
    TimedRequest timed;
    timed.at = at;
    TransferRequest& request = timed.request;
    request.direction = random.chance(50) ? Direction::kScatter : Direction::kGather;
    request.qp = QpIndex{static_cast<std::uint32_t>(number % 4)};
    request.tag.qp = QpNumber{raw(request.qp)};
    request.tag.number = static_cast<std::uint32_t>(number);
    for (std::uint64_t segments = random.between(1, 3); segments > 0; --segments) {
      area += kArea;
      Segment segment;
      segment.address = area + random.between(0, 4095);
      segment.bytes = static_cast<std::uint32_t>(random.between(1, random.chance(20) ? 40 : 5000));
      request.bytes += segment.bytes;
      request.segments.push_back(segment);
    }
    work.push_back(timed);
  }
  return work;
}

EngineConfig config_of(const RowRun& run) {
  EngineConfig config;
  config.bus_width = run.width;
  config.max_read_burst = 16 * run.width;
  config.max_write_burst = 8 * run.width;
  config.slots = 8;
  config.queue_pairs = 4;
  config.read_bursts = 16;
  config.write_bursts = 4;
  config.beats = run.form;
  config.posted_writes = run.posted;
  config.response_order = run.order;
  config.bus_timeout = run.timeout;
  return config;
}

platform::HostMemoryConfig memory_config() {
  platform::HostMemoryConfig config;
  config.read_latency = platform::Distribution{40'000};
  config.write_latency = platform::Distribution{25'000};
  return config;
}

/// What the transfer must have delivered or written.
std::vector<std::uint8_t> right_bytes(const TransferRequest& request) {
  std::vector<std::uint8_t> bytes(request.bytes);
  std::uint32_t offset = 0;
  for (const Segment& segment : request.segments) {
    if (request.direction == Direction::kScatter) {
      fill_pattern(payload_pattern(request.tag), offset, &bytes[offset], segment.bytes);
    } else {
      fill_pattern(kMemoryPattern, segment.address, &bytes[offset], segment.bytes);
    }
    offset += segment.bytes;
  }
  return bytes;
}

std::vector<std::uint8_t> moved_bytes(RowBench& bench, const TransferRequest& request) {
  if (request.direction == Direction::kGather) {
    return bench.payload.payload().gathered().at(to_string(request.tag));
  }
  std::vector<std::uint8_t> bytes;
  for (const Segment& segment : request.segments) {
    const std::vector<std::uint8_t> part = bench.held(segment.address, segment.bytes);
    bytes.insert(bytes.end(), part.begin(), part.end());
  }
  return bytes;
}

void run_ahead(RowBench& bench) {
  const sc_core::sc_time end(static_cast<double>(kEnd), sc_core::SC_NS);
  bench.engine.promise(end);
  sc_core::sc_start(end, sc_core::SC_EXIT_ON_STARVATION);
}

/// A run in a process of its own: figures, and what is wrong, line by line; the last line says how
/// often a payload end was called, and how many beats there were.
std::vector<std::string> run_of(const RowRun& run, bool rows) {
  const std::vector<TimedRequest> work = work_of(run);
  return lines_of(run_forked([&] {
    RowBench bench("bench", config_of(run), memory_config(), work, rows);
    run_ahead(bench);
    std::string text;
    for (const std::string& line : bench.figures()) text += line + "\n";
    for (const TimedRequest& timed : work) {
      if (moved_bytes(bench, timed.request) != right_bytes(timed.request)) {
        text += "wrong bytes in " + to_string(timed.request.tag) + "\n";
      }
    }
    return text + std::to_string(bench.payload.calls()) + " " + std::to_string(bench.beats()) +
           "\n";
  }));
}

std::pair<std::uint64_t, std::uint64_t> calls_and_beats(const std::vector<std::string>& lines) {
  const std::string& last = lines.back();
  return {std::stoull(last), std::stoull(last.substr(last.find(' ')))};
}

class Rows : public testing::TestWithParam<RowRun> {};

TEST_P(Rows, MoveTheSameBytesAtTheSameEdges) {
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  std::vector<std::string> rows = run_of(GetParam(), true);
  std::vector<std::string> one_by_one = run_of(GetParam(), false);
  const auto [row_calls, row_beats] = calls_and_beats(rows);
  const auto [calls, beats] = calls_and_beats(one_by_one);
  EXPECT_EQ(calls, beats);
  EXPECT_EQ(row_beats, beats);
  EXPECT_LT(row_calls, beats * 3 / 4);
  rows.pop_back();
  one_by_one.pop_back();
  EXPECT_EQ(rows, one_by_one);
  EXPECT_THAT(rows, Not(Contains(HasSubstr("wrong bytes"))));
}

INSTANTIATE_TEST_SUITE_P(
    , Rows,
    testing::Values(RowRun{"Posted"}, RowRun{"Answered", 64, BeatForm::kExact, false},
                    RowRun{"FullWords", 64, BeatForm::kFullWord},
                    RowRun{"FullWordsAnswered", 32, BeatForm::kFullWord, false},
                    RowRun{"Narrow", 8}, RowRun{"NarrowAnswered", 16, BeatForm::kExact, false},
                    RowRun{"TimeOut", 64, BeatForm::kExact, false, ResponseOrder::kSlot, 5000},
                    RowRun{"Alone", 64, BeatForm::kExact, true, ResponseOrder::kSlot, 0, false},
                    RowRun{"AloneAnswered", 64, BeatForm::kExact, false, ResponseOrder::kSlot, 0,
                           false}),
    [](const testing::TestParamInfo<RowRun>& instance) { return instance.param.name; });

}  // namespace
}  // namespace sgdma::test
