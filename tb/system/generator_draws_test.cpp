/// What generators draw: operations, lengths, pieces and addresses, from streams that do not touch
/// one another, and the same in every run.
#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/case_run.h"
#include "support/scenario_run.h"
#include "support/scratch.h"
#include "support/small_engine.h"

namespace sgdma::test {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;

/// Regions whose memory is elsewhere than their IOVA: 1000 bytes from 0x9000, and 1 MiB.
constexpr const char* kRegions = R"(
[[region]]
name = "kilo"
key = 2
iova = "0x500000"
size = "1000 B"
base = "0x9000"
access = ["local_write", "remote_write", "remote_read", "remote_atomic"]
[[region]]
name = "mega"
key = 3
iova = "0x700000"
size = "1 MiB"
base = "0x100000"
access = ["local_write", "remote_write", "remote_read", "remote_atomic"]
)";

CaseRun generated(const std::string& keys, const std::vector<std::string>& arguments = {}) {
  return CaseRun(small_engine(1) + kRegions + "[[generator]]\nname = \"g\"\nqp = 1\n" + keys,
                 arguments);
}

std::vector<std::uint64_t> addresses(const CaseRun& run) { return run.numbers("grant", "addr"); }

constexpr const char* kSlowWrites =
    "op = \"incoming_write\"\nsize = \"200 B\"\nremote = \"kilo\"\ninterval = \"100 cycles\"\n";

// 200 bytes and up to the next multiple of 64 are 256: the fifth would end beyond 1000 bytes.
TEST(GeneratorAddresses, AreSequentialAndBeginAgain) {
  const CaseRun run = generated(std::string(kSlowWrites) + "messages = 6");
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(addresses(run), ElementsAre(0x9000, 0x9100, 0x9200, 0x9300, 0x9000, 0x9100));
}

// Five times 200 bytes fit without a gap.
TEST(GeneratorAddresses, FillTheirRegionToTheLastByte) {
  const CaseRun run = generated(std::string(kSlowWrites) + "alignment = \"1 B\"\nmessages = 5");
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(addresses(run),
              ElementsAre(0x9000, 0x9000 + 200, 0x9000 + 400, 0x9000 + 600, 0x9000 + 800));
}

// At 0, 64, ... 768: the last one that leaves room. 400 draws of 13 miss one of them in 13 *
// (12/13)^400, next to never.
TEST(GeneratorAddresses, AreDrawnAlignedAndInside) {
  const CaseRun run =
      generated(std::string(kSlowWrites) + "addresses = \"random\"\nmessages = 400");
  EXPECT_TRUE(run.sound()) << run.err();
  const std::vector<std::uint64_t> drawn = addresses(run);
  const std::set<std::uint64_t> seen(drawn.begin(), drawn.end());
  std::set<std::uint64_t> expected;
  for (std::uint64_t offset = 0; offset <= 768; offset += 64) expected.insert(0x9000 + offset);
  EXPECT_EQ(drawn.size(), 400U);
  EXPECT_EQ(seen, expected);
}

TEST(GeneratorAddresses, AreTheSame) {
  const CaseRun run = generated(std::string(kSlowWrites) + "addresses = \"same\"\nmessages = 5");
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(addresses(run), ElementsAre(0x9000, 0x9000, 0x9000, 0x9000, 0x9000));
}

// A message of 1000 bytes, four packets, fits a region of 1000.
TEST(GeneratorAddresses, AMessageMayFillItsRegion) {
  for (const std::string order : {"sequential", "random", "same"}) {
    const CaseRun run = generated(
        "op = \"incoming_write\"\nsize = \"1000 B\"\nremote = \"kilo\"\nmessages = 3\n"
        "interval = \"1 us\"\naddresses = \"" +
        order + "\"");
    EXPECT_TRUE(run.sound()) << run.err();
    EXPECT_THAT(addresses(run), ElementsAre(0x9000, 0x9100, 0x9200, 0x9300, 0x9000, 0x9100, 0x9200,
                                            0x9300, 0x9000, 0x9100, 0x9200, 0x9300))
        << order;
  }
}

// 67, 67 and 66 bytes, each at the next multiple of 64: 0, 128, 256. Bursts end with their piece,
// and after 64 bytes.
TEST(GeneratorSges, ShareTheLengthOfAMessage) {
  const CaseRun run = generated(
      "op = \"write\"\nsize = \"200 B\"\nregion = \"kilo\"\nsges = 3\ndepth = 1\nmessages = 1");
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.numbers("post", "segments"), ElementsAre(3));
  EXPECT_THAT(run.list("burst", "segment addr bytes"),
              ElementsAre("0 0x9000 64", "0 0x9040 3", "1 0x9080 64", "1 0x90c0 3", "2 0x9100 64",
                          "2 0x9140 2"));
}

TEST(GeneratorSges, AreNeverEmpty) {
  const CaseRun run = generated(
      "op = \"write\"\nsize = \"2 B\"\nregion = \"kilo\"\nsges = 4\ndepth = 1\nmessages = 2");
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.numbers("post", "segments"), Each(2));
}

