#include "app/wavedrom_command.h"

#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <unistd.h>

// Boost's own file system library would be one more to link.
#define BOOST_PROCESS_USE_STD_FS
#include <boost/process/args.hpp>
#include <boost/process/child.hpp>
#include <boost/process/io.hpp>
#include <boost/process/search_path.hpp>

#include "app/missing_program.h"
#include "app/output_file.h"
#include "workload/config/config_error.h"

namespace sgdma::app {

namespace fs = std::filesystem;
namespace bp = boost::process;

namespace {

constexpr const char* kProgram = "wavedrom-cli";
/// Of a program that could not be run, in the words of a shell and of `env`.
constexpr int kNotFound = 127;

[[noreturn]] void throw_missing(const std::string& message) {
  throw MissingProgram(kProgram, message,
                       "tb/waves/install.sh build installs it by npm; a .json file needs nothing");
}

fs::path beside_executable() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path() / "node_modules/.bin" / kProgram;
}

/// Goes, whatever becomes of it.
class ScratchFile {
 public:
  explicit ScratchFile(std::string path) : path_(std::move(path)) {}
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ~ScratchFile() {
    std::error_code error;
    fs::remove(path_, error);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace

WavedromCommand::WavedromCommand() : program_(bp::search_path(kProgram).string()) {
  if (program_.empty()) {
    program_ = beside_executable().string();
    if (access(program_.c_str(), X_OK) != 0) throw_missing("is not installed");
  }
  if (bp::search_path("node").empty()) throw_missing("there is no node to run it");
}

void WavedromCommand::make_svg(const std::string& json, const std::string& path) const {
  const ScratchFile source(path + ".json.part");
  const ScratchFile picture(path + ".svg.part");
  write_file(source.path(), json);
  bp::child child(program_, bp::args({"--input", source.path(), "--svg", picture.path()}),
                  bp::std_in<bp::null, bp::std_out> bp::null);
  child.wait();
  if (child.exit_code() == kNotFound) throw_missing("could not be run");
  std::error_code error;
  if (child.exit_code() != 0 || !fs::exists(picture.path(), error)) {
    throw std::runtime_error(program_ + " failed with exit code " +
                             std::to_string(child.exit_code()));
  }
  fs::rename(picture.path(), path, error);
  if (error) throw workload::ConfigError(path, "cannot be written: " + error.message());
}

}  // namespace sgdma::app
