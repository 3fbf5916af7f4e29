/// Makes SVG of WaveDrom's JSON with the outside program `wavedrom-cli`.
#pragma once

#include <string>

namespace sgdma::app {

class WavedromCommand {
 public:
  /// Looks for the program on PATH, and then in `node_modules/.bin` beside the executable. Throws
  /// `MissingProgram` where it is in neither, or where there is no `node` to run it.
  WavedromCommand();

  /// Writes `path` as a whole or not at all. Throws `std::runtime_error` where the program fails,
  /// workload::ConfigError where the file cannot be written.
  void make_svg(const std::string& json, const std::string& path) const;

 private:
  std::string program_;
};

}  // namespace sgdma::app
