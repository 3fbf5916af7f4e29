#include "observe/signals/signal_name.h"

namespace sgdma::observe {

namespace {

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

bool is_safe(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || is_digit(letter) ||
         letter == '_';
}

}  // namespace

std::string signal_name(std::string_view text) {
  std::string name;
  if (text.empty() || is_digit(text.front())) {
    name = "_";
  }
  for (const char letter : text) {
    name += is_safe(letter) ? letter : '_';
  }
  return name;
}

}  // namespace sgdma::observe
