#include "workload/config/json_file.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include <boost/json.hpp>

#include "workload/config/config_error.h"
#include "workload/config/text_file.h"

namespace sgdma::workload {
namespace {

namespace json = boost::json;

/// What is wrong at byte `offset`, shown with its line.
Diagnostic diagnostic_at(const std::string& path, std::string_view text, std::size_t offset,
                         const std::string& message, const std::string& hint) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const std::size_t begin = before.rfind('\n') + 1;  // npos + 1 is 0
  const std::string_view in_line = before.substr(begin);
  const auto characters = std::count_if(in_line.begin(), in_line.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  });
  return {path,
          static_cast<std::uint32_t>(1 + std::count(before.begin(), before.end(), '\n')),
          static_cast<std::uint32_t>(1 + characters),
          std::string(text.substr(begin, text.find('\n', begin) - begin)),
          message,
          hint};
}

}  // namespace

json::object read_json_object(const std::string& path, const std::string& hint) {
  constexpr std::uint64_t kMostBytes = 4ULL << 30U;
  const std::string text = read_text_file(path, kMostBytes);
  const auto fail = [&](std::size_t offset, const std::string& message) {
    throw ConfigError({diagnostic_at(path, text, offset, message, hint)});
  };
  json::parser parser;
  json::error_code error;
  const std::size_t read = parser.write_some(text, error);
  if (error) fail(read, "this is no JSON: " + error.message());
  const std::size_t more = text.find_first_not_of(" \t\r\n", read);
  if (more != std::string::npos) fail(more, "there is more after the JSON");
  json::value value = parser.release();
  if (!value.is_object()) fail(0, "this is no JSON object");
  return std::move(value.as_object());
}

}  // namespace sgdma::workload
