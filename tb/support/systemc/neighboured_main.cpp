/// The command line with neighbours in its simulation, as the environment variable SGDMA_NEIGHBOURS
/// has them; where it is not set there are none.
#include <cstdlib>

#include "support/systemc/neighboured_run.h"

/// SystemC's library has a main program of its own, which wants this symbol; ours replaces it.
extern "C" int sc_main(int, char*[]) { return 0; }

int main(int argc, char* argv[]) {
  const char* neighbours = std::getenv("SGDMA_NEIGHBOURS");
  return sgdma::test::neighboured_command_line(neighbours == nullptr ? "kinds=" : neighbours, argc,
                                               argv);
}
