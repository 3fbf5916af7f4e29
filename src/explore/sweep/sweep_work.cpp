#include "explore/sweep/sweep_work.h"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <set>
#include <system_error>

#include "explore/sweep/host_name.h"

namespace sgdma::explore {
namespace {

namespace fs = std::filesystem;

bool is_gone(pid_t process) { return kill(process, 0) != 0 && errno == ESRCH; }

}  // namespace

std::vector<std::string> missing_points(const SweepDirectory& directory, const SweepPlan& plan) {
  std::vector<std::string> missing;
  std::set<std::string> seen;
  for (const PlannedPoint& point : plan.points) {
    if (!seen.insert(point.key).second || directory.is_done(point.key)) continue;
    missing.push_back(point.key);
  }
  return missing;
}

void remove_leftovers(const SweepDirectory& directory) {
  // Of PointRun: ".KEY.HOST.PROCESS".
  const std::string host = "." + host_name() + ".";
  for (const fs::directory_entry& entry : fs::directory_iterator(directory.root() / "points")) {
    const std::string name = entry.path().filename().string();
    const std::size_t at = name.rfind(host);
    if (name.front() != '.' || at == std::string::npos) continue;
    pid_t process = 0;
    std::from_chars(name.data() + at + host.size(), name.data() + name.size(), process);
    std::error_code ignored;
    if (process > 0 && is_gone(process)) fs::remove_all(entry.path(), ignored);
  }
}

}  // namespace sgdma::explore
