// Runs the example of the C interface under Verilator: dpi_scoreboard [CYCLES [BUG [SEED]]]. The
// exit code is 1 where the scoreboard has found a difference.

#include <cstdio>
#include <cstdlib>

#include "Vdpi_bench.h"
#include "verilated.h"

int main(int argc, char** argv) {
  const auto argument = [&](int at, long otherwise) {
    return argc > at ? std::strtol(argv[at], nullptr, 10) : otherwise;
  };
  VerilatedContext context;
  Vdpi_bench top(&context);
  top.bug = static_cast<CData>(argument(2, 0));
  top.seed = static_cast<int>(argument(3, 1));
  const auto clock = [&] {
    top.clk = 0;
    top.eval();
    top.clk = 1;
    top.eval();
  };
  top.rst_n = 0;
  clock();
  clock();
  top.rst_n = 1;
  for (long cycle = argument(1, 10000); cycle > 0 && !top.failed && !context.gotFinish(); --cycle) {
    clock();
  }
  std::printf("%lld cycles, %lld transfers: %s\n", static_cast<long long>(top.cycles),
              static_cast<long long>(top.posted), top.failed ? "they differ" : "no difference");
  top.final();
  return top.failed ? 1 : 0;
}
