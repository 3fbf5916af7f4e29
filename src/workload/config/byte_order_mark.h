/// The byte order mark that some editors put in front of UTF-8.
#pragma once

#include <string_view>

namespace sgdma::workload {

/// The text behind its byte order mark; the whole text if there is none.
inline std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (text.substr(0, kMark.size()) == kMark) text.remove_prefix(kMark.size());
  return text;
}

}  // namespace sgdma::workload
