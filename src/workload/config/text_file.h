/// Reads whole files.
#pragma once

#include <cstdint>
#include <string>

namespace sgdma::workload {

/// The file's bytes. Throws ConfigError if it cannot be read, is no regular file, or is longer than
/// `most_bytes`.
std::string read_text_file(const std::string& path, std::uint64_t most_bytes);

/// Whether there is something at `path` that can be read only once: a pipe, a terminal.
bool is_read_once(const std::string& path);

}  // namespace sgdma::workload
