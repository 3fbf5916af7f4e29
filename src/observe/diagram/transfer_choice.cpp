#include "observe/diagram/transfer_choice.h"

#include <charconv>
#include <cstdint>

namespace sgdma::observe {

namespace {

/// A decimal number up to the end of `text`.
template <class Number>
bool read(std::string_view text, Number& number) {
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return !text.empty() && error == std::errc{} && stop == end;
}

/// What stands before `mark`, which goes as well. Nothing where there is no mark.
std::string_view take(std::string_view& text, char mark) {
  const std::size_t at = text.find(mark);
  if (at == std::string_view::npos) return {};
  const std::string_view part = text.substr(0, at);
  text.remove_prefix(at + 1);
  return part;
}

std::optional<Side> side_of(std::string_view name) {
  for (const Side side : {Side::kSendQueue, Side::kReceiveQueue, Side::kResponder}) {
    if (name_of(side) == name) return side;
  }
  return std::nullopt;
}

}  // namespace

std::optional<TransferChoice> transfer_choice_of(std::string_view text) {
  std::uint32_t number = 0;
  if (read(text, number)) return TransferChoice{SlotIndex{number}, {}};
  CompletionTag tag;
  if (!read(take(text, '.'), number)) return std::nullopt;
  tag.qp = QpNumber{number};
  const std::optional<Side> side = side_of(take(text, '.'));
  if (!side || !read(take(text, '.'), tag.number) || !read(take(text, '@'), tag.part) ||
      !read(text, tag.epoch)) {
    return std::nullopt;
  }
  tag.side = *side;
  return TransferChoice{tag, {}};
}

std::string to_string(const TransferChoice& choice) {
  if (const auto* slot = std::get_if<SlotIndex>(&choice.of)) {
    return "slot " + std::to_string(raw(*slot));
  }
  return to_string(std::get<CompletionTag>(choice.of));
}

bool same_text(const CompletionTag& a, const CompletionTag& b) {
  return a.qp == b.qp && a.side == b.side && a.number == b.number && a.part == b.part &&
         a.epoch == b.epoch;
}

}  // namespace sgdma::observe
