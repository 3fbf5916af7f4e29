#include "observe/wave/make_wave_file.h"

#include <cassert>
#include <filesystem>

#if SGDMA_WAVE_FST
#include "observe/wave/fst_file.h"
#endif
#if SGDMA_WAVE_VCD
#include "observe/wave/vcd_file.h"
#endif

namespace sgdma::observe {

namespace {

using Maker = std::unique_ptr<WaveFile> (*)(const std::string& path, const SignalTable& table,
                                            WaveScale scale, std::string comment);

struct Format {
  const char* extension;
  Maker make;               ///< nullptr: not in this build
  const char* how_to_have;  ///< it in a build
  bool words;               ///< a file holds those of its signals
};

template <class File>
std::unique_ptr<WaveFile> make(const std::string& path, const SignalTable& table, WaveScale scale,
                               std::string comment) {
  return std::make_unique<File>(path, table, scale, std::move(comment));
}

constexpr Format kFormats[] = {
    {".vcd",
#if SGDMA_WAVE_VCD
     make<VcdFile>,
#else
     nullptr,
#endif
     "build with -DSGDMA_WAVE_VCD=ON", false},
    {".fst",
#if SGDMA_WAVE_FST
     make<FstFile>,
#else
     nullptr,
#endif
     "install verilator and zlib1g-dev, and build with -DSGDMA_WAVE_FST=ON", true},
};

const Format* format_of(const std::string& extension) {
  for (const Format& format : kFormats) {
    if (extension == format.extension) {
      return &format;
    }
  }
  return nullptr;
}

std::string extension_of(const std::string& path) {
  return std::filesystem::path(path).extension().string();
}

}  // namespace

std::optional<WaveRefusal> refuse_wave_file(const std::string& path) {
  const std::string extension = extension_of(path);
  const Format* format = format_of(extension);
  if (format == nullptr) {
    const std::string problem = extension.empty() ? "a waveform needs an extension"
                                                  : "unknown waveform format \"" + extension + "\"";
    return WaveRefusal{problem, "names of waveforms end in .vcd or .fst"};
  }
  if (format->make == nullptr) {
    return WaveRefusal{"this build writes no " + extension + " files", format->how_to_have};
  }
  return std::nullopt;
}

bool holds_words(const std::string& path) {
  assert(!refuse_wave_file(path));
  return format_of(extension_of(path))->words;
}

std::unique_ptr<WaveFile> make_wave_file(const std::string& path, const SignalTable& table,
                                         WaveScale scale, std::string comment) {
  assert(!refuse_wave_file(path));
  return format_of(extension_of(path))->make(path, table, scale, std::move(comment));
}

}  // namespace sgdma::observe
