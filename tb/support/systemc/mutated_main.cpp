/// The command line with a deliberate fault in the engine: its first argument is the fault's name,
/// or "none"; the others are those of `sgdma`. Where the environment variable SGDMA_NEIGHBOURS is
/// set it has such neighbours too.
#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "app/command_line.h"
#include "core/fault.h"
#include "support/systemc/neighboured_run.h"

namespace sgdma::core {
namespace {

Fault chosen = Fault::kNone;

}  // namespace

bool mutated(Fault fault);
bool mutated(Fault fault) { return fault == chosen; }

}  // namespace sgdma::core

/// SystemC's library has a main program of its own, which wants this symbol; ours replaces it.
extern "C" int sc_main(int, char*[]) { return 0; }

int main(int argc, char* argv[]) {
  using sgdma::core::kFaultNames;
  const auto* name =
      argc < 2 ? kFaultNames.end() : std::find(kFaultNames.begin(), kFaultNames.end(), argv[1]);
  if (name == kFaultNames.end()) {
    std::cerr << "usage: sgdma_mutated FAULT ..., with a fault of src/core/fault.h\n";
    return 2;
  }
  sgdma::core::chosen = static_cast<sgdma::core::Fault>(name - kFaultNames.begin());
  const char* neighbours = std::getenv("SGDMA_NEIGHBOURS");
  return neighbours == nullptr
             ? sgdma::app::command_line(argc - 1, argv + 1)
             : sgdma::test::neighboured_command_line(neighbours, argc - 1, argv + 1);
}
