/// Generators that are refused: each with its place, the reason and the hint.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workload/config/load_scenario.h"

namespace sgdma::workload {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// 19 lines; a generator behind it begins in line 20.
constexpr const char* kHead = R"([[region]]
name = "r"
key = 7
size = "64 KiB"
base = 0
access = ["local_write", "remote_write", "remote_read", "remote_atomic"]
[[region]]
name = "odd"
key = 8
iova = 4
size = "100 B"
base = 0
access = ["remote_atomic"]
[[qp]]
number = 1
count = 4
[workload]
seed = 1
peer_delay = "1 us"
)";

/// Errors as "line:column message", and " | hint" where there is one.
std::vector<std::string> errors_of(const std::string& text) {
  std::vector<std::string> texts;
  try {
    parse_scenario(text, "t.toml");
  } catch (const ConfigError& error) {
    for (const Diagnostic& one : error.diagnostics()) {
      texts.push_back(std::to_string(one.line) + ":" + std::to_string(one.column) + " " +
                      one.message + (one.hint.empty() ? "" : " | " + one.hint));
    }
  }
  return texts;
}

struct Refused {
  const char* keys;   ///< of a generator, from line 21 on
  const char* error;  ///< the only one
};

std::ostream& operator<<(std::ostream& out, const Refused& refused) { return out << refused.keys; }

class GeneratorRefuses : public ::testing::TestWithParam<Refused> {};

TEST_P(GeneratorRefuses, WithPlaceReasonAndHint) {
  const std::string text = std::string(kHead) + "[[generator]]\n" + GetParam().keys;
  EXPECT_THAT(errors_of(text), ElementsAre(GetParam().error)) << text;
}

INSTANTIATE_TEST_SUITE_P(
    Keys, GeneratorRefuses,
    ::testing::Values(
        Refused{"qp = 1\nop = \"send\"\nregion = \"r\"\ndepth = 1\nmessages = 1",
                "20:1 generator.name is missing | it is a text"},
        Refused{"name = \"g\"\nop = \"send\"\nregion = \"r\"\ndepth = 1\nmessages = 1",
                "20:1 generator.qp is missing | it is 0 to 16777215"},
        Refused{"name = \"g\"\nqp = 1\nregion = \"r\"\ndepth = 1\nmessages = 1",
                "20:1 generator.op is missing | "
                "it is one of \"send\", \"write\", \"read\", \"compare_swap\", \"fetch_add\", "
                "\"incoming_send\", \"incoming_write\", \"incoming_read\", "
                "\"incoming_compare_swap\", \"incoming_fetch_add\", or a distribution"},
        Refused{"name = \"g\"\nqp = 1\nop = \"incoming\"\ndepth = 1\nmessages = 1",
                "23:6 generator.op cannot be \"incoming\": "
                "it is one of \"send\", \"write\", \"read\", \"compare_swap\", \"fetch_add\", "
                "\"incoming_send\", \"incoming_write\", \"incoming_read\", "
                "\"incoming_compare_swap\", \"incoming_fetch_add\", or a distribution"},
        Refused{"name = \"g\"\nqp = 1\nop = \"send\"\nregion = \"r\"\ndepth = 0\nmessages = 1",
                "25:9 generator.depth is out of range: 1 to 1048576, or \"open_loop\" | 0 is not "
                "\"open_loop\": write the word"},
        Refused{"name = \"g\"\nqp = 1\nop = \"send\"\nregion = \"q\"\ndepth = 1\nmessages = 1",
                "24:10 generator.region: there is no region named \"q\" | name a [[region]], or "
                "give its key as a number"},
        Refused{"name = \"g\"\nqp = 1\nop = \"send\"\nregion = \"r\"\nload = \"200 Tbit/s\"\n"
                "messages = 1",
                "25:8 generator.load is out of range: 1 bit/s to 100 Tbit/s"},
        Refused{"name = \"g\"\nqp = 1\nop = \"send\"\nregion = \"r\"\ninterval = \"0 ps\"\n"
                "messages = 1",
                "25:12 generator.interval is out of range: 1 ps to 4000000 s"},
        Refused{"name = \"g\"\nqp = 1\nop = \"send\"\nregion = \"r\"\narrival = \"fixed\"\n"
                "interval = \"1 ns\"\nmessages = 1",
                "25:1 unknown key: generator.arrival | did you mean \"arrivals\"?"}));

