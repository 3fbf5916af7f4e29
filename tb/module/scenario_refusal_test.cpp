/// Scenarios that are refused: each with its place and the reason.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workload/config/load_scenario.h"

namespace sgdma::workload {
namespace {

using ::testing::HasSubstr;

/// The only error of a text, as "line:column message".
std::string error_of(const std::string& text) {
  try {
    parse_scenario(text, "t.toml");
  } catch (const ConfigError& error) {
    const std::vector<Diagnostic>& errors = error.diagnostics();
    if (errors.size() != 1) return std::to_string(errors.size()) + " errors";
    return std::to_string(errors[0].line) + ":" + std::to_string(errors[0].column) + " " +
           errors[0].message;
  }
  return "no error";
}

struct Refused {
  const char* text;
  const char* error;
};

std::ostream& operator<<(std::ostream& out, const Refused& refused) { return out << refused.text; }

class ScenarioRefuses : public ::testing::TestWithParam<Refused> {};

TEST_P(ScenarioRefuses, WithPlaceAndReason) {
  EXPECT_THAT(error_of(GetParam().text), HasSubstr(GetParam().error));
}

INSTANTIATE_TEST_SUITE_P(
    Values, ScenarioRefuses,
    ::testing::Values(
        Refused{"[engine]\nslots = 4097", "2:9 engine.slots is out of range: 1 to 4096"},
        Refused{"[engine]\nslots = -1", "2:9 engine.slots is negative"},
        Refused{"[engine]\nslots = 64.0", "2:9 engine.slots is a floating-point number"},
        Refused{"[engine]\nslots = \"64\"", "2:9 engine.slots = \"64\" is a text"},
        Refused{"[engine]\nmerge_runs = 1", "2:14 engine.merge_runs is an integer"},
        Refused{"[bus]\nwidth = 64", "2:9 bus.width has no unit"},
        Refused{"[bus]\nwidth = \"48 B\"", "2:9 bus.width is no power of two"},
        Refused{"[memory]\nread_latency = \"-1 ns\"", "2:16 memory.read_latency is negative"},
        Refused{"[clock]\nperiod = \"1 ns\"\nfrequency = \"1 GHz\"", "3:1 clock.period and"},
        Refused{"[exploration]\nmode = 1", "1:2 unknown key: exploration"},
        Refused{"bus = 3", "1:1 bus is an integer, and should be a section"},
        Refused{"[region]\nname = 3", "1:2 region should be a list of tables"},
        Refused{"[[qp]]\nnumber = 16777216", "2:10 qp.number is out of range: 0 to 16777215"},
        Refused{"[[qp]]\nnumber = 16777215\ncount = 2", "1:1 queue pair numbers from 16777215"},
        Refused{"[[qp]]\nnumber = 1\ncount = 3\n[[qp]]\nnumber = 2", "4:1 queue pair 2 is there"},
        Refused{"[[wqe]]\nqp = 1\nop = \"send\"", "2:6 there is no queue pair 1"},
        Refused{"[[qp]]\nnumber = 1\n[[wqe]]\nop = \"send\"", "3:1 wqe.qp is missing"},
        Refused{"[[qp]]\nnumber = 1\n[[wqe]]\nqp = 1\nop = \"read\"\ninline = \"1 B\"",
                "6:10 only a send or a write"},
        Refused{"[[qp]]\nnumber = 1\n[[packet]]\nqp = 1\nop = \"send_only\"",
                "packet.bytes is missing"},
        Refused{"[[qp]]\nnumber = 1\n[[packet]]\nqp = 1\nop = \"acknowledge\"\nva = 1",
                "6:6 packet.va has no meaning in a acknowledge"},
        Refused{"[[qp]]\nnumber = 1\n[[wqe]]\nqp = 1\nop = \"send\"\ncount = 1000000000\n"
                "every = \"1 s\"",
                "7:9 wqe: the last arrival"},
        Refused{"[[qp]]\nnumber = 1\n[[wqe]]\nqp = 1\nop = \"send\"\ncount = 2\nstride = \"1 B\"\n"
                "sge = [{ addr = \"0xffffffffffffffff\", len = \"1 B\", key = 1 }]",
                "7:10 wqe: count and stride"}));

/// What toml++ would not survive.
INSTANTIATE_TEST_SUITE_P(
    Syntax, ScenarioRefuses,
    ::testing::Values(Refused{"[=", "1:2 expected the name of a section"},
                      Refused{"[bus]\n[[ [", "2:4 expected the name of a section"},
                      Refused{"a = [ 1, }", "1:10 expected a value or ']', saw '}'"},
                      Refused{"a = [ '}', \"}\", } # }", "1:17 expected a value or ']', saw '}'"},
                      Refused{"a = 12:3", "1:5 a date or a time of day"},
                      Refused{"\xC3\xA4 = 1979-05-27T", "1:5 a date or a time of day"},
                      Refused{"a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q = 1",
                              "1:32 a key of too many parts"}));

INSTANTIATE_TEST_SUITE_P(
    Regions, ScenarioRefuses,
    ::testing::Values(
        Refused{"[[region]]\nname = \"r\"\nkey = 1\nsize = \"8 KiB\"\nfirst_byte_offset = \"1 B\"\n"
                "pages = [0, 0x1000]",
                "6:9 region \"r\" has 2 pages of 4 KiB, and needs 3"},
        Refused{"[[region]]\nname = \"r\"\nkey = 1\nsize = \"1 B\"\nfirst_byte_offset = \"6 KiB\"\n"
                "pages = [0, 0x1000]",
                "5:21 region \"r\": first_byte_offset is not inside"},
        Refused{"[[region]]\nname = \"r\"\nkey = 1\nsize = \"1 B\"",
                "1:1 region \"r\" has neither"},
        Refused{"[[region]]\nname = \"r\"\nkey = 1\nsize = \"1 B\"\nbase = 0\npages = [0]",
                "1:1 region \"r\" has both"},
        Refused{"[[region]]\nname = \"r\"\nkey = 1\nsize = \"1 B\"\npages = [0, 0x1001]",
                "region \"r\": page 1 at 0x1001 is not aligned to 4 KiB"},
        Refused{"[[region]]\nname = \"r\"\nkey = 1\nsize = \"2 B\"\niova = \"0xffffffffffffffff\"\n"
                "base = 0",
                "4:8 region \"r\": iova + size goes beyond 2^64"},
        Refused{"[[region]]\nname = \"r\"\nkey = 1\nsize = \"16777215 TiB\"\nbase = 0",
                "5:8 region \"r\" has more than 4194304 pages"},
        Refused{
            "[[region]]\nname = \"r\"\nkey = 1\nsize = \"4097 B\"\nbase = \"0xfffffffffffff000\"",
            "5:8 region \"r\": its pages go beyond"},
        Refused{"[[region]]\nname = \"0x1\"\nkey = 1\nsize = \"1 B\"\nbase = 0",
                "2:8 a region's name cannot be a number"},
        Refused{"[[region]]\nname = \"r\"\nkey = 1\nsize = \"1 B\"\nbase = 0\n"
                "[[region]]\nname = \"r\"\nkey = 2\nsize = \"1 B\"\nbase = 0",
                "7:8 there are two regions named \"r\""},
        Refused{"[[region]]\nname = \"r\"\nkey = 1\nsize = \"1 B\"\nbase = 0\n"
                "[[region]]\nname = \"q\"\nkey = 1\nsize = \"1 B\"\nbase = 0",
                "8:7 region \"q\" has the key 0x1 of region \"r\""}));

INSTANTIATE_TEST_SUITE_P(
    Faults, ScenarioRefuses,
    ::testing::Values(
        Refused{"[fault]\nanswer = \"silent\"", "1:2 fault should be a list of tables"},
        Refused{"[[fault]]\nlimit = 1", "1:1 fault.answer is missing"},
        Refused{"[[fault]]\nanswer = \"slverr\"", "2:10 fault.answer cannot be \"slverr\""},
        Refused{"[[fault]]\nanswer = \"silent\"\nqps = 1", "3:1 unknown key: fault.qps"},
        Refused{"[[qp]]\nnumber = 1\n[[fault]]\nanswer = \"silent\"\nqp = 2",
                "5:6 there is no queue pair 2"},
        Refused{"[[fault]]\nanswer = \"silent\"\nside = \"sq\"\nnumber = 3",
                "3:8 fault.side has no meaning without fault.qp"},
        Refused{"[[fault]]\nanswer = \"silent\"\npart = 0",
                "3:8 fault.part has no meaning without fault.qp"},
        Refused{"[[fault]]\nanswer = \"silent\"\naddress = 0",
                "3:11 fault.address has no fault.size"},
        Refused{"[[fault]]\nanswer = \"silent\"\nsize = \"1 B\"",
                "3:8 fault.size has no fault.address"},
        Refused{"[[fault]]\nanswer = \"silent\"\naddress = 0\nsize = \"0 B\"",
                "4:8 fault.size is out of range: 1 B to"},
        Refused{"[[fault]]\nanswer = \"silent\"\naddress = \"0xffffffffffffffff\"\n"
                "size = \"2 B\"",
                "4:8 fault.address + fault.size goes beyond 2^64"},
        Refused{"[[fault]]\nanswer = \"decode_error\"\nlate = \"1 ns\"",
                "3:8 fault.late has no meaning with an error"},
        Refused{"[[fault]]\nanswer = \"silent\"\nlate = \"0 ns\"",
                "3:8 fault.late is out of range"},
        Refused{"[[fault]]\nanswer = \"silent\"\nper_million = 1000001",
                "3:15 fault.per_million is out of range: 1 to 1000000"},
        Refused{"[[fault]]\nanswer = \"silent\"\nlimit = 0", "3:9 fault.limit is out of range"},
        Refused{"[bus]\nwidth = \"64 B\"\nmax_read_burst = \"512 B\"\nmax_write_burst = \"256 B\"\n"
                "[[fault]]\nanswer = \"silent\"\nburst = 0\nbeat = 8",
                "8:8 fault.beat (8) is beyond the longest burst, of 8 beats"},
        Refused{"[bus]\nwidth = \"64 B\"\nmax_read_burst = \"512 B\"\nmax_write_burst = \"256 B\"\n"
                "[[fault]]\ndirection = \"scatter\"\nanswer = \"silent\"\nburst = 0\nbeat = 4",
                "9:8 fault.beat (4) is beyond the longest burst, of 4 beats"},
        Refused{"[bus]\nwidth = \"48 B\"\n[[fault]]\nanswer = \"silent\"\nburst = 0\nbeat = 300",
                "2:9 bus.width is no power of two"}));

/// The last beat of the longest burst, and a beat of the transfer, have no such limit.
TEST(ScenarioAccepts, FaultsAtTheirLimits) {
  const std::string bus =
      "[bus]\nwidth = \"64 B\"\nmax_read_burst = \"512 B\"\nmax_write_burst = \"256 B\"\n"
      "[[fault]]\nanswer = \"silent\"\nlate = \"never\"\n";
  EXPECT_EQ(error_of(bus + "burst = 0\nbeat = 7"), "no error");
  EXPECT_EQ(error_of(bus + "beat = 2147483647"), "no error");
  EXPECT_EQ(error_of(bus + "direction = \"scatter\"\nburst = 2147483647\nbeat = 3"), "no error");
  EXPECT_EQ(error_of(bus + "address = \"0xffffffffffffffff\"\nsize = \"1 B\""), "no error");
}

INSTANTIATE_TEST_SUITE_P(
    Deadlocks, ScenarioRefuses,
    ::testing::Values(
        Refused{"[bus]\nmax_write_burst = \"100 B\"", "2:19 bus.max_write_burst (100 B) is not a"},
        Refused{"[bus]\nwidth = \"4 B\"\nmax_read_burst = \"2 KiB\"",
                "3:18 bus.max_read_burst (2 KiB) is more than 256 beats"},
        Refused{"[bus]\nread_bytes = \"4095 B\"", "2:14 bus.read_bytes (4095 B) is less than"},
        Refused{"[payload]\nscatter_depth = \"256 B\"",
                "2:17 payload.scatter_depth (256 B) is less"},
        Refused{"[payload]\ncut_through = true\nscatter_depth = \"32 B\"",
                "(32 B) is less than bus.width"},
        Refused{"[payload]\ngather_depth = \"32 B\"", "2:16 payload.gather_depth (32 B) is less"},
        Refused{"[engine]\nslots = 2\n[arbiter]\nreserve_gather = 2",
                "4:18 arbiter.reserve_gather takes all"},
        Refused{"[engine]\nslots = 3\n[arbiter]\nreserve_gather = 2\nreserve_scatter = 2",
                "5:19 arbiter.reserve_gather + arbiter.reserve_scatter (4) is more than"},
        Refused{"[memory]\nreorder_window = 2",
                "2:18 memory.reorder_window (2) shuffles the responses of a slot"},
        Refused{"[bus]\nmax_write_burst = \"256 B\"\n[memory]\nposted_data_credits = 15",
                "4:23 memory.posted_data_credits (15) are fewer than a burst of"},
        Refused{"[memory]\nshared_data_path = true\nread_bandwidth = \"1 Gbit/s\"",
                "3:18 memory.shared_data_path needs memory.read_bandwidth"},
        Refused{"[memory]\nread_completion_size = \"96 B\"", "2:24 memory.read_completion_size"},
        Refused{"[memory]\nnon_posted_credits = 0", "2:22 memory.non_posted_credits"}));

}  // namespace
}  // namespace sgdma::workload
