/// What `sgdma run` was asked for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/capture_input.h"
#include "app/diagram_output.h"
#include "app/timeline_arguments.h"
#include "app/wave_arguments.h"
#include "platform/bus_binding.h"
#include "workload/config/load_scenario.h"

namespace sgdma::app {

/// Numbers have been parsed, files have not been touched.
struct RunOptions {
  workload::LoadOptions load;
  CaptureInput capture;                     ///< that brings the work
  std::optional<std::string> out;           ///< directory for all outputs
  std::optional<std::string> events;        ///< event log
  bool events_beats = false;                ///< with a line for every beat
  WaveArguments wave;                       ///< waveform
  TimelineArguments timeline;               ///< Chrome trace events
  std::optional<std::string> resolved;      ///< the resolved scenario, written back
  std::optional<DiagramRequest> diagram;    ///< timing diagram of a transfer
  bool json = false;                        ///< the result as one JSON object on standard output
  std::optional<std::uint64_t> max_cycles;  ///< 1 or more
  bool expect_ok = false;                   ///< an error CQE makes the exit code 1
  bool verify = true;                       ///< byte oracle and invariants
  bool run_ahead = true;                    ///< off: each edge at a kernel wake of its own
  bool progress = true;                     ///< a progress bar on a terminal
  std::vector<std::string> rtl;             ///< modules whose place their RTL takes
  platform::BusBinding bind_bus;            ///< what stands between engine and memory
};

}  // namespace sgdma::app
