/// What a GTKWave save file says, line by line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "observe/signals/signal_table.h"
#include "observe/wave/wave_scale.h"

namespace sgdma::observe {

/// How a save file of ours begins; GTKWave's own begin with its name.
inline constexpr std::string_view kSaveFileMark = "[*] sgdma";

/// Where the words of a signal come from: an FST file brings them; to a VCD file belong translation
/// files, and a signal that has its words from the file ignores those.
enum class WordSource : std::uint8_t { kWaveFile, kTranslationFiles };

/// The part of time that is there to be shown.
struct SaveFrame {
  WaveScale scale;
  WaveTime start = 0;
  WaveTime end = 0;
};

/// Groups and signals are added in the order in which they show. Addresses are shown in
/// hexadecimal, what has words by its words, everything else in decimal. Nothing depends on the day
/// or on where the files are: equal calls give equal bytes.
class GtkwaveSave {
 public:
  /// `table` outlives the save file. `words_folder` holds the translation files, seen from it.
  GtkwaveSave(const SignalTable& table, WordSource source, std::string words_folder);

  void open_group(std::string_view name, bool closed = false);
  void close_group();
  /// Shown as `label` unless that is empty; a label holds no dot, of which a viewer cuts off what
  /// is before.
  void add(SignalId signal, std::string_view label);
  /// Requires that fewer than `WaveMarkers::kMost` were added. `time` is in units of the wave file.
  void add_marker(WaveTime time, std::string text);

  /// The whole file. `wave_file` and `save_file` are names without folders; the frame fills the
  /// window.
  std::string text(const std::string& wave_file, const std::string& save_file,
                   const SaveFrame& frame) const;
  /// The translation files that it names, each once.
  const std::vector<const WordTable*>& words() const { return words_; }

 private:
  struct Group {
    std::string name;
    bool closed = false;
  };
  struct Marker {
    WaveTime time = 0;
    std::string text;
  };

  std::string format_of(const Signal& signal);
  std::size_t number_of(const WordTable& words);

  const SignalTable& table_;
  WordSource source_;
  std::string words_folder_;
  std::vector<Group> groups_;  ///< that are not closed yet
  std::vector<Marker> markers_;
  std::vector<const WordTable*> words_;
  std::string traces_;
};

/// "state[2:0]" after its path; without a range for one bit.
std::string name_in_viewer(const SignalTable& table, SignalId signal);

/// A translation file: the words of the values in decimal.
std::string translation_text(const WordTable& words);

}  // namespace sgdma::observe
