/// Collects errors while a scenario is read, so that all of them come in one go.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "workload/config/config_error.h"
#include "workload/config/place.h"

namespace sgdma::workload {

/// Knows the sources (name and text) and the errors found in them so far.
class ErrorList {
 public:
  /// A new source, which takes precedence over the ones before it. Without `show_lines` the
  /// source's name says all there is to see (an option of the command line).
  std::uint32_t add_source(std::string name, std::string text, bool show_lines);

  /// Puts one line of a long text, the number `line`, in the place of the source's text.
  void show_line(std::uint32_t source, std::uint32_t line, std::string_view text);

  /// Folder against which paths are meant that stand in the source: that of its file, else the
  /// current one.
  std::string folder(std::uint32_t source) const;
  const std::string& text(std::uint32_t source) const { return sources_[source].text; }

  /// An error at `place`, which is that of a source, or nowhere.
  void report(Place place, std::string message, std::string hint = {});

  std::size_t size() const { return errors_.size(); }
  bool empty() const { return errors_.empty(); }
  /// Throws ConfigError with all errors, sorted by source, line and column, unless there are none.
  void throw_if_any() const;

 private:
  struct Source {
    std::string name;
    std::string text;
    bool show_lines;
    std::uint32_t first_line = 1;  ///< of `text` in the source
  };
  struct Error {
    Place place;
    std::string message;
    std::string hint;
  };

  Diagnostic diagnostic(const Error& error) const;

  std::vector<Source> sources_;
  std::vector<Error> errors_;
};

}  // namespace sgdma::workload