INSTANTIATE_TEST_SUITE_P(
    Names, GeneratorRefuses,
    ::testing::Values(
        Refused{"name = \"\"\nqp = 1\nop = \"send\"\nregion = \"r\"\ndepth = 1\nmessages = 1",
                "21:8 a generator's name cannot be empty"},
        Refused{"name = \"g\"\nqp = 1\nop = \"send\"\nregion = \"r\"\ndepth = 1\nmessages = 1\n"
                "[[generator]]\nname = \"g\"\nqp = 2\nop = \"send\"\nregion = \"r\"\ndepth = 1\n"
                "messages = 1",
                "28:8 there are two generators named \"g\" | they would draw the same random "
                "numbers"}));

INSTANTIATE_TEST_SUITE_P(
    QueuePairs, GeneratorRefuses,
    ::testing::Values(
        Refused{"name = \"g\"\nqp = 3\nqps = 3\nop = \"send\"\nregion = \"r\"\ndepth = 1\n"
                "messages = 1",
                "22:6 generator \"g\": not all of the queue pairs 3 to 5 are there | declare them: "
                "[[qp]] with number and count"},
        Refused{"name = \"g\"\nqp = 1\nqps = 2\nop = \"send\"\nregion = \"r\"\ndepth = 1\n"
                "messages = 1\n[[generator]]\nname = \"h\"\nqp = 2\nqps = 2\nop = \"send\"\n"
                "region = \"r\"\ndepth = 1\nmessages = 1",
                "30:6 generator \"h\" shares queue pairs with generator \"g\" | what is done is "
                "counted by queue pair: give each its own"},
        Refused{"name = \"g\"\nqp = 1\nqps = 2\nop = \"send\"\nregion = \"r\"\ndepth = 1\n"
                "messages = 1\n[[wqe]]\nqp = 2\nop = \"send\"",
                "22:6 generator \"g\": queue pair 2 has work that the scenario lists | what is "
                "done is counted by queue pair: give the generator its own"}));

INSTANTIATE_TEST_SUITE_P(
    Loops, GeneratorRefuses,
    ::testing::Values(
        Refused{"name = \"g\"\nqp = 1\nop = \"send\"\nregion = \"r\"\ndepth = 1\nmessages = 1\n"
                "interval = \"1 ns\"",
                "27:12 generator.interval has no meaning in a closed loop | leave out "
                "generator.depth for an open loop"},
        Refused{"name = \"g\"\nqp = 1\nop = \"send\"\nregion = \"r\"\ndepth = 1\nmessages = 1\n"
                "load = \"1 Gbit/s\"",
                "27:8 generator.load has no meaning in a closed loop | leave out generator.depth "
                "for an open loop"},
        Refused{"name = \"g\"\nqp = 1\nop = \"send\"\nregion = \"r\"\ndepth = 1\nmessages = 1\n"
                "arrivals = \"poisson\"",
                "27:12 generator.arrivals has no meaning in a closed loop | leave out "
                "generator.depth for an open loop"},
        Refused{"name = \"g\"\nqp = 1\nop = \"send\"\nregion = \"r\"\ndepth = 1\nmessages = 1\n"
                "qp_order = \"random\"",
                "27:12 generator.qp_order has no meaning in a closed loop | leave out "
                "generator.depth for an open loop"},
        Refused{"name = \"g\"\nqp = 1\nop = \"send\"\nregion = \"r\"\ndepth = 1\nmessages = 1\n"
                "incast = true",
                "27:10 generator.incast has no meaning in a closed loop | leave out "
                "generator.depth for an open loop"},
        Refused{"name = \"g\"\nqp = 1\nop = \"send\"\nregion = \"r\"\nmessages = 1",
                "20:1 generator \"g\" has neither depth nor interval nor load | a closed loop has "
                "a depth, an open loop one of the others"},
        Refused{"name = \"g\"\nqp = 1\nop = \"send\"\nregion = \"r\"\nmessages = 1\n"
                "interval = \"1 ns\"\nload = \"1 Gbit/s\"",
                "20:1 generator \"g\" has both interval and load | a closed loop has a depth, an "
                "open loop one of the others"},
        Refused{"name = \"g\"\nqp = 1\nop = \"send\"\nregion = \"r\"\nmessages = 1\n"
                "interval = \"1 ns\"\narrivals = \"on_off\"\non = \"1 us\"",
                "20:1 generator \"g\" has no times on and off | arrivals = \"on_off\" has both, "
                "nothing else has one"},
        Refused{"name = \"g\"\nqp = 1\nop = \"send\"\nregion = \"r\"\nmessages = 1\n"
                "interval = \"1 ns\"\noff = \"1 us\"",
                "20:1 generator \"g\" has times on and off that mean nothing | arrivals = "
                "\"on_off\" has both, nothing else has one"}));

