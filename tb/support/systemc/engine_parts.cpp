#include "support/systemc/engine_parts.h"

#include <utility>

namespace sgdma::test {

namespace {

model::PartTiming timing_of(const EngineParts::Timings& timings, LoggedPart part) {
  return timings.at(static_cast<std::size_t>(part));
}

}  // namespace

EngineParts::EngineParts(const sc_core::sc_module_name& name, std::vector<TimedRequest> work,
                         const Timings& timings, const PartListener& listener)
    : sc_core::sc_module(name),
      work_(std::move(work), listener),
      parts_(listener),
      work_export_("work", timing_of(timings, LoggedPart::kWork)),
      reader_("reader", timing_of(timings, LoggedPart::kReader)),
      sink_("sink", timing_of(timings, LoggedPart::kSink)),
      source_("source", timing_of(timings, LoggedPart::kSource)),
      client_("client", timing_of(timings, LoggedPart::kClient)) {
  work_export_.set(work_);
  reader_.set(parts_);
  sink_.set(parts_);
  source_.set(parts_);
  client_.set(parts_);
}

void EngineParts::bind_to(model::SgdmaEngine& engine) {
  engine.work.bind(work_export_);
  engine.completion_reader.bind(reader_);
  engine.payload_out.bind(sink_);
  engine.payload_in.bind(source_);
  engine.control_client.bind(client_);
}

}  // namespace sgdma::test
