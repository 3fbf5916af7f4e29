/// A text file, line by line.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace sgdma::workload {

/// Holds one line at a time, of at most 1 MiB. A byte order mark is passed over.
class LineReader {
 public:
  /// Throws ConfigError where the file cannot be opened.
  explicit LineReader(const std::string& path);

  /// The next line without its line break, until the next call; false at the end. Throws
  /// ConfigError where the file cannot be read or a line is too long.
  bool next(std::string_view& line);
  /// Opens the file again, behind the line that was read last: a forked process shares the position
  /// in a file that is open. Throws ConfigError where that cannot be done.
  void reopen();
  /// Of the line that was read last, from 1.
  std::uint32_t number() const { return number_; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  std::ifstream file_;
  std::vector<char> buffer_;
  std::uint32_t number_ = 0;
};

}  // namespace sgdma::workload
