#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <sys/stat.h>
#include <system_error>

#include <gtest/gtest.h>

#include "module/wave_stream.h"
#include "observe/wave/make_wave_file.h"
#include "observe/wave/vcd_file.h"
#include "support/file_size_limit.h"
#include "support/scratch.h"

namespace sgdma::wave_test {
namespace {

namespace fs = std::filesystem;

using observe::ScopeId;
using observe::SignalChange;
using observe::SignalId;
using observe::SignalTable;
using observe::SignalValue;
using observe::VcdFile;
using observe::wave_scale;
using observe::WaveScale;
using test::VcdDump;
using test::VcdValues;

/// 2 units of 1 ns a cycle.
constexpr WaveScale kTwoNanoseconds{-9, 2};

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::string> lines_of(const std::string& path) {
  std::istringstream text(text_of(path));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) {
    lines.push_back(line);
  }
  return lines;
}

SignalChange change(SignalId signal, std::uint64_t bits, bool driven = true) {
  return {signal, {bits, driven}};
}

void write(VcdFile& file, std::uint64_t time, const std::vector<SignalChange>& changes) {
  file.write(time, changes.data(), changes.size());
}

class Waves : public testing::Test {
 protected:
  std::vector<SignalValue> zeros() const { return std::vector<SignalValue>(table_.size()); }

  /// The lines after the header of a file in which `signal` changes once.
  std::vector<std::string> one_change(SignalId signal, std::uint64_t bits, bool driven = true) {
    VcdFile file(path_, table_, kTwoNanoseconds, "");
    file.begin(0, zeros());
    write(file, 5, {change(signal, bits, driven)});
    file.close(5);
    std::vector<std::string> lines = lines_of(path_);
    while (!lines.empty() && lines.front() != "$end") {
      lines.erase(lines.begin());
    }
    return lines;
  }

