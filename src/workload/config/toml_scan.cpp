#include "workload/config/toml_scan.h"

#include "workload/config/byte_order_mark.h"

namespace sgdma::workload {
namespace {

constexpr unsigned kMostDots = 15;

bool is_space(char c) { return c == ' ' || c == '\t'; }

bool is_bare(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-';
}

class Scan {
 public:
  explicit Scan(std::string_view text) : text_(text) {}

  std::optional<TomlScanError> run() {
    at_ = text_.size() - without_byte_order_mark(text_).size();
    bool begins_line = true;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (begins_line && open_.empty() && c == '[') {
        if (!header_is_good()) return TomlScanError{at_, "expected the name of a section"};
        begins_line = false;
        continue;
      }
      if (!is_space(c)) begins_line = c == '\n';
      if (c == '"' || c == '\'')
        skip_string(c);
      else if (c == '#')
        skip_comment();
      else if (begins_date())
        return TomlScanError{at_, "a date or a time of day, which no key holds"};
      else
        step(c);
      if (stray_brace_) return TomlScanError{at_ - 1, "expected a value or ']', saw '}'"};
      if (dots_ > kMostDots) return TomlScanError{at_ - 1, "a key of too many parts"};
    }
    return std::nullopt;
  }

 private:
  /// Skips `[` or `[[` and the spaces behind.
  bool header_is_good() {
    at_ += text_.substr(at_, 2) == "[[" ? 2 : 1;
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    if (at_ == text_.size()) return true;
    const char c = text_[at_];
    return is_bare(c) || c == '"' || c == '\'' || c == ']';
  }

  /// Digits that begin a word, and go on with `-` or `:`.
  bool begins_date() const {
    if (in_word_) return false;
    std::size_t end = at_;
    while (end < text_.size() && text_[end] >= '0' && text_[end] <= '9') ++end;
    return end > at_ && end < text_.size() && (text_[end] == '-' || text_[end] == ':');
  }

  void step(char c) {
    ++at_;
    in_word_ = is_bare(c);
    if (c == '[' || c == '{') {
      open_.push_back(c);
    } else if ((c == ']' || c == '}') && !open_.empty()) {
      stray_brace_ = c == '}' && open_.back() == '[';
      open_.pop_back();
    }
    if (c == '.')
      ++dots_;
    else if (!is_bare(c) && !is_space(c))
      dots_ = 0;
  }

  void skip_comment() {
    in_word_ = false;
    at_ = text_.find('\n', at_);
    if (at_ == std::string_view::npos) at_ = text_.size();
  }

  /// One line, or several between three quotes. A string without an end ends the scan: it is the
  /// parser's to report.
  void skip_string(char quote) {
    in_word_ = false;
    const std::string three(3, quote);
    const bool several_lines = text_.substr(at_, 3) == three;
    at_ += several_lines ? 3 : 1;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\\' && quote == '"') {
        at_ += 2;
      } else if (several_lines && text_.substr(at_, 3) == three) {
        at_ += 3;
        return;
      } else if (!several_lines && (c == quote || c == '\n')) {
        at_ += c == quote ? 1 : 0;
        return;
      } else {
        ++at_;
      }
    }
    at_ = text_.size();
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string open_;  ///< brackets and braces that are open, outermost first
  bool in_word_ = false;
  bool stray_brace_ = false;
  unsigned dots_ = 0;
};

}  // namespace

std::optional<TomlScanError> scan_toml(std::string_view text) { return Scan(text).run(); }

}  // namespace sgdma::workload
