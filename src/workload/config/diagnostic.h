/// One error of a user's input, as it is shown.
#pragma once

#include <cstdint>
#include <string>

namespace sgdma::workload {

/// Complete in itself: it holds the line that it complains about.
struct Diagnostic {
  std::string source;        ///< file name, "preset NAME", or the option as it was written
  std::uint32_t line = 0;    ///< from 1; 0: no line to show
  std::uint32_t column = 0;  ///< from 1, in code points
  std::string text;          ///< the line itself, UTF-8, without its line break
  std::string message;
  std::string hint;  ///< may be empty
};

/// `source:line:column: error: message`, the line with a caret below it, and `hint: ...`. Without
/// a line: `source: error: message` and the hint. Several lines, no line break at the end. Control
/// characters and bytes that are no UTF-8 are shown as `?`; of a long line the part around the
/// column is shown.
std::string to_string(const Diagnostic& diagnostic);

}  // namespace sgdma::workload