  std::string path_ = test::scratch_path("wave.vcd");
  SignalTable table_;
  ScopeId top_ = table_.add_scope(std::nullopt, "top");
};

using Lines = std::vector<std::string>;

TEST_F(Waves, TheWholeFileIsWhatClause18Says) {
  const ScopeId inner = table_.add_scope(top_, "inner");
  const SignalId count = table_.add(inner, "count", 4);
  const SignalId flag = table_.add(top_, "flag", 1);
  VcdFile file(path_, table_, kTwoNanoseconds, "by hand, $end or not");
  file.begin(3, {{0, false}, {1, true}});
  write(file, 10, {change(count, 10)});
  write(file, 12, {change(flag, 0), change(count, 0)});
  write(file, 15, {change(flag, 0, false)});
  file.close(20);
  EXPECT_EQ(text_of(path_),
            "$version sgdma 0.1.0 $end\n"
            "$comment by hand, _end or not $end\n"
            "$timescale 1ns $end\n"
            "$scope module top $end\n"
            "$var wire 1 \" flag $end\n"
            "$scope module inner $end\n"
            "$var wire 4 ! count [3:0] $end\n"
            "$upscope $end\n"
            "$upscope $end\n"
            "$enddefinitions $end\n"
            "#3\n"
            "$dumpvars\n"
            "bz !\n"
            "1\"\n"
            "$end\n"
            "#10\n"
            "b1010 !\n"
            "#12\n"
            "0\"\n"
            "b0 !\n"
            "#15\n"
            "z\"\n"
            "#20\n");
  EXPECT_EQ(file.bytes(), text_of(path_).size());
}

TEST_F(Waves, I01ScalarsHaveNoSpace) {
  const SignalId flag = table_.add(top_, "flag", 1);
  EXPECT_EQ(one_change(flag, 1), (Lines{"$end", "#5", "1!"}));
  EXPECT_EQ(one_change(flag, 0), (Lines{"$end", "#5", "0!"}));
  EXPECT_EQ(one_change(flag, 1, false), (Lines{"$end", "#5", "z!"}));
}

TEST_F(Waves, I02VectorsHaveNoPrefixButB) {
  const SignalId byte = table_.add(top_, "byte", 8);
  EXPECT_EQ(one_change(byte, 0xC3), (Lines{"$end", "#5", "b11000011 !"}));
  EXPECT_EQ(one_change(byte, 0x05), (Lines{"$end", "#5", "b101 !"}));
  EXPECT_EQ(one_change(byte, 0), (Lines{"$end", "#5", "b0 !"}));
  EXPECT_EQ(one_change(byte, 0xC3, false), (Lines{"$end", "#5", "bz !"}));
}

TEST_F(Waves, AVectorOf64BitsHasThemAll) {
  const SignalId word = table_.add(top_, "word", 64);
  EXPECT_EQ(one_change(word, 0x8000'0000'0000'0001),
            (Lines{"$end", "#5", "b1" + std::string(62, '0') + "1 !"}));
}

TEST_F(Waves, I03NoValueIsLongerThanItsSignal) {
  const SignalId field = table_.add(top_, "field", 10);
  const auto minus_one = static_cast<std::uint32_t>(-1);
  EXPECT_EQ(one_change(field, minus_one), (Lines{"$end", "#5", "b1111111111 !"}));
}

TEST_F(Waves, I03AWordOfOneBitIsAScalar) {
  const observe::WordTable words{"state", {"idle", "busy"}};
  const SignalId state = table_.add(top_, "state", 1, &words);
  EXPECT_EQ(one_change(state, 1), (Lines{"$end", "#5", "1!"}));
  EXPECT_EQ(one_change(state, 2), (Lines{"$end", "#5", "0!"}));
  EXPECT_EQ(test::read_vcd(path_).signal("top.state").width, 1U);
}

struct Period {
  std::uint64_t picoseconds;
  const char* timescale;
  std::uint64_t unit_fs;  ///< of the timescale
};

class WavePeriods : public Waves, public testing::WithParamInterface<Period> {};

TEST_P(WavePeriods, I04EveryEdgeStandsAtItsExactTime) {
  const SignalId clock = table_.add(top_, "clock", 1);
  const WaveScale scale = wave_scale(GetParam().picoseconds);
  VcdFile file(path_, table_, scale, "");
  file.begin(0, {{1, true}});
  for (std::uint64_t half = 1; half <= 6; ++half) {
    write(file, half * scale.units_a_cycle / 2, {change(clock, half % 2 == 0 ? 1 : 0)});
  }
  file.close(3 * scale.units_a_cycle);
  const VcdDump dump = test::read_vcd(path_);
  EXPECT_EQ(dump.timescale, GetParam().timescale);
  const std::uint64_t half_fs = GetParam().picoseconds * 500;
  ASSERT_EQ(dump.times.size(), 7U);
  for (std::uint64_t half = 0; half < dump.times.size(); ++half) {
    EXPECT_EQ(dump.times[half] * GetParam().unit_fs, half * half_fs);
  }
}

INSTANTIATE_TEST_SUITE_P(All, WavePeriods,
                         testing::Values(Period{2500, "10ps", 10'000}, Period{333, "100fs", 100},
                                         Period{1, "100fs", 100}, Period{1000, "100ps", 100'000},
                                         Period{400, "100ps", 100'000}));

TEST_F(Waves, I04TheTimescaleIsOneTenOrAHundredOfAUnit) {
  table_.add(top_, "flag", 1);
  const char* const texts[] = {"100fs", "1ps",  "10ps",  "100ps", "1ns",  "10ns",  "100ns",
                               "1us",   "10us", "100us", "1ms",   "10ms", "100ms", "1s"};
  for (int exponent = -13; exponent <= 0; ++exponent) {
    VcdFile file(path_, table_, {exponent, 2}, "");
    file.begin(0, zeros());
    file.close(1);
    EXPECT_EQ(test::read_vcd(path_).timescale, texts[exponent + 13]);
  }
}

TEST_F(Waves, I05EachTimeStandsOnceAndTimesRise) {
  const SignalId flag = table_.add(top_, "flag", 1);
  const SignalId byte = table_.add(top_, "byte", 8);
  VcdFile file(path_, table_, kTwoNanoseconds, "");
  file.begin(0, zeros());
  write(file, 10, {change(flag, 1), change(byte, 7)});
  write(file, 15, {});
  write(file, 20, {change(flag, 0)});
  file.close(20);
  EXPECT_EQ(test::read_vcd(path_).times, (std::vector<std::uint64_t>{0, 10, 20}));
}

TEST_F(Waves, I06EverySignalHasAValueAtTimeZero) {
  table_.add(top_, "flag", 1);
  table_.add(top_, "byte", 8);
  table_.add(top_, "word", 64);
  VcdFile file(path_, table_, kTwoNanoseconds, "");
  file.begin(0, {{1, true}, {9, true}, {0, false}});
  file.close(30);
  const VcdDump dump = test::read_vcd(path_);
  EXPECT_EQ(dump.initial, 3U);
  EXPECT_EQ(dump.values_of("top.flag"), (VcdValues{{0, "1"}}));
  EXPECT_EQ(dump.values_of("top.byte"), (VcdValues{{0, "00001001"}}));
  EXPECT_EQ(dump.values_of("top.word"), (VcdValues{{0, std::string(64, 'z')}}));
  EXPECT_EQ(dump.times, (std::vector<std::uint64_t>{0, 30}));
}

class WaveCounts : public Waves, public testing::WithParamInterface<std::uint32_t> {};

TEST_P(WaveCounts, I07EverySignalHasACodeOfItsOwn) {
  std::vector<SignalValue> values;
  for (std::uint32_t at = 0; at < GetParam(); ++at) {
    table_.add(top_, "s" + std::to_string(at), 20);
    values.push_back({at, true});
  }
  VcdFile file(path_, table_, kTwoNanoseconds, "");
  file.begin(0, values);
  file.close(1);
  const VcdDump dump = test::read_vcd(path_);
  ASSERT_EQ(dump.signals.size(), GetParam());
  ASSERT_EQ(dump.changes.size(), GetParam());
  std::set<std::string> codes;
  for (const test::VcdChange& each : dump.changes) {
    const test::VcdSignal& signal = dump.signals[each.signal];
    codes.insert(signal.code);
    EXPECT_EQ(signal.path, "top.s" + std::to_string(std::stoul(each.value, nullptr, 2)));
  }
  EXPECT_EQ(codes.size(), GetParam());
}

INSTANTIATE_TEST_SUITE_P(All, WaveCounts, testing::Values(200U, 20'000U));

TEST_F(Waves, I08NamesAreSafeAndDistinct) {
  for (const char* name : {"qp:0", "qp 0", "\u00fc", "[3]", "\"q\"", "", "7"}) {
    table_.add(top_, name, 1);
  }
  VcdFile file(path_, table_, kTwoNanoseconds, "");
  file.begin(0, zeros());
  file.close(1);
  Lines paths;
  for (const test::VcdSignal& signal : test::read_vcd(path_).signals) {
    paths.push_back(signal.path);
  }
  EXPECT_EQ(paths,
            (Lines{"top.qp_0", "top.qp_0_2", "top.__", "top._3_", "top._q_", "top._", "top._7"}));
}

TEST_F(Waves, I09AFileIsTouchedByItsBeginningOnly) {
  table_.add(top_, "flag", 1);
  std::ofstream(path_) << "old";
  { VcdFile file(path_, table_, kTwoNanoseconds, ""); }
  EXPECT_EQ(text_of(path_), "old");
}

TEST_F(Waves, I10AFileThatIsNotClosedEndsWhereItWas) {
  const SignalId flag = table_.add(top_, "flag", 1);
  {
    VcdFile file(path_, table_, kTwoNanoseconds, "");
    file.begin(0, zeros());
    write(file, 10, {change(flag, 1)});
    write(file, 25, {});
  }
  EXPECT_EQ(test::read_vcd(path_).times, (std::vector<std::uint64_t>{0, 10, 25}));
}

TEST_F(Waves, AClosedFileKeepsNoRoomThatItDoesNotUse) {
  const SignalId wide = table_.add(top_, "wide", 64);
  {
    VcdFile file(path_, table_, kTwoNanoseconds, "");
    file.begin(0, zeros());
    for (observe::WaveTime now = 1; now <= 20'000; ++now) write(file, now, {change(wide, ~now)});
    file.close(20'000);
    EXPECT_EQ(file.bytes(), fs::file_size(path_));
  }
  struct stat status {};
  ASSERT_EQ(stat(path_.c_str(), &status), 0);
  constexpr std::int64_t kUnit = 512;  // of st_blocks
  constexpr std::int64_t kPages = 131'072;
  EXPECT_GT(status.st_size, 1'000'000);
  EXPECT_LE(status.st_blocks * kUnit, status.st_size + kPages);
}

TEST_F(Waves, ADeviceTakesAWaveform) {
  const SignalId wide = table_.add(top_, "wide", 64);
  VcdFile file("/dev/null", table_, kTwoNanoseconds, "");
  file.begin(0, zeros());
  for (observe::WaveTime now = 1; now <= 20'000; ++now) write(file, now, {change(wide, ~now)});
  EXPECT_NO_THROW(file.close(20'000));
}

class WaveSeeds : public testing::TestWithParam<std::uint64_t> {};

TEST_P(WaveSeeds, AFileHoldsTheChangesThatItWasGiven) {
  SCOPED_TRACE("seed " + std::to_string(GetParam()));
  const WaveStream stream(GetParam(), 300, 4000);
  const std::string path = test::scratch_path("random.vcd");
  VcdFile file(path, stream.table(), kTwoNanoseconds, "");
  stream.play(file);
  const VcdDump dump = test::read_vcd(path);
  EXPECT_EQ(history_of(dump), stream.history());
  EXPECT_EQ(dump.times.back(), stream.end());
  EXPECT_EQ(file.bytes(), text_of(path).size());
}

TEST_P(WaveSeeds, EqualRunsGiveEqualFiles) {
  SCOPED_TRACE("seed " + std::to_string(GetParam()));
  const WaveStream stream(GetParam(), 20, 100);
  std::string texts[2];
  for (std::string& text : texts) {
    const std::string path = test::scratch_path("equal.vcd");
    VcdFile file(path, stream.table(), kTwoNanoseconds, "");
    stream.play(file);
    text = text_of(path);
  }
  EXPECT_EQ(texts[0], texts[1]);
}

INSTANTIATE_TEST_SUITE_P(All, WaveSeeds, testing::Values(1U, 2U, 3U));

/// The code of the error that `act` ends with, which names the path; 0: none.
template <class Act>
int error_of(const std::string& path, Act act) {
  try {
    act();
  } catch (const std::system_error& error) {
    EXPECT_NE(std::string(error.what()).find(path), std::string::npos) << error.what();
    return error.code().value();
  }
  return 0;
}

TEST_F(Waves, AFolderThatIsNotThereIsAnError) {
  table_.add(top_, "flag", 1);
  const std::string path = test::scratch_path("missing/wave.vcd");
  VcdFile file(path, table_, kTwoNanoseconds, "");
  EXPECT_EQ(error_of(path, [&] { file.begin(0, zeros()); }), ENOENT);
}

TEST_F(Waves, AFullDiskIsAnErrorAtTheEnd) {
  table_.add(top_, "flag", 1);
  VcdFile file("/dev/full", table_, kTwoNanoseconds, "");
  file.begin(0, zeros());
  EXPECT_EQ(error_of("/dev/full", [&] { file.close(1); }), ENOSPC);
}

TEST_F(Waves, ADiskThatFillsUpIsAnErrorOnTheWay) {
  const SignalId word = table_.add(top_, "word", 64);
  const test::FileSizeLimit limit(100'000);
  VcdFile file(path_, table_, kTwoNanoseconds, "");
  file.begin(0, zeros());
  std::uint64_t time = 0;
  const int error = error_of(path_, [&] {
    while (time < 10'000) {
      ++time;
      write(file, time, {change(word, ~time)});
    }
  });
  EXPECT_EQ(error, EFBIG);
  // A change and its time take 74 bytes, a block 256 KiB: the first does not fit.
  EXPECT_GT(time, 3400U);
  EXPECT_LT(time, 3700U);
}

TEST(WaveFormats, TheExtensionDecides) {
  EXPECT_FALSE(observe::refuse_wave_file("a/b.c/run.vcd"));
  const std::optional<observe::WaveRefusal> unknown = observe::refuse_wave_file("run.txt");
  ASSERT_TRUE(unknown);
  EXPECT_EQ(unknown->problem, "unknown waveform format \".txt\"");
  EXPECT_EQ(unknown->hint, "names of waveforms end in .vcd or .fst");
  const std::optional<observe::WaveRefusal> none = observe::refuse_wave_file("run.d/wave");
  ASSERT_TRUE(none);
  EXPECT_EQ(none->problem, "a waveform needs an extension");
}

TEST_F(Waves, AreMadeByTheirExtension) {
  table_.add(top_, "flag", 1);
  const auto file = observe::make_wave_file(path_, table_, kTwoNanoseconds, "");
  file->begin(0, zeros());
  file->close(1);
  EXPECT_EQ(test::read_vcd(path_).version, "sgdma 0.1.0");
}

}  // namespace
}  // namespace sgdma::wave_test
