/// A second reader of our VCD files that shares no code with ours: vcd-stream, from npm.
#include <boost/json.hpp>
#include <gtest/gtest.h>

#include "module/wave_stream.h"
#include "observe/wave/vcd_file.h"
#include "support/command_run.h"
#include "support/scratch.h"

namespace sgdma::wave_test {
namespace {

using observe::SignalTable;
using observe::SignalValue;
using observe::VcdFile;
using observe::WaveScale;
using test::VcdDump;

constexpr WaveScale kCycle{-10, 10};

boost::json::object read_with_node(const std::string& path) {
  const test::CommandResult result =
      test::run_program({SGDMA_NODE, std::string(SGDMA_SOURCE_DIR) + "/tb/waves/read_vcd.mjs",
                         SGDMA_NODE_FOLDER, path});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  return result.exit_code == 0 ? boost::json::parse(result.out).as_object() : boost::json::object();
}

/// Both readers found the same signals, in this order, and the same changes.
void expect_same(const boost::json::object& node, const VcdDump& dump) {
  EXPECT_EQ(node.at("timescale").as_string(), dump.timescale);
  EXPECT_EQ(node.at("version").as_string(), dump.version);
  EXPECT_EQ(node.at("end").to_number<std::uint64_t>(), dump.times.back());
  EXPECT_EQ(node.at("changes").to_number<std::uint64_t>(), dump.changes.size());
  EXPECT_EQ(node.at("checksum").to_number<std::uint32_t>(), dump.checksum());
  std::vector<std::uint64_t> changes(dump.signals.size());
  for (const test::VcdChange& change : dump.changes) {
    ++changes[change.signal];
  }
  const boost::json::array& signals = node.at("signals").as_array();
  ASSERT_EQ(signals.size(), dump.signals.size());
  for (std::size_t at = 0; at < signals.size(); ++at) {
    const boost::json::object& signal = signals[at].as_object();
    EXPECT_EQ(signal.at("path").as_string(), dump.signals[at].path);
    EXPECT_EQ(signal.at("width").to_number<std::uint32_t>(), dump.signals[at].width);
    EXPECT_EQ(signal.at("changes").to_number<std::uint64_t>(), changes[at]);
  }
}

class NodeWaves : public testing::TestWithParam<std::uint64_t> {};

TEST_P(NodeWaves, ReadTheSameChangesAsOurReader) {
  SCOPED_TRACE("seed " + std::to_string(GetParam()));
  const WaveStream stream(GetParam(), 300, 4000);
  const std::string path = test::scratch_path("random.vcd");
  VcdFile file(path, stream.table(), kCycle, "random");
  stream.play(file);
  expect_same(read_with_node(path), test::read_vcd(path));
}

INSTANTIATE_TEST_SUITE_P(All, NodeWaves, testing::Values(21U, 22U, 23U));

TEST(NodeRuns, ReadTheSameChangesAsOurReader) {
  const std::string path = test::scratch_path("run.vcd");
  const test::CommandResult run = test::run_command(
      {"run", std::string(SGDMA_SOURCE_DIR) + "/traces/stimulus/mixed_64_queue_pairs.toml",
       "--wave", path});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const VcdDump dump = test::read_vcd(path);
  EXPECT_GT(dump.changes.size(), 100'000U);
  expect_same(read_with_node(path), dump);
}

class NodeCounts : public testing::TestWithParam<std::uint32_t> {};

TEST_P(NodeCounts, I07EverySignalHasACodeOfItsOwn) {
  SignalTable table;
  const observe::ScopeId top = table.add_scope(std::nullopt, "top");
  std::vector<SignalValue> values;
  for (std::uint32_t at = 0; at < GetParam(); ++at) {
    table.add(top, "s" + std::to_string(at), 20);
    values.push_back({at, true});
  }
  const std::string path = test::scratch_path("codes.vcd");
  VcdFile file(path, table, kCycle, "");
  file.begin(0, values);
  file.close(1);
  const VcdDump dump = test::read_vcd(path);
  EXPECT_EQ(dump.signals.size(), GetParam());
  expect_same(read_with_node(path), dump);
}

INSTANTIATE_TEST_SUITE_P(All, NodeCounts, testing::Values(200U, 20'000U));

}  // namespace
}  // namespace sgdma::wave_test
