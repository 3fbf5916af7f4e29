/// Save files of GTKWave: what they say, which groups they have, and which markers.
#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "observe/wave/gtkwave_save.h"
#include "observe/wave/save_files.h"
#include "observe/wave/save_layout.h"
#include "observe/wave/wave_markers.h"
#include "support/save_file.h"
#include "support/scratch.h"

namespace sgdma::observe {
namespace {

using test::parse_save_file;
using test::SaveFile;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

const WordTable kColours{"colours", {"red", "green"}};

/// Of a nanosecond: 5 units of 100 ps each half.
constexpr WaveScale kNanosecond = wave_scale(1000);

struct SmallTable {
  SignalTable table;
  ScopeId top = table.add_scope(std::nullopt, "top");
  SignalId clock = table.add(top, "clk", 1);
  SignalId colour = table.add(top, "colour", 2, &kColours);
  SignalId flag = table.add(top, "flag", 1, &kColours);
  SignalId address = table.add(top, "current_address", 64);
  SignalId count = table.add(top, "count", 7);
};

/// 12 cycles of 10 units, each 100 units of the picosecond in which GTKWave counts: 12,000 of them
/// over 1000 pixels are 2400 over 200, whose binary logarithm is 11.228819.
TEST(WaveSave, TextIsThatOfGtkwave) {
  SmallTable small;
  GtkwaveSave save(small.table, WordSource::kTranslationFiles, "x.words");
  save.open_group("all");
  save.add(small.clock, "");
  save.open_group("inside", true);
  save.add(small.colour, "the colour");
  save.add(small.flag, "flag");
  save.add(small.address, "");
  save.add(small.count, "");
  save.add(small.colour, "");
  save.close_group();
  save.close_group();
  save.add_marker(90, "fault 2.rq.0.0@0");
  save.add_marker(100, "b");
  const std::string text = save.text("x.vcd", "x.gtkw", {kNanosecond, 0, 120});
  const std::string first = text.substr(0, text.find('\n'));
  EXPECT_THAT(first, StartsWith("[*] sgdma "));
  EXPECT_EQ(text.substr(first.size() + 1),
            "[dumpfile] \"x.vcd\"\n"
            "[savefile] \"x.gtkw\"\n"
            "[timestart] 0\n"
            "[size] 1400 800\n"
            "[pos] -1 -1\n"
            "*-11.228819 -1 9000 10000\n"
            "[markername] Afault 2.rq.0.0@0\n"
            "[markername] Bb\n"
            "[sst_expanded] 0\n"
            "[signals_width] 330\n"
            "@800200\n-all\n"
            "@28\ntop.clk\n"
            "@c00200\n-inside\n"
            "@2024\n^1 x.words/colours.txt\n+{the colour} top.colour[1:0]\n"
            "@28\n+{flag} top.flag\n"
            "@22\ntop.current_address[63:0]\n"
            "@24\ntop.count[6:0]\n"
            "@2024\n^1 x.words/colours.txt\ntop.colour[1:0]\n"
            "@1401200\n-inside\n"
            "@1000200\n-all\n");
}

TEST(WaveSave, AnFstBringsItsWords) {
  SmallTable small;
  GtkwaveSave save(small.table, WordSource::kWaveFile, "x.words");
  save.add(small.colour, "");
  EXPECT_THAT(save.text("x.fst", "x.gtkw", {kNanosecond, 0, 10}),
              testing::EndsWith("@100000028\ntop.colour[1:0]\n"));
  EXPECT_THAT(save.words(), IsEmpty());
}

/// GTKWave counts in fs, ps, ns and so on: a file's unit of 100 fs is a hundred there, one of 1 ps
/// is one, one of 10 ps is ten.
TEST(WaveSave, TimesAreInUnitsOfTheViewer) {
  SmallTable small;
  const auto start = [&](std::uint64_t period_ps, WaveTime units) {
    const GtkwaveSave save(small.table, WordSource::kWaveFile, "");
    const WaveScale scale = wave_scale(period_ps);
    return parse_save_file(save.text("a", "b", {scale, units, units + scale.units_a_cycle})).start;
  };
  EXPECT_EQ(start(333, 3330), "333000");  // 100 fs: fs
  EXPECT_EQ(start(2, 2), "2");            // 1 ps: ps
  EXPECT_EQ(start(1020, 102), "1020");    // 10 ps: ps
  EXPECT_EQ(start(1000, 10), "1000");     // 100 ps: ps
  EXPECT_EQ(start(2000, 2), "2");         // 1 ns: ns
  EXPECT_EQ(start(20'000, 2), "20");      // 10 ns: ns
}

TEST(WaveSave, TranslationFilesHoldTheValuesInDecimal) {
  EXPECT_EQ(translation_text(kColours), "0 red\n1 green\n");
}

TEST(WaveSave, FilesStandBesideTheWaveform) {
  EXPECT_EQ(save_file_beside("a/b.c/x.y.vcd"), "a/b.c/x.y.gtkw");
  EXPECT_EQ(words_folder_of("a/b.c/x.y.vcd"), "x.y.words");
}

TEST(WaveSave, OnlyWhatAViewerHasWrittenIsArranged) {
  EXPECT_FALSE(is_arranged("/there/is/none.gtkw"));
  EXPECT_FALSE(is_arranged(test::write_scratch_file("empty.gtkw", "")));
  EXPECT_FALSE(is_arranged(test::write_scratch_file("ours.gtkw", "[*] sgdma 9.9.9\n[size] 1 1\n")));
  EXPECT_TRUE(
      is_arranged(test::write_scratch_file("theirs.gtkw", "[*]\n[*] GTKWave Analyzer v3.3.118\n")));
}

TEST(WaveSave, WritesTranslationFilesAndLeavesNothingElse) {
  namespace fs = std::filesystem;
  SmallTable small;
  GtkwaveSave save(small.table, WordSource::kTranslationFiles, "x.words");
  save.add(small.colour, "");
  const fs::path folder = test::write_scratch_file("save", "") + "_here";
  fs::create_directories(folder);
  write_save_file((folder / "x.vcd").string(), save, {kNanosecond, 0, 10});
  std::vector<std::string> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    files.push_back(entry.path().lexically_relative(folder).string());
  }
  EXPECT_THAT(files, testing::UnorderedElementsAre("x.gtkw", "x.words", "x.words/colours.txt"));
  std::ofstream(folder / "y.words") << "a file stands in the way";
  EXPECT_THROW(write_save_file((folder / "y.vcd").string(), save, {kNanosecond, 0, 10}),
               std::system_error);
  EXPECT_FALSE(fs::exists(folder / "y.gtkw"));
}

/// As many slots and queue pairs as asked for, one signal in each.
SaveFile laid_out(std::size_t slots, std::size_t queue_pairs) {
  SignalTable table;
  ShownScopes shown;
  shown.platform = table.add_scope(std::nullopt, "platform");
  const ScopeId engine = table.add_scope(shown.platform, "engine");
  const ScopeId slot_table = table.add_scope(engine, "in_flight_table");
  for (std::size_t at = 0; at < slots; ++at) {
    shown.slots.push_back(table.add_scope(slot_table, "slot_" + std::to_string(at)));
    table.add(shown.slots.back(), "state", 3);
  }
  const ScopeId arbiter = table.add_scope(engine, "slot_arbiter");
  for (std::size_t at = 0; at < queue_pairs; ++at) {
    shown.queue_pairs.push_back(table.add_scope(arbiter, "qp_" + std::to_string(at)));
    table.add(shown.queue_pairs.back(), "request", 1);
  }
  GtkwaveSave save(table, WordSource::kWaveFile, "");
  SaveLayout(table, save).add(shown);
  return parse_save_file(save.text("x.fst", "x.gtkw", {kNanosecond, 0, 10}));
}

TEST(WaveSave, FewSlotsAreAllOpen) {
  const SaveFile file = laid_out(4, 4);
  EXPECT_THAT(file.groups, AllOf(Contains("slots in use/slot_3"), Contains("arbiter/qp_3")));
  EXPECT_THAT(file.groups, Not(Contains(HasSubstr("further"))));
  EXPECT_FALSE(file.trace("slots in use/slot_3", "state").hidden);
}

TEST(WaveSave, ManySlotsAreClosedAndVeryManyLeftOut) {
  const SaveFile file = laid_out(300, 300);
  EXPECT_FALSE(file.trace("slots in use/slot_3", "state").hidden);
  EXPECT_TRUE(file.trace("slots in use/further slots/slot_4", "state").hidden);
  EXPECT_FALSE(file.trace("arbiter/qp_3", "request").hidden);
  EXPECT_TRUE(file.trace("arbiter/further queue pairs/qp_255", "request").hidden);
  EXPECT_THAT(file.traces, SizeIs(256 + 256));
}

std::vector<std::string> texts(const std::vector<WaveMarker>& markers) {
  std::vector<std::string> texts;
  texts.reserve(markers.size());
  for (const WaveMarker& marker : markers) {
    texts.push_back(std::to_string(marker.edge) + marker.text);
  }
  return texts;
}

TEST(WaveMarkers, TheFirstOnesOfTheWindowCount) {
  WaveMarkers markers(10);
  markers.add(9, "early");
  for (Cycle edge = 10; edge < 60; ++edge) markers.add(edge, "");
  EXPECT_THAT(markers.within(10, 100), SizeIs(26));
  EXPECT_THAT(texts(markers.within(10, 12)), ElementsAre("10", "11", "12"));
  EXPECT_EQ(markers.within(10, 100).back().edge, 35U);
}

TEST(WaveMarkers, BeforeATriggerTheLastOnesCount) {
  WaveMarkers markers(0);
  markers.await_trigger();
  for (Cycle edge = 0; edge < 1000; ++edge) markers.add(edge, "");
  EXPECT_EQ(markers.within(0, 1000).front().edge, 974U);
  markers.fire(990);
  for (Cycle edge = 1000; edge < 1100; ++edge) markers.add(edge, "");
  // 990 to 999 were there, which leaves 16.
  EXPECT_EQ(markers.within(0, 2000).front().edge, 990U);
  EXPECT_EQ(markers.within(0, 2000).back().edge, 1015U);
  EXPECT_THAT(markers.within(0, 2000), SizeIs(26));
}

}  // namespace
}  // namespace sgdma::observe
