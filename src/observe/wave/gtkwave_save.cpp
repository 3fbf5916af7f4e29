#include "observe/wave/gtkwave_save.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "observe/wave/wave_markers.h"
#include "sgdma/version.h"

namespace sgdma::observe {

namespace {

// Flags of a trace, in hexadecimal (analyzer.h of GTKWave).
constexpr const char* kBit = "@28\n";
constexpr const char* kHexadecimal = "@22\n";
constexpr const char* kDecimal = "@24\n";
constexpr const char* kWordsOfWaveFile = "@100000028\n";
constexpr const char* kWordsOfTranslationFile = "@2024\n";
constexpr const char* kGroup = "@800200\n";
constexpr const char* kClosedGroup = "@c00200\n";
constexpr const char* kGroupEnd = "@1000200\n";
constexpr const char* kClosedGroupEnd = "@1401200\n";

// The window and its panes, in pixels; the waves have what the names leave.
constexpr int kWindowWidth = 1400;
constexpr int kWindowHeight = 800;
constexpr int kNamesWidth = 330;
constexpr double kWavesWidth = 1000;
/// GTKWave's zoom is the negative binary logarithm of the time that this many pixels show.
constexpr double kZoomPixels = 200;

bool is_address(const Signal& signal) {
  constexpr std::string_view kAddress = "address";
  const std::string& name = signal.name;
  return name.size() >= kAddress.size() &&
         name.compare(name.size() - kAddress.size(), kAddress.size(), kAddress) == 0;
}

/// GTKWave counts in seconds, milliseconds, microseconds and so on, never in tens of them.
std::uint64_t viewer_units(const WaveScale& scale) {
  std::uint64_t units = 1;
  for (int exponent = scale.exponent; exponent % 3 != 0; --exponent) {
    units *= 10;
  }
  return units;
}

}  // namespace

std::string name_in_viewer(const SignalTable& table, SignalId signal) {
  const std::uint32_t width = table.signal(signal).width;
  return table.path_of(signal) + (width == 1 ? "" : fmt::format("[{}:0]", width - 1));
}

std::string translation_text(const WordTable& words) {
  std::string text;
  for (std::size_t value = 0; value < words.words.size(); ++value) {
    text += fmt::format("{} {}\n", value, words.words[value]);
  }
  return text;
}

GtkwaveSave::GtkwaveSave(const SignalTable& table, WordSource source, std::string words_folder)
    : table_(table), source_(source), words_folder_(std::move(words_folder)) {}

void GtkwaveSave::open_group(std::string_view name, bool closed) {
  groups_.push_back({std::string(name), closed});
  traces_ += fmt::format("{}-{}\n", closed ? kClosedGroup : kGroup, name);
}

void GtkwaveSave::close_group() {
  traces_ += fmt::format("{}-{}\n", groups_.back().closed ? kClosedGroupEnd : kGroupEnd,
                         groups_.back().name);
  groups_.pop_back();
}

std::size_t GtkwaveSave::number_of(const WordTable& words) {
  const auto found = std::find(words_.begin(), words_.end(), &words);
  const auto number = static_cast<std::size_t>(found - words_.begin()) + 1;
  if (found == words_.end()) {
    words_.push_back(&words);
  }
  return number;
}

std::string GtkwaveSave::format_of(const Signal& signal) {
  if (signal.width == 1) {
    return kBit;
  }
  if (signal.words == nullptr) {
    return is_address(signal) ? kHexadecimal : kDecimal;
  }
  if (source_ == WordSource::kWaveFile) {
    return kWordsOfWaveFile;
  }
  return fmt::format("{}^{} {}/{}.txt\n", kWordsOfTranslationFile, number_of(*signal.words),
                     words_folder_, signal.words->name);
}

void GtkwaveSave::add(SignalId signal, std::string_view label) {
  assert(label.find('.') == std::string_view::npos);
  traces_ += format_of(table_.signal(signal));
  traces_ += label.empty() ? "" : fmt::format("+{{{}}} ", label);
  traces_ += name_in_viewer(table_, signal) + "\n";
}

void GtkwaveSave::add_marker(WaveTime time, std::string text) {
  assert(markers_.size() < WaveMarkers::kMost);
  markers_.push_back({time, std::move(text)});
}

std::string GtkwaveSave::text(const std::string& wave_file, const std::string& save_file,
                              const SaveFrame& frame) const {
  const std::uint64_t units = viewer_units(frame.scale);
  const double shown = static_cast<double>(std::max<WaveTime>(frame.end - frame.start, 1)) *
                       static_cast<double>(units) * kZoomPixels / kWavesWidth;
  std::string text = fmt::format("{} {}\n", kSaveFileMark, kVersion);
  // From both names a viewer finds the wave file beside the save file, wherever it is started.
  text += fmt::format("[dumpfile] \"{}\"\n[savefile] \"{}\"\n", wave_file, save_file);
  text += fmt::format("[timestart] {}\n[size] {} {}\n[pos] -1 -1\n", frame.start * units,
                      kWindowWidth, kWindowHeight);
  text += fmt::format("*{:.6f} -1", -std::log2(shown));
  for (const Marker& marker : markers_) {
    text += fmt::format(" {}", marker.time * units);
  }
  text += "\n";
  for (std::size_t at = 0; at < markers_.size(); ++at) {
    text += fmt::format("[markername] {}{}\n", static_cast<char>('A' + at), markers_[at].text);
  }
  text += fmt::format("[sst_expanded] 0\n[signals_width] {}\n", kNamesWidth);
  return text + traces_;
}

}  // namespace sgdma::observe
