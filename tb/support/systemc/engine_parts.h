/// An engine's parts that say when they are called, bound to it.
#pragma once

#include <array>
#include <vector>

#include <systemc>

#include "model/part.h"
#include "model/sgdma_engine.h"
#include "support/logged_parts.h"

namespace sgdma::test {

/// Each part goes by edges or by the kernel's time, as it is told.
class EngineParts : public sc_core::sc_module {
 public:
  using Timings = std::array<model::PartTiming, kLoggedParts>;

  EngineParts(const sc_core::sc_module_name& name, std::vector<TimedRequest> work,
              const Timings& timings, const PartListener& listener);

  void bind_to(model::SgdmaEngine& engine);

 private:
  LoggedWork work_;
  LoggedParts parts_;
  model::PartExport<core::WorkSource> work_export_;
  model::PartExport<core::CompletionReader> reader_;
  model::PartExport<core::PayloadSink> sink_;
  model::PartExport<core::PayloadSource> source_;
  model::PartExport<core::ControlClient> client_;
};

}  // namespace sgdma::test
