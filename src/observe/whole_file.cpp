#include "observe/whole_file.h"

#include <cerrno>
#include <fstream>
#include <system_error>

namespace sgdma::observe {

namespace fs = std::filesystem;

void write_whole_file(const fs::path& path, const std::string& text) {
  const std::string temporary = path.string() + ".part";
  std::ofstream file(temporary, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  std::error_code error;
  if (file) {
    fs::rename(temporary, path, error);
  } else {
    error.assign(errno != 0 ? errno : EIO, std::generic_category());
  }
  if (error) {
    std::error_code ignored;
    fs::remove(temporary, ignored);
    throw std::system_error(error, path.string());
  }
}

}  // namespace sgdma::observe
