#include "app/diagram_output.h"

#include <cstdio>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "app/output_file.h"
#include "observe/diagram/diagram_layout.h"
#include "observe/diagram/wavedrom.h"
#include "workload/config/config_error.h"

namespace sgdma::app {

using workload::ConfigError;

namespace {

bool ends_with(const std::string& path, const char* extension) {
  return std::filesystem::path(path).extension() == extension;
}

std::string option(const std::string& asked) { return "--diagram " + asked; }

}  // namespace

DiagramRequest diagram_request(const std::string& transfer, std::optional<Cycle> around,
                               std::optional<std::string> file) {
  std::optional<observe::TransferChoice> choice = observe::transfer_choice_of(transfer);
  if (!choice) {
    throw ConfigError(option(transfer), "is neither a slot nor a tag",
                      "a number is a slot; a tag is written as in the event log: 7.sq.3.0@0");
  }
  if (file && !ends_with(*file, ".json") && !ends_with(*file, ".svg")) {
    throw ConfigError("--diagram-file " + *file, "ends neither with .json nor with .svg");
  }
  choice->around = around;
  return {transfer, *choice, std::move(file)};
}

DiagramOutput::DiagramOutput(const DiagramRequest& request, const workload::Scenario& scenario)
    : request_(request), chosen_(request.choice) {
  require_in(scenario);
  if (!request_.file) return;
  require_writable(*request_.file);
  if (ends_with(*request_.file, ".svg")) wavedrom_.emplace();
}

void DiagramOutput::require_in(const workload::Scenario& scenario) const {
  if (const auto* slot = std::get_if<SlotIndex>(&request_.choice.of)) {
    const std::uint32_t slots = scenario.engine.slots;
    if (raw(*slot) < slots) return;
    throw ConfigError(option(request_.asked), "there is no such slot",
                      fmt::format("engine.slots is {}: slots 0 to {}", slots, slots - 1));
  }
  const QpNumber number = std::get<CompletionTag>(request_.choice.of).qp;
  if (!scenario.queue_pairs.find(number)) {
    throw ConfigError(option(request_.asked),
                      fmt::format("there is no queue pair {}", raw(number)));
  }
}

std::string DiagramOutput::never_ran() const {
  if (const std::optional<observe::ChosenTransfer::Rejection>& rejection = chosen_.rejection()) {
    return fmt::format("never ran: its work failed its checks at cycle {} with {}", rejection->edge,
                       name_of(rejection->status));
  }
  const bool slot = std::holds_alternative<SlotIndex>(request_.choice.of);
  return slot ? "the slot was never granted in this run" : "no such transfer ran";
}

std::string DiagramOutput::title() const {
  const observe::TransferTrace& transfer = *chosen_.transfer();
  std::string title = fmt::format("{} {}, {} bytes", name_of(transfer.direction()),
                                  to_string(transfer.tag()), transfer.bytes());
  if (transfer.slot()) title += fmt::format(", slot {}", raw(*transfer.slot()));
  return title;
}

void DiagramOutput::write() const {
  if (!found()) {
    throw ConfigError(option(request_.asked), never_ran(),
                      "--events FILE lists what ran, with slots and tags");
  }
  observe::LayoutOptions options;
  options.title = title();
  options.text = observe::CellText::kDetail;
  options.left_out_hint = "--around CYCLE shows others";
  const std::string json = to_wavedrom(lay_out(chosen_.transfer()->window(), options));
  if (!request_.file) {
    std::fputs(json.c_str(), stdout);
  } else if (wavedrom_) {
    wavedrom_->make_svg(json, *request_.file);
  } else {
    write_file(*request_.file, json);
  }
}

}  // namespace sgdma::app
