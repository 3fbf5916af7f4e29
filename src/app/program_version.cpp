#include "app/program_version.h"

#include <filesystem>
#include <string_view>

#include <fmt/format.h>

#include "explore/sweep/point_key.h"
#include "sgdma/version.h"

namespace sgdma::app {

std::string program_path() { return std::filesystem::read_symlink("/proc/self/exe").string(); }

std::string program_version() {
  constexpr std::string_view kDirty = "-dirty";
  const std::string_view revision = kRevision;
  const bool dirty = revision.size() >= kDirty.size() &&
                     revision.substr(revision.size() - kDirty.size()) == kDirty;
  std::string version = fmt::format("{} ({})", kVersion, revision);
  if (!dirty && revision != "unknown") return version;
  return version + " " + explore::digest_of_file(program_path());
}

}  // namespace sgdma::app
