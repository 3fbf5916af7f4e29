#include "support/vcd_reader.h"

#include <gtest/gtest.h>

namespace sgdma::test {
namespace {

const std::string kHeader =
    "$timescale 1 ns $end\n"
    "$scope module top $end\n"
    "$var wire 1 ! flag $end\n"
    "$var wire 4 \" count [3:0] $end\n"
    "$upscope $end\n"
    "$enddefinitions $end\n";

TEST(VcdReader, ReadsSignalsTimesAndChanges) {
  const VcdDump dump = parse_vcd("$date today $end $version v 1 $end\n$comment a b $end\n" +
                                 kHeader + "#0\n$dumpvars\n1!\nbz \"\n$end\n#7\nb101 \"\nx!\n#9\n");
  EXPECT_EQ(dump.version, "v 1");
  EXPECT_EQ(dump.comment, "a b");
  EXPECT_EQ(dump.timescale, "1ns");
  ASSERT_EQ(dump.signals.size(), 2U);
  EXPECT_EQ(dump.signal("top.count").code, "\"");
  EXPECT_EQ(dump.signal("top.count").width, 4U);
  EXPECT_EQ(dump.initial, 2U);
  EXPECT_EQ(dump.times, (std::vector<std::uint64_t>{0, 7, 9}));
  EXPECT_EQ(dump.values_of("top.flag"), (VcdValues{{0, "1"}, {7, "x"}}));
  EXPECT_EQ(dump.values_of("top.count"), (VcdValues{{0, "zzzz"}, {7, "0101"}}));
  EXPECT_THROW(dump.signal("top.none"), std::out_of_range);
}

/// FNV-1a of "0 top.flag 1\n", worked out with the definition's two constants.
TEST(VcdReader, SumsUpWhatItRead) {
  const VcdDump dump = parse_vcd(kHeader + "#0\n1!\n");
  std::uint32_t sum = 0x811C9DC5U;
  for (const char letter : std::string("0 top.flag 1\n")) {
    sum ^= static_cast<unsigned char>(letter);
    sum *= 0x01000193U;
  }
  EXPECT_EQ(dump.checksum(), sum);
}

struct Refusal {
  const char* name;
  std::string text;
  const char* message;
};

class VcdRefusals : public testing::TestWithParam<Refusal> {};

TEST_P(VcdRefusals, NameTheLine) {
  try {
    parse_vcd(GetParam().text);
    FAIL() << "was taken";
  } catch (const VcdError& error) {
    EXPECT_STREQ(error.what(), GetParam().message);
  }
}

const std::string kVar = "$scope module top $end\n$var wire ";

INSTANTIATE_TEST_SUITE_P(
    All, VcdRefusals,
    testing::Values(
        Refusal{"NoText", "", "line 1: the file ends too early"},
        Refusal{"CutOff", kHeader + "#0\n1!", "line 8: the last line is cut off"},
        Refusal{"SpaceInScalar", kHeader + "#0\n1 !\n",
                "line 8: no signal has the identifier \"\""},
        Refusal{"Prefix", kHeader + "#0\nb0b1 \"\n", "line 8: \"0b1\" is no value"},
        Refusal{"NoSpaceInVector", kHeader + "#0\nb101\"\n",
                "line 8: a vector's identifier stands one space behind it"},
        Refusal{"TooLong", kHeader + "#0\nb10101 \"\n",
                "line 8: \"top.count\" changes to 5 digits"},
        Refusal{"ScalarAsVector", kHeader + "#0\nb1 !\n",
                "line 8: \"top.flag\" changes in the wrong form"},
        Refusal{"VectorAsScalar", kHeader + "#0\n1\"\n",
                "line 8: \"top.count\" changes in the wrong form"},
        Refusal{"UnknownCode", kHeader + "#0\n1#\n", "line 8: no signal has the identifier \"#\""},
        Refusal{"SameTime", kHeader + "#5\n1!\n#5\n", "line 9: time 5 does not rise"},
        Refusal{"BeforeTime", kHeader + "1!\n", "line 7: a change before the first time"},
        Refusal{"OpenDumpvars", kHeader + "#0\n$dumpvars\n1!\n", "line 10: $dumpvars does not end"},
        Refusal{"NoNumber", kHeader + "#1e3\n", "line 7: \"1e3\" is no number"},
        Refusal{"Timescale", "$timescale 0ps $end\n",
                "line 1: $timescale is no 1, 10 or 100 of a unit, or stands twice"},
        Refusal{"NoTimescale", "$enddefinitions $end\n",
                "line 1: $enddefinitions with an open scope, or without a $timescale"},
        Refusal{"Range", kVar + "4 ! a [4:0] $end\n",
                "line 2: the range of \"top.a\" is not that of its width"},
        Refusal{"SameCode", kVar + "1 ! a $end\n$var wire 1 ! b $end\n",
                "line 3: identifier \"!\" stands twice"},
        Refusal{"SameName", kVar + "1 ! a $end\n$var wire 1 # a $end\n",
                "line 3: \"top.a\" stands in no scope, or twice"},
        Refusal{"Upscope", "$upscope $end\n", "line 1: $upscope without its $scope"}),
    [](const auto& refusal) { return std::string(refusal.param.name); });

TEST(VcdReader, AFileThatIsNotThereIsAnError) {
  EXPECT_THROW(read_vcd("/nowhere/wave.vcd"), VcdError);
}

}  // namespace
}  // namespace sgdma::test
