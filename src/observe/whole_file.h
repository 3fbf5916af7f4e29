/// Files that are there in whole or not at all.
#pragma once

#include <filesystem>
#include <string>

namespace sgdma::observe {

/// Writes `text` to `path` by way of a temporary file beside it. Throws `std::system_error` where
/// that fails; a file that was there stays then, and nothing half-written does.
void write_whole_file(const std::filesystem::path& path, const std::string& text);

}  // namespace sgdma::observe