INSTANTIATE_TEST_SUITE_P(
    Times, GeneratorRefuses,
    ::testing::Values(
        Refused{"name = \"g\"\nqp = 1\nop = \"send\"\nregion = \"r\"\ndepth = 1",
                "20:1 generator \"g\" never ends | give it messages or stop"},
        Refused{"name = \"g\"\nqp = 1\nop = \"send\"\nregion = \"r\"\nmessages = 1\n"
                "size = \"0 B\"\nload = \"1 Gbit/s\"",
                "27:8 generator \"g\": the load makes no interval of 1 ps to 4000000 s"},
        Refused{"name = \"g\"\nqp = 1\nop = \"send\"\nregion = \"r\"\nmessages = 1\n"
                "interval = \"1001 ns\"\narrivals = \"on_off\"\non = \"1 ps\"\noff = \"1 ps\"",
                "28:6 generator \"g\": its interval is more than 1000000 times as long as it is "
                "on"},
        Refused{"name = \"g\"\nqp = 1\nop = \"send\"\nregion = \"r\"\ndepth = 1\n"
                "start = \"2 us\"\nstop = \"1999 ns\"",
                "27:8 generator \"g\" stops before its start"},
        Refused{"name = \"g\"\nqp = 1\nop = \"send\"\nregion = \"r\"\ninterval = \"1000000 s\"\n"
                "messages = 6",
                "26:12 generator \"g\": its last message would come after more than 4000000 s"},
        Refused{"name = \"g\"\nqp = 1\nop = \"send\"\nregion = \"r\"\ninterval = \"1000000 s\"\n"
                "messages = 5\nstart = \"1 ms\"",
                "26:12 generator \"g\": its last message would come after more than 4000000 s"},
        Refused{"name = \"g\"\nqp = 1\nop = \"send\"\nregion = \"r\"\ninterval = \"500000 s\"\n"
                "messages = 5\narrivals = \"on_off\"\non = \"1 s\"\noff = \"2 s\"",
                "26:12 generator \"g\": its last message would come after more than 4000000 s"}));

INSTANTIATE_TEST_SUITE_P(
    Memory, GeneratorRefuses,
    ::testing::Values(
        Refused{"name = \"g\"\nqp = 1\nop = \"send\"\ndepth = 1\nmessages = 1",
                "20:1 generator \"g\" needs a region | name a [[region]] in generator.region"},
        Refused{"name = \"g\"\nqp = 1\nop = \"incoming_read\"\nregion = \"r\"\ndepth = 1\n"
                "messages = 1",
                "20:1 generator \"g\" needs a remote | name a [[region]] in generator.remote"},
        Refused{"name = \"g\"\nqp = 1\nop = \"send\"\nregion = 99\ndepth = 1\nmessages = 1",
                "24:10 generator \"g\": there is no region with the key 0x63"},
        Refused{"name = \"g\"\nqp = 1\nop = \"incoming_send\"\nregion = \"odd\"\ndepth = 1\n"
                "messages = 1\nsize = \"100 B\"",
                "24:10 generator \"g\": region \"odd\" does not allow what the generator does | "
                "its access lacks a right: local_write for receives, READs and atomics, "
                "remote_write, remote_read or remote_atomic for what peers do"},
        Refused{"name = \"g\"\nqp = 1\nop = \"incoming_write\"\nremote = \"odd\"\ndepth = 1\n"
                "messages = 1\nsize = \"100 B\"",
                "24:10 generator \"g\": region \"odd\" does not allow what the generator does | "
                "its access lacks a right: local_write for receives, READs and atomics, "
                "remote_write, remote_read or remote_atomic for what peers do"},
        Refused{"name = \"g\"\nqp = 1\nop = \"send\"\nregion = \"odd\"\ndepth = 1\nmessages = 1\n"
                "size = { uniform = [\"1 B\", \"101 B\"] }",
                "24:10 generator \"g\": messages of 101 B do not fit in region \"odd\" (100 B)"},
        Refused{"name = \"g\"\nqp = 1\nop = \"incoming_fetch_add\"\nremote = \"odd\"\ndepth = 1\n"
                "messages = 1",
                "24:10 generator \"g\": atomics would not be aligned to 8 bytes in region \"odd\" "
                "| alignment, iova and first_byte_offset have to be multiples of 8 B"},
        Refused{"name = \"g\"\nqp = 1\nop = \"incoming_fetch_add\"\nremote = \"r\"\ndepth = 1\n"
                "messages = 1\nalignment = \"4 B\"",
                "24:10 generator \"g\": atomics would not be aligned to 8 bytes in region \"r\" "
                "| alignment, iova and first_byte_offset have to be multiples of 8 B"},
        Refused{"name = \"g\"\nqp = 1\nop = \"send\"\nregion = \"r\"\ndepth = 1\nmessages = 1\n"
                "sges = { uniform = [1, 31] }",
                "27:8 generator \"g\": more than engine.max_sge (30) SGEs"}));

