#include "support/scratch.h"

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <system_error>
#include <unistd.h>

#include <gtest/gtest.h>

namespace sgdma::test {
namespace {

class ScratchDirectory {
 public:
  ScratchDirectory() : owner_(::getpid()) {
    std::string name = ::testing::TempDir() + "sgdma-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) {
      throw std::system_error(errno, std::generic_category(), name);
    }
    path_ = name;
  }
  ~ScratchDirectory() {
    if (::getpid() != owner_ || ::testing::UnitTest::GetInstance()->Failed()) return;
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  ::pid_t owner_;  ///< a child that leaves by `exit` takes nothing away
  std::filesystem::path path_;
};

}  // namespace

const std::filesystem::path& scratch_directory() {
  static const ScratchDirectory directory;
  return directory.path();
}

std::string scratch_path(const std::string& name) { return scratch_directory() / name; }

std::string write_scratch_file(const std::string& name, const std::string& bytes) {
  std::string path = scratch_path(name);
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

}  // namespace sgdma::test
