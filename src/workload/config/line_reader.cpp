#include "workload/config/line_reader.h"

#include <cerrno>
#include <filesystem>
#include <limits>
#include <system_error>
#include <utility>

#include "workload/config/byte_order_mark.h"
#include "workload/config/config_error.h"

namespace sgdma::workload {
namespace {

constexpr std::size_t kLongestLine = 1U << 20U;
constexpr std::uint32_t kMostLines = std::numeric_limits<std::uint32_t>::max();

}  // namespace

LineReader::LineReader(const std::string& path) : path_(path), buffer_(kLongestLine) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) throw ConfigError(path, "is a directory");
  file_.open(path, std::ios::binary);
  if (!file_) throw ConfigError(path, "cannot open: " + std::generic_category().message(errno));
}

void LineReader::reopen() {
  const std::streampos reached = file_.eof() ? std::streampos(-1) : file_.tellg();
  if (reached == std::streampos(-1)) return;  // nothing is left to be read
  std::ifstream again(path_, std::ios::binary);
  again.seekg(reached);
  if (!again) throw ConfigError(path_, "cannot be opened again at the place that was reached");
  file_ = std::move(again);
}

bool LineReader::next(std::string_view& line) {
  file_.getline(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
  if (file_.bad()) throw ConfigError(path_, "cannot be read");
  auto length = static_cast<std::size_t>(file_.gcount());
  if (length == 0 && file_.eof()) return false;
  if (number_ == kMostLines) throw ConfigError(path_, "has too many lines");
  ++number_;
  if (file_.fail() && !file_.eof()) {
    throw ConfigError({{path_, number_, 1, {}, "the line is longer than 1 MiB", {}}});
  }
  length -= file_.eof() ? 0 : 1;  // the line break
  line = {buffer_.data(), length};
  if (number_ == 1) line = without_byte_order_mark(line);
  return true;
}

}  // namespace sgdma::workload
