/// A text file that is written in large pieces.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace sgdma::observe {

/// What is put waits in memory until there is enough of it, or until `flush`. At its own end the
/// rest is written if that works.
class BufferedFile {
 public:
  /// Creates or empties `path`. Throws `std::system_error` where that fails.
  explicit BufferedFile(const std::string& path);
  ~BufferedFile();

  template <class... Args>
  void put(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(fmt::appender(buffer_), format, std::forward<Args>(args)...);
  }
  /// Between two lines: writes what is there, if it is enough. Throws as `flush` does.
  void end_line() {
    if (buffer_.size() >= kEnough) flush();
  }
  /// Throws `std::system_error` where the file cannot take it.
  void flush();

  /// Put so far.
  std::uint64_t bytes() const { return written_ + buffer_.size(); }

 private:
  static constexpr std::size_t kEnough = 1U << 16U;

  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  std::string path_;
  std::unique_ptr<std::FILE, Close> file_;
  fmt::memory_buffer buffer_;
  std::uint64_t written_ = 0;
};

}  // namespace sgdma::observe
