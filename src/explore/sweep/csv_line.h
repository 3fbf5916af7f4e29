/// A line of comma-separated values.
#pragma once

#include <string>
#include <string_view>

namespace sgdma::explore {

/// Cells as RFC 4180 has them: quoted where they have to be.
class CsvLine {
 public:
  void add(std::string_view cell) {
    if (!first_) text_ += ',';
    first_ = false;
    if (cell.find_first_of(",\"\r\n") == std::string_view::npos) {
      text_ += cell;
      return;
    }
    text_ += '"';
    for (const char character : cell) {
      if (character == '"') text_ += '"';
      text_ += character;
    }
    text_ += '"';
  }

  /// The line, with its end.
  std::string text() const { return text_ + "\n"; }

 private:
  std::string text_;
  bool first_ = true;
};

}  // namespace sgdma::explore
