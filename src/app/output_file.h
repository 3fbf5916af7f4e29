/// Files that a command writes.
#pragma once

#include <string>
#include <vector>

namespace sgdma::app {

/// Writes `text` to `path` by way of a temporary file beside it, so that nothing half-written
/// stays. Throws workload::ConfigError where that fails.
void write_file(const std::string& path, const std::string& text);

/// Makes the directory unless it is there. Throws workload::ConfigError where that fails.
void make_directory(const std::string& path);

/// Throws workload::ConfigError unless a file can be written at `path`: the directory must be
/// there. An existing file stays as it is.
void require_writable(const std::string& path);

/// A file, and what it is for: "--events", "the scenario".
struct NamedFile {
  std::string role;
  std::string path;
};

/// Throws workload::ConfigError where two outputs are one file, or an output is one of the inputs.
/// Devices do not count.
void require_distinct(const std::vector<NamedFile>& outputs, const std::vector<NamedFile>& inputs);

}  // namespace sgdma::app
