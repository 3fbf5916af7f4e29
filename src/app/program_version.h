/// Which program this is.
#pragma once

#include <string>

namespace sgdma::app {

/// Path of the running program.
std::string program_path();

/// Version and revision; where the revision does not say what the program was made from (changes
/// that are not committed, no repository), a hash of the program as well.
std::string program_version();

}  // namespace sgdma::app
