/// What a point's result is found by.
#pragma once

#include <map>
#include <string>

#include "explore/sweep/sweep.h"
#include "workload/scenario.h"

namespace sgdma::explore {

/// Two points with one key have the same result: it is a hash (a UUID of version 5) of the resolved
/// scenario, of the content of its stimulus, of what else can change a result, and of the program's
/// version. Where the files are does not count.
class PointKeys {
 public:
  PointKeys(std::string version, const PointOptions& options);

  /// Throws workload::ConfigError where the stimulus cannot be read.
  std::string key(const workload::Scenario& scenario);

 private:
  std::string content(const std::string& path);

  std::string prefix_;
  std::map<std::string, std::string> contents_;  ///< digests by path
};

/// A hash of all that is in a file. Throws workload::ConfigError where it cannot be read.
std::string digest_of_file(const std::string& path);

}  // namespace sgdma::explore
