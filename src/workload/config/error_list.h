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

  const std::string& name(std::uint32_t source) const { return sources_[source].name; }
  const std::string& text(std::uint32_t source) const { return sources_[source].text; }

  /// An error at `place`, which is that of a source, or nowhere.
  void report(Place place, std::string message, std::string hint = {});

  bool empty() const { return errors_.empty(); }
  /// Throws ConfigError with all errors, sorted by source, line and column, unless there are none.
  void throw_if_any() const;

 private:
  struct Source {
    std::string name;
    std::string text;
    bool show_lines;
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
