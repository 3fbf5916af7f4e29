/// `sgdma sweep`: many runs of one scenario.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "explore/sweep/cluster_engine.h"

namespace sgdma::app {

/// Numbers have been parsed, files have not been touched.
struct SweepOptions {
  std::string sweep;                  ///< TOML file
  std::vector<std::string> settings;  ///< over the base scenario
  std::optional<std::string> out;     ///< directory; the file's name with .sweep without it
  unsigned jobs = 0;                  ///< points at a time; 0: one a processor
  std::string engine = "local";       ///< or "slurm"
  explore::ClusterOptions cluster;    ///< of the latter
  bool resume = false;                ///< go on in a directory that is there
  bool dry_run = false;               ///< list the points, and run none
  std::optional<std::string> report;  ///< HTML file to draw at the end
  bool json = false;                  ///< result.json on standard output as well
  bool progress = true;
};

/// Each returns the exit code.
int sweep(const SweepOptions& options);
/// Goes on without the sweep file. Of the options those that say how points are run count.
int sweep_resume(const std::string& directory, const SweepOptions& options);
int sweep_status(const std::string& directory, bool json);
/// A task of a cluster: runs the points that a file lists, one a line.
int sweep_work(const std::string& directory, const std::string& chunk);
/// Writes the results of what is there.
int sweep_gather(const std::string& directory, const SweepOptions& options);

}  // namespace sgdma::app
