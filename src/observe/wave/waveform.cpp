#include "observe/wave/waveform.h"

#include <fmt/format.h>

#include "observe/wave/make_wave_file.h"
#include "observe/wave/save_files.h"
#include "observe/wave/save_layout.h"

namespace sgdma::observe {

namespace {

WaveWindow window_of(const WaveOptions& options, ClockedWave& wave) {
  return options.around ? WaveWindow(wave, options.margin)
                        : WaveWindow(wave, options.from, options.to);
}

std::string comment_of(std::uint64_t period_ps) {
  return fmt::format("clock period {} ps; edge n is at n periods", period_ps);
}

std::string text_of(const ControlEvent& event) {
  std::string what(name_of(event.kind));
  if (concerns_region(event.kind)) {
    what += fmt::format(" of region {}", raw(event.region));
  } else if (event.kind != ControlKind::kEngineReset) {
    what += fmt::format(" of {}", raw(event.qp));
  }
  return what + (event.answered ? " answered" : " asked");
}

}  // namespace

Waveform::Waveform(const WaveOptions& options, const platform::Platform& platform,
                   const std::vector<QpNumber>& queue_pairs, std::uint64_t period_ps)
    : options_(options),
      top_(board_.add_scope(std::nullopt, platform.basename())),
      clock_(board_.add_bit(top_, "clk")),
      engine_(board_, board_.add_scope(top_, platform.engine.basename()), platform.engine,
              queue_pairs, options.selection),
      work_(board_, top_),
      file_(make_wave_file(options.path, board_.table(), wave_scale(period_ps),
                           comment_of(period_ps))),
      wave_(*file_, wave_scale(period_ps), clock_, options.limit),
      window_(window_of(options_, wave_)),
      markers_(options.around ? 0 : options.from) {
  if (options_.around) {
    markers_.await_trigger();
    trigger_.emplace(*options_.around);
  }
  board_.take_changes();
  window_.start(board_.values());
  edges_.add(engine_);
  edges_.add(*this);
}

void Waveform::attach(ObserverList& transfers, ObserverList& beats, WorkObserverList& work) {
  transfers.add(engine_);
  transfers.add(*this);
  beats.add(engine_);
  work.add(work_);
}

void Waveform::detach(ObserverList& transfers, ObserverList& beats, WorkObserverList& work) {
  transfers.remove(engine_);
  transfers.remove(*this);
  beats.remove(engine_);
  work.remove(work_);
}

void Waveform::pass(Cycle now) {
  window_.edge(now, board_.take_changes());
  if (!trigger_) {
    return;
  }
  if (trigger_->fired()) {
    window_.fire(now);
    markers_.fire(wave_.first());
  }
  if (trigger_->over()) {
    window_.release(now);
    trigger_.reset();
  }
}

void Waveform::finish(Cycle last) {
  window_.end(last);
  if (wave_.begun()) {
    write_save_file();
  }
}

void Waveform::write_save_file() {
  const std::string save_file = save_file_beside(options_.path);
  save_kept_ = is_arranged(save_file);
  if (save_kept_) {
    return;
  }
  const WordSource source =
      holds_words(options_.path) ? WordSource::kWaveFile : WordSource::kTranslationFiles;
  GtkwaveSave save(board_.table(), source, words_folder_of(options_.path));
  ShownScopes shown{top_, {}, engine_.arbiter().queue_pair_scopes()};
  for (const SlotIndex slot : engine_.slots().used()) {
    if (const std::optional<ScopeId> scope = engine_.slots().scope(slot)) {
      shown.slots.push_back(*scope);
    }
  }
  SaveLayout(board_.table(), save).add(shown);
  for (const WaveMarker& marker : markers_.within(wave_.first(), wave_.last())) {
    save.add_marker(wave_.time_of(marker.edge), marker.text);
  }
  observe::write_save_file(
      options_.path, save,
      {wave_.scale(), wave_.time_of(wave_.first()), wave_.time_of(wave_.last() + 1)});
}

WaveReport Waveform::report() const {
  WaveReport report;
  report.path = options_.path;
  report.written = wave_.begun();
  report.full = wave_.full();
  report.too_many_queue_pairs = engine_.arbiter().too_many();
  report.save_kept = save_kept_;
  report.first = wave_.first();
  report.last = wave_.last();
  report.changes = wave_.changes();
  report.bytes = wave_.begun() ? wave_.bytes() : 0;
  return report;
}

void Waveform::on_grant(Cycle, SlotIndex, const InFlightEntry& entry, const TransferRequest&) {
  if (trigger_) trigger_->on_grant(entry.tag);
}

void Waveform::on_control(Cycle now, const ControlEvent& event) {
  markers_.add(now, text_of(event));
  if (trigger_) trigger_->on_control(event);
}

void Waveform::on_fault(Cycle now, SlotIndex, const InFlightEntry& entry, const FaultRecord&) {
  markers_.add(now, fmt::format("fault {}", to_string(entry.tag)));
  if (trigger_) trigger_->on_fault();
}

void Waveform::on_completion(Cycle, const Completion& completion) {
  if (trigger_) trigger_->on_completion(completion.tag);
}

void Waveform::on_edge(Cycle now, const core::EdgeSignals&) { pass(now); }

void Waveform::on_quiet(Cycle from, Cycle last, const core::EdgeSignals&) {
  pass(from);
  for (Cycle edge = from; edge < last && engine_.draining(edge);) {
    engine_.drain(++edge);
    pass(edge);
  }
}

}  // namespace sgdma::observe
