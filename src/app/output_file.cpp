#include "app/output_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <unistd.h>

#include "observe/whole_file.h"
#include "workload/config/config_error.h"

namespace sgdma::app {

namespace fs = std::filesystem;
using workload::ConfigError;

void write_file(const std::string& path, const std::string& text) {
  try {
    observe::write_whole_file(path, text);
  } catch (const std::system_error& error) {
    throw ConfigError(path, "cannot be written: " + error.code().message());
  }
}

void make_directory(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error || !fs::is_directory(path)) {
    throw ConfigError(path, "cannot be made a directory" + (error ? ": " + error.message() : ""));
  }
}

void require_writable(const std::string& path) {
  const fs::path parent = fs::path(path).parent_path();
  const std::string directory = parent.empty() ? "." : parent.string();
  if (!fs::is_directory(directory)) {
    throw ConfigError(path, "cannot be written: there is no directory " + directory,
                      "make the directory first");
  }
  if (fs::is_directory(path)) {
    throw ConfigError(path, "cannot be written: it is a directory");
  }
  const bool writable = access(fs::exists(path) ? path.c_str() : directory.c_str(), W_OK) == 0;
  if (!writable) {
    throw ConfigError(path, std::string("cannot be written: ") + std::strerror(errno));
  }
}

namespace {

bool same_file(const std::string& a, const std::string& b) {
  std::error_code error;
  if (fs::exists(a, error) && !fs::is_regular_file(a, error)) return false;
  return fs::equivalent(a, b, error) ||
         fs::weakly_canonical(a, error) == fs::weakly_canonical(b, error);
}

}  // namespace

void require_distinct(const std::vector<NamedFile>& outputs, const std::vector<NamedFile>& inputs) {
  std::vector<NamedFile> taken = inputs;
  for (const NamedFile& output : outputs) {
    for (const NamedFile& other : taken) {
      if (same_file(output.path, other.path)) {
        throw ConfigError(output.role + " " + output.path, "is the same file as " + other.role,
                          "give it a name of its own");
      }
    }
    taken.push_back(output);
  }
}

}  // namespace sgdma::app
