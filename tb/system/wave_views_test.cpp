/// The views of traces/views against the waveforms of their scenarios.
#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "observe/signals/words.h"
#include "support/command_run.h"
#include "support/save_file.h"
#include "support/scenario_run.h"
#include "support/scratch.h"

namespace sgdma::test {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<fs::path> files_in(const std::string& folder) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(source_path(folder))) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// Of the scenario whose waveform a view is for.
std::set<std::string> names_of_scenario(const std::string& wave_file) {
  const std::string name = fs::path(wave_file).stem().string();
  const std::string wave = write_scratch_file(wave_file, "");
  const CommandResult run =
      run_command({"run", source_path("traces/stimulus/" + name + ".toml"), "--wave", wave});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  return names_in_vcd(file_bytes(wave));
}

TEST(WaveViews, ThereAreThoseOfAReview) {
  std::vector<std::string> names;
  for (const fs::path& view : files_in("traces/views")) names.push_back(view.filename().string());
  EXPECT_THAT(names, ElementsAre("arbitration_conflict.gtkw", "fault.gtkw",
                                 "gather_three_segments.gtkw", "overview.gtkw"));
}

TEST(WaveViews, EverySignalIsInTheWaveformOfItsScenario) {
  for (const fs::path& view : files_in("traces/views")) {
    const SaveFile save = parse_save_file(file_bytes(view.string()));
    const std::set<std::string> names = names_of_scenario(save.wave_file);
    EXPECT_GT(save.traces.size(), 10U);
    std::vector<std::string> missing;
    for (const SavedTrace& trace : save.traces) {
      if (names.count(trace.name) == 0) missing.push_back(trace.name);
    }
    EXPECT_THAT(missing, IsEmpty()) << view;
    EXPECT_THAT(save.closed_groups, IsEmpty()) << view;
  }
}

TEST(WaveViews, EveryTranslationFileIsThereAndUsed) {
  std::set<std::string> used;
  for (const fs::path& view : files_in("traces/views")) {
    for (const SavedTrace& trace : parse_save_file(file_bytes(view.string())).traces) {
      if (!trace.words.empty()) used.insert(trace.words);
    }
  }
  std::set<std::string> there;
  for (const fs::path& words : files_in("traces/views/words")) {
    there.insert("words/" + words.filename().string());
  }
  EXPECT_EQ(used, there);
}

/// A word file of a view serves VCD files; FST files bring the same words themselves. Its values
/// are binary, since GTKWave shows the words of an FST file for that format only.
std::string binary_words(const observe::WordTable& table, std::uint32_t width) {
  std::string text;
  for (std::size_t value = 0; value < table.words.size(); ++value) {
    for (std::uint32_t bit = width; bit > 0; --bit) text += (value >> (bit - 1) & 1U) ? '1' : '0';
    text += " " + table.words[value] + "\n";
  }
  return text;
}

TEST(WaveViews, TranslationFilesSayWhatTheModelSays) {
  const auto words = [](const char* name) {
    return file_bytes(source_path(std::string("traces/views/words/") + name + ".txt"));
  };
  EXPECT_EQ(words("slot_state"), binary_words(observe::slot_state_words(), 3));
  EXPECT_EQ(words("direction"), binary_words(observe::direction_words(), 2));
  EXPECT_EQ(words("stall_cause"), binary_words(observe::stall_cause_words(), 4));
  EXPECT_EQ(words("completion_status"), binary_words(observe::completion_status_words(), 4));
  EXPECT_EQ(words("bus_status"), binary_words(observe::bus_status_words(), 2));
}

TEST(WaveViews, EachHasItsPicture) {
  for (const fs::path& view : files_in("traces/views")) {
    const std::string picture = "docs/images/waves/" + view.stem().string() + ".png";
    EXPECT_TRUE(fs::exists(source_path(picture))) << picture;
  }
}

}  // namespace
}  // namespace sgdma::test
