#include "explore/sweep/sweep_directory.h"

#include <cerrno>
#include <exception>
#include <fcntl.h>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>

#include "workload/config/config_error.h"
#include "workload/config/json_file.h"

namespace sgdma::explore {

namespace fs = std::filesystem;

void SweepDirectory::create() const {
  for (const char* folder : {"scenarios", "points", "failed"}) {
    fs::create_directories(root_ / folder);
  }
}

SweepPlan SweepDirectory::read_plan() const {
  if (!has_plan()) {
    throw workload::ConfigError(root_.string(), "is no directory of a sweep",
                                "`sgdma sweep SWEEP.toml --out DIR` makes one");
  }
  const std::string hint = "run `sgdma sweep` with --resume, which writes it anew";
  const boost::json::object object = workload::read_json_object(plan().string(), hint);
  try {
    return explore::read_plan(object);
  } catch (const std::exception& error) {
    throw workload::ConfigError(plan().string(), std::string("is no plan: ") + error.what(), hint);
  }
}

boost::json::object read_point_file(const fs::path& path) {
  return workload::read_json_object(path.string(),
                                    "take the point's directory away, and resume the sweep");
}

SweepLock::SweepLock(const SweepDirectory& directory) {
  const std::string path = (directory.root() / ".lock").string();
  file_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (file_ < 0) throw std::system_error(errno, std::generic_category(), path);
  if (flock(file_, LOCK_EX | LOCK_NB) == 0) return;
  close(file_);
  throw workload::ConfigError(directory.root().string(), "another sweep is running there",
                              "wait for it, or choose another --out");
}

SweepLock::~SweepLock() { close(file_); }

bool SweepLock::is_held(const SweepDirectory& directory) {
  const int file = open((directory.root() / ".lock").c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool held = flock(file, LOCK_SH | LOCK_NB) != 0;
  close(file);
  return held;
}

}  // namespace sgdma::explore
