#include "workload/config/text_file.h"

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "workload/config/config_error.h"

namespace sgdma::workload {

std::string read_text_file(const std::string& path, std::uint64_t most_bytes) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (error || !std::filesystem::exists(status)) {
    throw ConfigError(path, "cannot open: " + (error ? error.message() : "no such file"));
  }
  if (std::filesystem::is_directory(status)) throw ConfigError(path, "is a directory");
  if (!std::filesystem::is_regular_file(status)) throw ConfigError(path, "is no regular file");
  const std::uint64_t bytes = std::filesystem::file_size(path, error);
  if (!error && bytes > most_bytes) {
    throw ConfigError(path, "is longer than " + std::to_string(most_bytes >> 20U) + " MiB");
  }
  std::ifstream stream(path, std::ios::binary);
  if (!stream) {
    throw ConfigError(path, "cannot open: " + std::generic_category().message(errno));
  }
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (stream.bad()) throw ConfigError(path, "cannot be read");
  return text;
}

bool is_read_once(const std::string& path) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  return std::filesystem::exists(status) && !std::filesystem::is_directory(status) &&
         !std::filesystem::is_regular_file(status);
}

}  // namespace sgdma::workload
