/// A waveform as a fast signal trace, the compressed format of GTKWave.
#pragma once

#include <memory>
#include <string>

#include "observe/wave/wave_file.h"

struct SgdmaFst;

namespace sgdma::observe {

/// Holds the same changes as a VcdFile. Words stand in the file as enumeration tables, so that a
/// viewer shows them without further files. Changes go out in blocks, each compressed for itself
/// (LZ4). The file says nothing of when it was made. After an exception nothing but its end is left
/// to the object.
class FstFile final : public WaveFile {
 public:
  /// `table` outlives the file; its signals, one at least, are those at `begin`. `comment` goes
  /// into the header.
  FstFile(std::string path, const SignalTable& table, WaveScale scale, std::string comment);
  ~FstFile() override;

  /// A path that names something else than a file is refused: the format goes back to its start.
  void begin(WaveTime time, const std::vector<SignalValue>& values) override;
  void write(WaveTime time, const SignalChange* first, std::size_t count) override;
  void close(WaveTime time) override;
  std::uint64_t bytes() const override { return bytes_; }

 private:
  struct Form {
    std::uint32_t number = 0;  ///< in the file
    std::uint32_t width = 1;
  };
  struct Abandon {
    void operator()(SgdmaFst* file) const;
  };

  void create();
  void declare();
  std::uint32_t add_words(const WordTable& words, std::uint32_t width);
  void put_time(WaveTime time);
  void put_value(const Form& form, SignalValue value);
  void check();

  std::string path_;
  const SignalTable& table_;
  WaveScale scale_;
  std::string comment_;
  std::vector<Form> forms_;  ///< of each signal
  std::unique_ptr<SgdmaFst, Abandon> file_;
  WaveTime told_ = 0;          ///< the last time that a caller named
  WaveTime written_ = 0;       ///< the last time in the file
  std::uint64_t waiting_ = 0;  ///< bytes of changes since the last block, before compression
  std::uint64_t bytes_ = 0;
};

}  // namespace sgdma::observe
