#include "app/version_command.h"

#include <iostream>

#include "app/exit_codes.h"
#include "sgdma/version.h"

namespace sgdma::app {

int version() {
  std::cout << "sgdma " << kVersion << " (" << kRevision << ")\n";
  return kExitDone;
}

}  // namespace sgdma::app
