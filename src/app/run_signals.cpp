#include "app/run_signals.h"

#include <csignal>

namespace sgdma::app {

namespace {

std::atomic<int> caught_signal{0};

extern "C" void note_signal(int number) {
  caught_signal.store(number);
  std::signal(number, SIG_DFL);
}

}  // namespace

RunSignals::RunSignals() {
  caught_signal.store(0);
  std::signal(SIGINT, note_signal);
  std::signal(SIGTERM, note_signal);
}

RunSignals::~RunSignals() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

const std::atomic<int>& RunSignals::caught() const { return caught_signal; }

}  // namespace sgdma::app
