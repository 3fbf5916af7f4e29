#include "workload/config/diagnostic.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace sgdma::workload {
namespace {

constexpr std::size_t kShownColumns = 100;

/// Number of bytes of the well-formed UTF-8 sequence at the front of `text`; 0 if there is none.
std::size_t sequence_length(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  std::size_t length = 0;
  if (lead < 0x80)
    length = 1;
  else if (lead >= 0xC2 && lead < 0xE0)
    length = 2;
  else if (lead >= 0xE0 && lead < 0xF0)
    length = 3;
  else if (lead >= 0xF0 && lead < 0xF5)
    length = 4;
  if (length == 0 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U) return 0;
  }
  return length;
}

/// The line as printable characters, one element for each code point.
std::vector<std::string> printable(std::string_view line) {
  std::vector<std::string> characters;
  while (!line.empty()) {
    const std::size_t length = sequence_length(line);
    const auto lead = static_cast<unsigned char>(line.front());
    const bool control = length == 1 && lead != '\t' && (lead < 0x20 || lead == 0x7F);
    characters.emplace_back(length == 0 || control ? std::string_view("?")
                                                   : line.substr(0, length));
    line.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return characters;
}

/// The line and, below it, the caret.
std::string excerpt(std::string_view line, std::uint32_t column) {
  const std::vector<std::string> characters = printable(line);
  const std::size_t caret = std::min<std::size_t>(column == 0 ? 0 : column - 1, characters.size());
  const std::size_t begin = caret > kShownColumns / 2 && characters.size() > kShownColumns
                                ? caret - kShownColumns / 2
                                : 0;
  const std::size_t end = std::min(characters.size(), begin + kShownColumns);

  std::string shown = begin > 0 ? "    ..." : "    ";
  std::string below(shown.size(), ' ');
  for (std::size_t i = begin; i < end; ++i) {
    shown += characters[i];
    if (i < caret) below += characters[i] == "\t" ? '\t' : ' ';
  }
  if (end < characters.size()) shown += "...";
  return shown + "\n" + below + "^";
}

std::string joined(const std::vector<std::string>& characters) {
  std::string text;
  for (const std::string& character : characters) text += character;
  return text;
}

}  // namespace

std::string to_string(const Diagnostic& diagnostic) {
  std::string text = joined(printable(diagnostic.source));
  if (diagnostic.line > 0) {
    text += ":" + std::to_string(diagnostic.line) + ":" + std::to_string(diagnostic.column);
  }
  text += ": error: " + joined(printable(diagnostic.message));
  if (diagnostic.line > 0) text += "\n" + excerpt(diagnostic.text, diagnostic.column);
  if (!diagnostic.hint.empty()) text += "\nhint: " + joined(printable(diagnostic.hint));
  return text;
}

}  // namespace sgdma::workload