// 100 of 400 each, with a standard deviation of sqrt(400 * 3 / 16) = 8.7.
TEST(GeneratorSges, AreDrawn) {
  const CaseRun run = generated(
      "op = \"write\"\nsize = \"80 B\"\nregion = \"mega\"\nsges = { uniform = [1, 4] }\n"
      "depth = 4\nmessages = 400");
  EXPECT_TRUE(run.sound()) << run.err();
  for (const std::string count : {"1", "2", "3", "4"}) {
    EXPECT_NEAR(static_cast<double>(run.count("post", "segments=" + count)), 100, 35) << count;
  }
}

// Of an incoming SEND, the receive's memory comes in pieces: the SEND is placed in three.
TEST(GeneratorSges, AreThoseOfReceivesToo) {
  const CaseRun run = generated(
      "op = \"incoming_send\"\nsize = \"200 B\"\nregion = \"kilo\"\nsges = 3\n"
      "interval = \"1 us\"\nmessages = 1");
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.numbers("post", "segments"), ElementsAre(3));
}

// Of 2000, each count has a standard deviation of sqrt(2000 p (1 - p)): 22 at the most.
TEST(GeneratorOps, AreDrawnByTheirWeights) {
  const CaseRun run = generated(
      "op = { weights = [[\"write\", 5], [\"incoming_write\", 3], [\"incoming_send\", 1], "
      "[\"incoming_read\", 1]] }\nsize = \"8 B\"\nregion = \"mega\"\nremote = \"mega\"\n"
      "interval = \"20 cycles\"\nmessages = 2000");
  EXPECT_TRUE(run.sound()) << run.err();
  const auto count = [&](const std::string& side, const std::string& direction) {
    std::size_t found = 0;
    for (const std::string& tag : run.list("post", "tag", "dir=" + direction)) {
      found += tag.find("." + side + ".") != std::string::npos ? 1 : 0;
    }
    return static_cast<double>(found);
  };
  EXPECT_NEAR(count("sq", "gather"), 1000, 90);
  EXPECT_NEAR(count("responder", "scatter"), 600, 82);
  EXPECT_NEAR(count("rq", "scatter"), 200, 54);
  EXPECT_NEAR(count("responder", "gather"), 200, 54);
}

constexpr const char* kTable = "# bytes percent\n0 0\n10 20\n100 70\n400 100\n";

/// Share of the table's lengths that are at most `bytes`.
double share_up_to(double bytes) {
  if (bytes <= 10) return bytes / 10 * 0.2;
  if (bytes <= 100) return 0.2 + (bytes - 10) / 90 * 0.5;
  return 0.7 + (bytes - 100) / 300 * 0.3;
}

// Kolmogorov and Smirnov: of 2000 lengths that come from the table, the distance exceeds
// 1.95 / sqrt(2000) in one of a thousand cases (less often, since lengths are whole numbers).
TEST(GeneratorSizes, FollowATableFromAFile) {
  const std::string sizes = write_scratch_file("sizes.txt", kTable);
  const CaseRun run = generated("op = \"incoming_read\"\nsize = { file = \"" + sizes +
                                "\" }\nremote = \"mega\"\ninterval = \"1 us\"\nmessages = 2000");
  EXPECT_TRUE(run.sound()) << run.err();
  std::vector<std::uint64_t> lengths = run.numbers("post", "len");
  ASSERT_EQ(lengths.size(), 2000U);
  std::sort(lengths.begin(), lengths.end());
  EXPECT_GE(lengths.front(), 1U);
  EXPECT_LE(lengths.back(), 400U);
  double distance = 0;
  for (std::uint64_t bytes = 1; bytes <= 400; ++bytes) {
    const auto most = std::upper_bound(lengths.begin(), lengths.end(), bytes);
    const double share = static_cast<double>(most - lengths.begin()) / 2000;
    distance = std::max(distance, std::abs(share - share_up_to(static_cast<double>(bytes))));
  }
  EXPECT_LT(distance, 1.95 / std::sqrt(2000));
}

constexpr const char* kPoisson =
    "op = \"incoming_write\"\nremote = \"mega\"\narrivals = \"poisson\"\n"
    "interval = \"50 cycles\"\nmessages = 200\n";

TEST(GeneratorStreams, OtherLengthsDoNotChangeTheTimes) {
  const CaseRun one = generated(std::string(kPoisson) + "size = \"8 B\"");
  const CaseRun other = generated(
      std::string(kPoisson) + "size = { uniform = [\"1 B\", \"250 B\"] }\naddresses = \"random\"");
  EXPECT_TRUE(one.sound()) << one.err();
  EXPECT_TRUE(other.sound()) << other.err();
  EXPECT_EQ(one.numbers("post", "cycle"), other.numbers("post", "cycle"));
  EXPECT_NE(one.numbers("post", "len"), other.numbers("post", "len"));
}

