/// `sgdma import`.
#pragma once

#include <optional>
#include <string>

#include "app/capture_input.h"
#include "workload/config/load_scenario.h"

namespace sgdma::app {

struct ImportOptions {
  workload::LoadOptions load;  ///< configures the engine, bus and memory
  CaptureInput capture;
  /// Directory to write to; without one, that of the capture's name without its extension, in the
  /// current one.
  std::optional<std::string> out;
  bool force = false;  ///< write over what is there
};

/// Writes what a capture brings as `scenario.toml` and `stimulus.jsonl`, for people to read and to
/// edit. Running them gives what `run --pcap` gives. Returns the exit code. Throws ConfigError.
int import_capture(const ImportOptions& options);

}  // namespace sgdma::app
