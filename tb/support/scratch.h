/// Files of a test case: in a directory of its process's own, so that cases that run at the same
/// time, and what an earlier run left, never meet.
#pragma once

#include <filesystem>
#include <string>

namespace sgdma::test {

/// The directory: new and empty when first asked for. It is gone when the process ends by its own
/// will, unless a test failed, whose files one may want to look at.
const std::filesystem::path& scratch_directory();

/// A path in it.
std::string scratch_path(const std::string& name);

/// A file in it with these bytes; its path.
std::string write_scratch_file(const std::string& name, const std::string& bytes);

}  // namespace sgdma::test
