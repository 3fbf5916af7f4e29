#include "types/completion_tag.h"

namespace sgdma {

std::string to_string(const CompletionTag& tag) {
  std::string text = std::to_string(raw(tag.qp));
  text.append(1, '.').append(name_of(tag.side));
  text.append(1, '.').append(std::to_string(tag.number));
  text.append(1, '.').append(std::to_string(tag.part));
  text.append(1, '@').append(std::to_string(tag.epoch));
  return text;
}

}  // namespace sgdma
