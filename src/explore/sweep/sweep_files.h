/// The files that a sweep's results are written into.
#pragma once

#include <string>

#include "explore/sweep/sweep_directory.h"
#include "explore/sweep/sweep_result.h"

namespace sgdma::explore {

/// Everything as one JSON object: axes, points with all figures, designs with means and intervals.
std::string to_json(const SweepResult& result);

/// One line a design (RFC 4180, LF): axes, status, seeds, front, then every figure; with several
/// seeds the figure is the mean, and `figure.low` and `figure.high` stand beside it.
std::string to_csv(const SweepResult& result);

/// Where and how long points ran: what differs from one execution of a sweep to the next. One line
/// for each run that there is.
std::string provenance_csv(const SweepDirectory& directory, const SweepResult& result);

/// Tables `sweep`, `axes`, `points`, `figures`, `designs` and `summary`, described in
/// docs/exploration.md. Throws std::runtime_error where it cannot be written; nothing half-written
/// stays.
void write_database(const SweepDirectory& directory, const SweepResult& result);

/// All four of them. Throws std::system_error.
void write_results(const SweepDirectory& directory, const SweepResult& result);

}  // namespace sgdma::explore
