/// The bandwidth of the memory presets against calculations by hand, as docs/memory.md tells it.
#include <cmath>
#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include <boost/json.hpp>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/command_run.h"
#include "support/scenario_run.h"
#include "support/scratch.h"

namespace sgdma::test {
namespace {

// From here to `Row`: the calculation. Gbit/s and ns; nothing of it comes from a scenario.
constexpr double kGen4 = 16.0 * 16 * 128 / 130;
constexpr double kGen5 = 32.0 * 16 * 128 / 130;
constexpr double kDdr = 3.2 * 64 * (1 - 350.0 / 7800);  ///< less the refresh

constexpr double pcie_reads(double link) { return link * 64 / (64 + 20); }
constexpr double pcie_writes(double link, double mps) { return link * mps / (mps + 24); }
/// What is left of the write link by the requests of reads at full rate.
constexpr double pcie_writes_beside_reads(double link, double mps, double mrrs) {
  return pcie_writes(link - pcie_reads(link) * 24 / mrrs, mps);
}

constexpr double nanoseconds(double bytes, double gbit_per_s) { return bytes * 8 / gbit_per_s; }
/// `reads` bursts per round trip: from the edge that drives a request one cycle to its handshake,
/// the request's header, the latency, what passes before the burst's last word, half a cycle until
/// an edge sees that, and one more until the tag serves again. The clock has 1 ns.
constexpr double in_flight(double reads, double bytes, double header, double latency, double rest) {
  return reads * bytes * 8 / (1 + header + latency + rest + 0.5 + 1);
}
constexpr double kPcieLatency =
    0.5 * (520 + 547) / 2 + 0.49 * (547 + 600) / 2 + 0.01 * (600 + 947) / 2;
constexpr double pcie_in_flight(double link, double reads, double mrrs, double latency) {
  return in_flight(reads, mrrs, nanoseconds(24, link), latency,
                   nanoseconds(mrrs / 64 * 84 - 64, link));
}

struct Row {
  const char* preset;
  const char* load;  ///< as in the table
  const char* direction;
  double by_hand;
  std::vector<std::string> settings;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.preset << ", " << row.load; }

constexpr const char* kConstant = "memory.read_latency=547 ns";
constexpr const char* kInOrder = "memory.reorder_window=1";

std::vector<Row> rows() {
  const std::string tags = "bus.read_bursts=";
  return {
      {"pcie-gen4-x16", "reads", "read", pcie_reads(kGen4), {}},
      {"pcie-gen4-x16", "writes", "write", pcie_writes(kGen4, 256), {}},
      {"pcie-gen4-x16", "both", "read", pcie_reads(kGen4), {}},
      {"pcie-gen4-x16", "both", "write", pcie_writes_beside_reads(kGen4, 256, 512), {}},
      {"pcie-gen5-x16", "reads", "read", pcie_reads(kGen5), {}},
      {"pcie-gen5-x16", "writes", "write", pcie_writes(kGen5, 512), {}},
      {"pcie-gen5-x16", "both", "read", pcie_reads(kGen5), {}},
      {"pcie-gen5-x16", "both", "write", pcie_writes_beside_reads(kGen5, 512, 4096), {}},
      {"axi-ddr", "reads", "read", kDdr, {}},
      {"axi-ddr", "writes", "write", kDdr, {}},
      {"axi-ddr", "both", "read", kDdr / 2, {}},
      {"axi-ddr", "both", "write", kDdr / 2, {}},
      {"pcie-gen4-x16",
       "reads, 4 tags",
       "read",
       pcie_in_flight(kGen4, 4, 512, kPcieLatency),
       {tags + "4"}},
      {"pcie-gen4-x16",
       "reads, 16 tags, 547 ns, in order",
       "read",
       pcie_in_flight(kGen4, 16, 512, 547),
       {tags + "16", kConstant, kInOrder}},
      {"pcie-gen5-x16",
       "reads, 4 tags, 547 ns, in order",
       "read",
       pcie_in_flight(kGen5, 4, 4096, 547),
       {tags + "4", kConstant, kInOrder}},
      {"axi-ddr",
       "reads, 1 tag",
       "read",
       in_flight(1, 4096, 0, (70 + 110) / 2.0, nanoseconds(4096 - 64, kDdr)),
       {tags + "1"}},
      // Four bursts of 16 units are there before the first one's credits are back.
      {"pcie-gen4-x16",
       "writes, 64 posted data credits",
       "write",
       4 * 256 * 8 / (nanoseconds(256 + 24, kGen4) + 200),
       {"memory.posted_data_credits=64", "memory.credit_latency=200 ns"}},
      {"pcie-gen4-x16",
       "reads, 8 non-posted credits",
       "read",
       8 * 512 * 8 / (nanoseconds(24, kGen4) + kPcieLatency + 100),
       {"memory.non_posted_credits=8", "memory.credit_latency=100 ns"}},
  };
}

bool reads_in(const Row& row) { return std::string(row.load).substr(0, 6) != "writes"; }
bool writes_in(const Row& row) { return std::string(row.load).substr(0, 5) != "reads"; }

/// Messages of 4 KiB, more than the window can move, all there at the beginning.
std::string scenario(const Row& row) {
  std::string text =
      "[engine]\nslots = 128\n[arbiter]\nreserve_gather = 64\nreserve_scatter = 64\n"
      "[measure]\nwarm_up = \"5 us\"\nwindow = \"100 us\"\n[[region]]\nname = \"all\"\nkey = 1\n"
      "size = \"16 MiB\"\nbase = 0\naccess = [\"remote_write\"]\n[[qp]]\nnumber = 1\ncount = 8\n";
  for (std::uint64_t qp = 1; qp <= 4; ++qp) {
    if (reads_in(row)) {
      text += fmt::format(
          "[[wqe]]\nqp = {}\nop = \"write\"\ncount = 500\n"
          "sge = [{{ addr = {}, len = \"4 KiB\", key = 1 }}]\n",
          qp, qp << 16U);
    }
    if (writes_in(row)) {
      text += fmt::format(
          "[[packet]]\nqp = {}\nop = \"write_only\"\ncount = 500\nbytes = \"4 KiB\"\nva = {}\n"
          "rkey = 1\n",
          qp + 4, (qp + 8) << 16U);
    }
  }
  return text;
}

/// Cells of the page's table, by preset, load and direction: by hand, model, deviation.
std::map<std::string, std::string> table_of_the_page() {
  std::map<std::string, std::string> table;
  for (const std::string& line : lines_of(file_bytes(source_path("docs/memory.md")))) {
    std::size_t end = 0;
    for (int cell = 0; cell < 4 && end != std::string::npos; ++cell) {
      end = line.find('|', end == 0 && cell == 0 ? 0 : end + 1);
    }
    if (end != std::string::npos) table[line.substr(0, end + 1)] = line.substr(end + 1);
  }
  return table;
}

class MemoryPresets : public testing::TestWithParam<Row> {};

TEST_P(MemoryPresets, MoveWhatTheCalculationSays) {
  const Row& row = GetParam();
  std::vector<std::string> command = {"run",      write_scratch_file("load.toml", scenario(row)),
                                      "--json",   "--preset",
                                      row.preset, "--max-cycles",
                                      "106000"};
  for (const std::string& setting : row.settings) {
    command.insert(command.end(), {"--set", setting});
  }
  const CommandResult run = run_command(command);
  const boost::json::value result = boost::json::parse(run.out);
  ASSERT_EQ(result.at("measured_cycles").to_number<int>(), 100'000);
  ASSERT_EQ(result.at("invariants").at("broken").to_number<int>(), 0);
  const double model = result.at(row.direction).at("gbit_per_s").to_number<double>();
  const double deviation = model / row.by_hand - 1;
  EXPECT_LT(std::abs(deviation), 0.01);
  const std::map<std::string, std::string> page = table_of_the_page();
  const auto known =
      page.find(fmt::format("| `{}` | {} | {} |", row.preset, row.load, row.direction));
  const std::string percent = fmt::format("{:+.2f}", 100 * deviation);
  const std::string measured = fmt::format(" {:.2f} | {:.2f} | {} % |", row.by_hand, model,
                                           percent.substr(1) == "0.00" ? "0.00" : percent);
  ASSERT_NE(known, page.end()) << "docs/memory.md lacks a line with" << measured;
  EXPECT_EQ(known->second, measured);
}

INSTANTIATE_TEST_SUITE_P(Loads, MemoryPresets, testing::ValuesIn(rows()),
                         [](const testing::TestParamInfo<Row>& row) {
                           std::string name = fmt::format("{}_{}_{}", row.param.preset,
                                                          row.param.load, row.param.direction);
                           for (char& c : name) {
                             if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
                           }
                           return name;
                         });

}  // namespace
}  // namespace sgdma::test
