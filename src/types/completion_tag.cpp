#include "types/completion_tag.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace sgdma {

namespace {

constexpr std::uint32_t kMostQueuePairs = 1U << 24U;

/// A decimal number up to `most` that fills the text.
std::optional<std::uint32_t> number(std::string_view text, std::uint32_t most) {
  std::uint32_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || error != std::errc() || stop != end || value > most) {
    return std::nullopt;
  }
  return value;
}

std::optional<Side> side(std::string_view text) {
  for (const Side side : {Side::kSendQueue, Side::kReceiveQueue, Side::kResponder}) {
    if (text == name_of(side)) {
      return side;
    }
  }
  return std::nullopt;
}

/// Cuts off what stands before the first `separator`, and that as well; all where there is none.
std::string_view cut(std::string_view& text, char separator) {
  const std::size_t at = std::min(text.find(separator), text.size());
  const std::string_view part = text.substr(0, at);
  text.remove_prefix(std::min(at + 1, text.size()));
  return part;
}

}  // namespace

std::string to_string(const CompletionTag& tag) {
  std::string text = std::to_string(raw(tag.qp));
  text.append(1, '.').append(name_of(tag.side));
  text.append(1, '.').append(std::to_string(tag.number));
  text.append(1, '.').append(std::to_string(tag.part));
  text.append(1, '@').append(std::to_string(tag.epoch));
  return text;
}

bool same_text(const CompletionTag& a, const CompletionTag& b) {
  CompletionTag other = b;
  other.last_part = a.last_part;
  return a == other;
}

std::optional<CompletionTag> parse_tag(std::string_view text) {
  constexpr std::uint32_t kAny = std::numeric_limits<std::uint32_t>::max();
  const auto qp = number(cut(text, '.'), kMostQueuePairs - 1);
  const auto from = side(cut(text, '.'));
  const auto work = number(cut(text, '.'), kAny);
  const auto part = number(cut(text, '@'), kAny);
  const auto epoch = number(text, std::numeric_limits<std::uint16_t>::max());
  if (!qp || !from || !work || !part || !epoch) {
    return std::nullopt;
  }
  return CompletionTag{QpNumber{*qp}, *work, *part, static_cast<std::uint16_t>(*epoch),
                       *from,         true};
}

}  // namespace sgdma
