/// Main program of the tests that link SystemC.
#include <gtest/gtest.h>
#include <systemc>

/// SystemC's library has a main program of its own, which wants this symbol; the one below replaces
/// it.
extern "C" int sc_main(int, char*[]) { return 0; }

int main(int argc, char* argv[]) {
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
