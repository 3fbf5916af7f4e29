/// The timing diagram of `sgdma run --diagram`.
#pragma once

#include <optional>
#include <string>

#include "app/wavedrom_command.h"
#include "observe/diagram/chosen_transfer.h"
#include "workload/scenario.h"

namespace sgdma::app {

/// What the command line asks for.
struct DiagramRequest {
  std::string asked;  ///< as it was written, for messages
  observe::TransferChoice choice;
  std::optional<std::string> file;  ///< `.json` or `.svg`; none: JSON on standard output
};

/// Throws workload::ConfigError where `transfer` is neither a slot nor a tag, or `file` neither
/// `.json` nor `.svg`.
DiagramRequest diagram_request(const std::string& transfer, std::optional<Cycle> around,
                               std::optional<std::string> file);

/// Everything that can be wrong before the run is found by the constructor.
class DiagramOutput {
 public:
  /// Throws workload::ConfigError where the scenario has no such slot or queue pair or the file
  /// cannot be written, `MissingProgram` where an SVG is asked for and cannot be made.
  DiagramOutput(const DiagramRequest& request, const workload::Scenario& scenario);

  /// Watches the run.
  observe::ChosenTransfer& observer() { return chosen_; }
  bool found() const { return chosen_.transfer().has_value(); }
  /// Throws workload::ConfigError where the transfer never ran, and what `WavedromCommand` throws.
  void write() const;

 private:
  void require_in(const workload::Scenario& scenario) const;
  std::string never_ran() const;
  std::string title() const;

  DiagramRequest request_;
  observe::ChosenTransfer chosen_;
  std::optional<WavedromCommand> wavedrom_;
};

}  // namespace sgdma::app
