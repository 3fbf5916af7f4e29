/// Files that a command writes.
#pragma once

#include <string>

namespace sgdma::app {

/// Writes `text` to `path` by way of a temporary file beside it, so that nothing half-written
/// stays. Throws workload::ConfigError where that fails.
void write_file(const std::string& path, const std::string& text);

/// Makes the directory unless it is there. Throws workload::ConfigError where that fails.
void make_directory(const std::string& path);

/// Throws workload::ConfigError unless a file can be written at `path`: the directory must be
/// there. An existing file stays as it is.
void require_writable(const std::string& path);

}  // namespace sgdma::app
