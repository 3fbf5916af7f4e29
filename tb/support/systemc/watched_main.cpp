/// The command line with a watch on its bus: as `sgdma`, but that a run that breaks a rule of the
/// base protocol ends with exit code 70 and the breaches on standard error.
#include <iostream>

#include "app/command_line.h"
#include "support/systemc/watched_bus.h"

/// SystemC's library has a main program of its own, which wants this symbol; ours replaces it.
extern "C" int sc_main(int, char*[]) { return 0; }

int main(int argc, char* argv[]) {
  constexpr int kExitBreach = 70;
  sgdma::test::WatchedBus bus;
  const int code = sgdma::app::command_line(argc, argv, bus.binding());
  const std::vector<std::string> violations = bus.take_violations();
  for (const std::string& violation : violations) std::cerr << "bus: " << violation << '\n';
  return violations.empty() ? code : kExitBreach;
}
