#include "app/command_line.h"

/// SystemC's library has a main program of its own, which wants this symbol; ours replaces it.
extern "C" int sc_main(int, char*[]) { return 0; }

int main(int argc, char* argv[]) { return sgdma::app::command_line(argc, argv); }
