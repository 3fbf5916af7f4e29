/// A waveform as a value change dump (IEEE 1364-2005, clause 18).
#pragma once

#include <cstdio>
#include <memory>
#include <string>

#include "observe/wave/wave_file.h"

namespace sgdma::observe {

/// The four-state format, in the plainest form that every reader takes: one identifier for each
/// signal, scalars without a space, vectors without leading zeros, a range behind names of more
/// than one bit. The file says nothing of when it was made: equal runs give equal files. After an
/// exception nothing but its end is left to the object.
class VcdFile final : public WaveFile {
 public:
  /// `table` outlives the file; its signals are those at `begin`. `comment` goes into the header.
  VcdFile(std::string path, const SignalTable& table, WaveScale scale, std::string comment);
  ~VcdFile() override;

  void begin(WaveTime time, const std::vector<SignalValue>& values) override;
  void write(WaveTime time, const SignalChange* first, std::size_t count) override;
  void close(WaveTime time) override;
  std::uint64_t bytes() const override { return bytes_; }

 private:
  /// What a signal's changes look like.
  struct Form {
    std::uint64_t mask = 0;   ///< bits of the width
    char code[6] = {};        ///< identifier and end of line
    std::uint8_t length = 0;  ///< of the code
    bool scalar = false;
  };
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  static Form form_of(std::size_t index, std::uint32_t width);
  std::string header() const;
  void put(std::string_view text);
  void put_time(WaveTime time);
  static char* put_value(char* at, const Form& form, SignalValue value);
  void make_room();
  void flush();
  /// Asks the system for room for `bytes` more, in large pieces.
  void reserve(std::size_t bytes);
  [[noreturn]] void fail(int error);

  std::string path_;
  const SignalTable& table_;
  WaveScale scale_;
  std::string comment_;
  std::vector<Form> forms_;  ///< of each signal
  std::unique_ptr<std::FILE, Close> file_;
  std::unique_ptr<char[]> block_;
  char* end_ = nullptr;   ///< of what waits in the block
  WaveTime told_ = 0;     ///< the last time that a caller named
  WaveTime written_ = 0;  ///< the last time in the file
  std::uint64_t bytes_ = 0;
  bool reserves_ = true;        ///< the file can be given room ahead
  std::uint64_t reserved_ = 0;  ///< room that it was given, from its beginning
};

}  // namespace sgdma::observe
