/// The directory of a sweep: what is where, and who may write there.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include <boost/json/object.hpp>

#include "explore/sweep/sweep_plan.h"

namespace sgdma::explore {

///   plan.json            the points
///   scenarios/KEY.toml   resolved scenarios
///   points/KEY/          a point that is done: result.json, scenario.toml, log, status.json
///   failed/KEY/          one that came to no result, of its last attempt: what there is of those
///   jobs/N/              what was given to a cluster: chunks, script, logs
///   result.json, table.csv, result.sqlite, provenance.csv
///
/// A point's directory appears with all that is in it, or not at all.
class SweepDirectory {
 public:
  explicit SweepDirectory(std::filesystem::path root) : root_(std::move(root)) {}

  const std::filesystem::path& root() const { return root_; }
  std::filesystem::path plan() const { return root_ / "plan.json"; }
  std::filesystem::path scenario(const std::string& key) const {
    return root_ / "scenarios" / (key + ".toml");
  }
  std::filesystem::path point(const std::string& key) const { return root_ / "points" / key; }
  std::filesystem::path failed(const std::string& key) const { return root_ / "failed" / key; }
  std::filesystem::path jobs() const { return root_ / "jobs"; }
  std::filesystem::path result() const { return root_ / "result.json"; }
  std::filesystem::path table() const { return root_ / "table.csv"; }
  std::filesystem::path database() const { return root_ / "result.sqlite"; }
  std::filesystem::path provenance() const { return root_ / "provenance.csv"; }

  bool is_done(const std::string& key) const { return std::filesystem::exists(point(key)); }
  bool has_plan() const { return std::filesystem::exists(plan()); }

  /// Makes the folders. Throws std::system_error.
  void create() const;
  /// Throws workload::ConfigError where there is none, or it is none.
  SweepPlan read_plan() const;

 private:
  std::filesystem::path root_;
};

/// A JSON file of a point. Throws workload::ConfigError where it is none.
boost::json::object read_point_file(const std::filesystem::path& path);

/// Keeps every other sweep out of a directory for as long as it lives; the system gives the lock
/// back when the process ends, however it ends.
class SweepLock {
 public:
  /// Throws workload::ConfigError where another process has the lock.
  explicit SweepLock(const SweepDirectory& directory);
  ~SweepLock();
  SweepLock(const SweepLock&) = delete;
  SweepLock& operator=(const SweepLock&) = delete;

  /// Whether a process has it.
  static bool is_held(const SweepDirectory& directory);

 private:
  int file_;
};

}  // namespace sgdma::explore
