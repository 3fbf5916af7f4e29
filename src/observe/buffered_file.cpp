#include "observe/buffered_file.h"

#include <cerrno>
#include <system_error>

namespace sgdma::observe {

BufferedFile::BufferedFile(const std::string& path)
    : path_(path), file_(std::fopen(path.c_str(), "wb")) {
  if (!file_) {
    throw std::system_error(errno, std::generic_category(), path);
  }
}

BufferedFile::~BufferedFile() { std::fwrite(buffer_.data(), 1, buffer_.size(), file_.get()); }

void BufferedFile::flush() {
  const std::size_t bytes = buffer_.size();
  const bool written = std::fwrite(buffer_.data(), 1, bytes, file_.get()) == bytes;
  written_ += bytes;
  buffer_.clear();
  if (!written || std::fflush(file_.get()) != 0) {
    throw std::system_error(errno, std::generic_category(), path_);
  }
}

}  // namespace sgdma::observe
