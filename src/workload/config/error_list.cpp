#include "workload/config/error_list.h"

#include <algorithm>
#include <filesystem>

#include "workload/config/byte_order_mark.h"

namespace sgdma::workload {
namespace {

/// Line `number` (from 1) of a text, without its line break and without a byte order mark, which no
/// column counts.
std::string line_of(std::string_view text, std::uint32_t number) {
  text = without_byte_order_mark(text);
  for (; number > 1; --number) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  std::string_view line = text.substr(0, text.find('\n'));
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return std::string(line);
}

}  // namespace

std::uint32_t ErrorList::add_source(std::string name, std::string text, bool show_lines) {
  sources_.push_back({std::move(name), std::move(text), show_lines});
  return static_cast<std::uint32_t>(sources_.size() - 1);
}

void ErrorList::show_line(std::uint32_t source, std::uint32_t line, std::string_view text) {
  sources_[source].text = text;
  sources_[source].first_line = line;
}

std::string ErrorList::folder(std::uint32_t source) const {
  const Source& known = sources_[source];
  return known.show_lines ? std::filesystem::path(known.name).parent_path().string()
                          : std::string();
}

void ErrorList::report(Place place, std::string message, std::string hint) {
  errors_.push_back({place, std::move(message), std::move(hint)});
}

Diagnostic ErrorList::diagnostic(const Error& error) const {
  Diagnostic result;
  result.message = error.message;
  result.hint = error.hint;
  if (!error.place.known()) {
    result.source = "scenario";
    return result;
  }
  const Source& source = sources_[error.place.source];
  result.source = source.name;
  if (source.show_lines && error.place.line > 0) {
    result.line = error.place.line;
    result.column = error.place.column;
    result.text = line_of(source.text, error.place.line - source.first_line + 1);
  }
  return result;
}

void ErrorList::throw_if_any() const {
  if (errors_.empty()) return;
  std::vector<Error> sorted = errors_;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Error& a, const Error& b) { return a.place < b.place; });
  std::vector<Diagnostic> diagnostics;
  diagnostics.reserve(sorted.size());
  for (const Error& error : sorted) diagnostics.push_back(diagnostic(error));
  throw ConfigError(std::move(diagnostics));
}

}  // namespace sgdma::workload
