#include "observe/diagram/transfer_choice.h"

#include <charconv>
#include <cstdint>

namespace sgdma::observe {

std::optional<TransferChoice> transfer_choice_of(std::string_view text) {
  std::uint32_t slot = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, slot);
  if (!text.empty() && error == std::errc{} && stop == end) {
    return TransferChoice{SlotIndex{slot}, {}};
  }
  const std::optional<CompletionTag> tag = parse_tag(text);
  return tag ? std::optional(TransferChoice{*tag, {}}) : std::nullopt;
}

}  // namespace sgdma::observe
