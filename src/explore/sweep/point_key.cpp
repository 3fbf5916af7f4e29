#include "explore/sweep/point_key.h"

#include <fstream>
#include <utility>
#include <vector>

#include <boost/uuid/name_generator_sha1.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <fmt/format.h>

#include "workload/config/config_error.h"
#include "workload/config/scenario_writer.h"

namespace sgdma::explore {
namespace {

/// All names are those of this project.
const boost::uuids::uuid& name_space() {
  static const boost::uuids::uuid id =
      boost::uuids::name_generator_sha1(boost::uuids::ns::oid())("sgdma sweep point");
  return id;
}

}  // namespace

std::string digest_of_file(const std::string& path) {
  constexpr std::size_t kChunk = 1U << 20U;
  std::ifstream file(path, std::ios::binary);
  if (!file) throw workload::ConfigError(path, "cannot be read");
  std::vector<char> chunk(kChunk);
  boost::uuids::uuid digest = name_space();
  while (file.read(chunk.data(), kChunk) || file.gcount() > 0) {
    digest = boost::uuids::name_generator_sha1(digest)(chunk.data(),
                                                       static_cast<std::size_t>(file.gcount()));
  }
  return boost::uuids::to_string(digest);
}

PointKeys::PointKeys(std::string version, const PointOptions& options)
    : prefix_(fmt::format("{}\nmax_cycles {}\nverify {}\n", version, options.max_cycles.value_or(0),
                          options.verify)) {}

std::string PointKeys::content(const std::string& path) {
  const auto [entry, is_new] = contents_.try_emplace(path);
  if (is_new) entry->second = digest_of_file(path);
  return entry->second;
}

std::string PointKeys::key(const workload::Scenario& scenario) {
  workload::Scenario anywhere = scenario;
  std::string text = prefix_;
  if (!scenario.stimulus.empty()) text += content(scenario.stimulus) + '\n';
  anywhere.stimulus.clear();
  return boost::uuids::to_string(
      boost::uuids::name_generator_sha1(name_space())(text + workload::to_toml(anywhere)));
}

}  // namespace sgdma::explore