TEST(GeneratorRefusal, SaysThatNobodyAnswers) {
  std::string text = kHead;
  text.resize(text.rfind("peer_delay"));
  EXPECT_THAT(errors_of(text + "[[generator]]\nname = \"g\"\nqp = 1\nregion = \"r\"\ndepth = 1\n"
                               "op = { weights = [[\"send\", 9], [\"read\", 1]] }\nmessages = 1"),
              ElementsAre("24:6 generator \"g\": nobody answers READs and atomics | give "
                          "workload.peer_delay: the time until the peer answers"));
}

TEST(GeneratorRefusal, SaysThatThePeerAcknowledges) {
  const std::string packet = "[[packet]]\nqp = 1\nop = \"acknowledge\"\n";
  EXPECT_THAT(errors_of(kHead + packet),
              ElementsAre("22:6 with workload.peer_delay, the peer acknowledges by itself | leave "
                          "out the packet, or workload.peer_delay"));
  std::string text = kHead;
  text.resize(text.rfind("peer_delay"));
  EXPECT_THAT(errors_of(text + packet), IsEmpty());
}

TEST(GeneratorRefusal, NamesAllErrorsInOneGo) {
  EXPECT_THAT(
      errors_of(std::string(kHead) +
                "[[generator]]\nname = \"g\"\nqp = 4\nqps = 2\nop = \"send\"\nregion = \"odd\"\n"
                "sges = 40\nincast = true\ndepth = 2\n"),
      ElementsAre("20:1 generator \"g\" never ends | give it messages or stop",
                  "22:6 generator \"g\": not all of the queue pairs 4 to 5 are there | declare "
                  "them: [[qp]] with number and count",
                  "25:10 generator \"g\": messages of 4 KiB do not fit in region \"odd\" (100 B)",
                  "26:8 generator \"g\": more than engine.max_sge (30) SGEs",
                  "27:10 generator.incast has no meaning in a closed loop | leave out "
                  "generator.depth for an open loop"));
}

/// What lies just inside the limits.
TEST(GeneratorRefusal, LetsTheLimitsThemselvesPass) {
  for (const char* keys :
       {"qp = 1\nqps = 4\nop = \"send\"\nregion = \"odd\"\nsize = \"100 B\"\ndepth = 1\nmessages = "
        "1",
        "qp = 1\nop = \"incoming_fetch_add\"\nremote = \"r\"\ndepth = 1\nmessages = 1\n"
        "size = \"1 MiB\"",
        "qp = 1\nop = \"send\"\nregion = \"r\"\ninterval = \"1000000 s\"\nmessages = 5",
        "qp = 1\nop = \"send\"\nregion = \"r\"\ninterval = \"1000000 s\"\nstop = \"4000000 s\"",
        "qp = 1\nop = \"send\"\nregion = \"r\"\ninterval = \"1 us\"\narrivals = \"on_off\"\n"
        "on = \"1 ps\"\noff = \"1 ps\"\nmessages = 1",
        "qp = 1\nop = \"send\"\nregion = \"r\"\ndepth = 1\nstart = \"1 us\"\nstop = \"1 us\"",
        "qp = 1\nop = \"send\"\nregion = \"r\"\ndepth = 1\nmessages = 1\nsges = 30"}) {
    EXPECT_THAT(errors_of(std::string(kHead) + "[[generator]]\nname = \"g\"\n" + keys), IsEmpty())
        << keys;
  }
}

}  // namespace
}  // namespace sgdma::workload