// Operations and lengths are drawn from the same shares: if from the same numbers, two of the four
// combinations would never come. 250 of 1000 each, with a standard deviation of 13.7.
TEST(GeneratorStreams, PurposesDoNotShareNumbers) {
  const CaseRun run = generated(
      "op = { weights = [[\"incoming_read\", 1], [\"incoming_write\", 1]] }\n"
      "size = { weights = [[\"8 B\", 1], [\"16 B\", 1]] }\nremote = \"mega\"\n"
      "interval = \"20 cycles\"\nmessages = 1000");
  EXPECT_TRUE(run.sound()) << run.err();
  const std::vector<std::string> messages = run.list("post", "dir len");
  for (const std::string kind : {"gather 8", "gather 16", "scatter 8", "scatter 16"}) {
    EXPECT_NEAR(static_cast<double>(std::count(messages.begin(), messages.end(), kind)), 250, 55)
        << kind;
  }
}

/// What a mix draws, of each kind on its own.
std::vector<std::vector<std::string>> draws(const CaseRun& run) {
  return {run.list("post", "cycle"), run.list("post", "len"), run.list("post", "dir"),
          run.list("post", "segments"), run.list("grant", "addr")};
}

constexpr const char* kEverythingDrawn =
    "op = { weights = [[\"write\", 1], [\"incoming_write\", 1]] }\n"
    "size = { uniform = [\"8 B\", \"250 B\"] }\nsges = { uniform = [1, 3] }\n"
    "addresses = \"random\"\nregion = \"mega\"\nremote = \"mega\"\narrivals = \"poisson\"\n"
    "interval = \"50 cycles\"\nmessages = 100\n";

TEST(GeneratorStreams, AnotherSeedDrawsEverythingAnew) {
  const auto one = draws(generated(kEverythingDrawn, {"--seed", "1"}));
  const auto other = draws(generated(kEverythingDrawn, {"--seed", "2"}));
  for (std::size_t kind = 0; kind < one.size(); ++kind) {
    EXPECT_GE(one[kind].size(), 100U);
    EXPECT_NE(one[kind], other[kind]) << kind;
  }
}

TEST(GeneratorStreams, AnotherNameDrawsEverythingAnew) {
  const auto one = draws(generated(kEverythingDrawn));
  const auto other = draws(CaseRun(small_engine(1) + kRegions +
                                   "[[generator]]\nname = \"h\"\nqp = 1\n" + kEverythingDrawn));
  for (std::size_t kind = 0; kind < one.size(); ++kind) {
    EXPECT_NE(one[kind], other[kind]) << kind;
  }
}

/// Everything that is drawn, a peer, a wire, a shuffled region and lengths from a file.
std::string everything() {
  const std::string sizes = write_scratch_file("table.txt", kTable);
  return small_engine(6,
                      "[workload]\nseed = 42\npeer_delay = \"300 ns\"\n"
                      "wire_rate = \"33 Gbit/s\"\n") +
         kRegions +
         "[[region]]\nname = \"mixed\"\nkey = 4\nsize = \"256 KiB\"\nbase = 0x400000\n"
         "layout = \"shuffled\"\naccess = [\"local_write\", \"remote_write\", \"remote_read\", "
         "\"remote_atomic\"]\n"
         "[[generator]]\nname = \"closed\"\nqp = 1\nqps = 3\ndepth = 2\nmessages = 150\n"
         "region = \"mixed\"\nremote = \"mixed\"\nsges = { uniform = [1, 3] }\n"
         "op = { weights = [[\"write\", 3], [\"read\", 2], [\"fetch_add\", 1], "
         "[\"incoming_send\", 2], [\"incoming_write\", 2], [\"incoming_fetch_add\", 1]] }\n"
         "size = { file = \"" +
         sizes +
         "\" }\naddresses = \"random\"\n"
         "[[generator]]\nname = \"open\"\nqp = 4\nqps = 3\nmessages = 100\nregion = \"mega\"\n"
         "remote = \"mega\"\nop = { weights = [[\"send\", 1], [\"incoming_send\", 1]] }\n"
         "size = { weights = [[\"1 B\", 3], [\"1111 B\", 1]] }\nload = \"20 Gbit/s\"\n"
         "arrivals = \"on_off\"\non = \"2 us\"\noff = \"1 us\"\nqp_order = \"random\"\n";
}

TEST(GeneratorStreams, TheSameSeedGivesTheSameRun) {
  const CaseRun first(everything());
  EXPECT_TRUE(first.sound()) << first.err();
  EXPECT_GT(lines_of(first.log()).size(), 3000U);
  const CaseRun again(everything());
  EXPECT_TRUE(first.log() == again.log());
  EXPECT_EQ(first.out(), again.out());
}

TEST(GeneratorStreams, TheResolvedScenarioRepeatsTheRun) {
  const std::string resolved = write_scratch_file("resolved.toml", "");
  const CaseRun first(everything(), {"--resolved", resolved});
  EXPECT_TRUE(first.sound()) << first.err();
  const std::string text = file_bytes(resolved);
  EXPECT_EQ(text.find(".txt"), std::string::npos) << "the table stands in the scenario itself";
  EXPECT_EQ(text.find("shuffled"), std::string::npos) << "and so do the pages";
  const CaseRun again(text);
  EXPECT_TRUE(again.sound()) << again.err();
  EXPECT_TRUE(first.log() == again.log());
}

}  // namespace
}  // namespace sgdma::test
