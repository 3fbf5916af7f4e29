#include "app/version_command.h"

#include <iostream>

#include <fmt/format.h>

#include "app/exit_codes.h"
#include "sgdma/version.h"

namespace sgdma::app {

std::string version_text() { return fmt::format("sgdma {} ({})", kVersion, kRevision); }

int version() {
  std::cout << version_text() << '\n';
  return kExitDone;
}

}  // namespace sgdma::app
