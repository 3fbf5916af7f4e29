// The C interface over a ReferenceEngine. Every function is a boundary: arguments are checked, and
// what is thrown becomes an error code and a text.

#include "sgdma/sgdma_dpi.h"

#include <exception>
#include <memory>
#include <new>
#include <string>
#include <unordered_set>

#include "cosim/dpi/predictor_settings.h"
#include "cosim/reference_engine.h"

namespace {

using namespace sgdma;
using cosim::BadArgument;
using cosim::ReferenceEngine;

/// The call does not fit what the bus or the engine does.
class BadState : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

struct Predictor {
  explicit Predictor(const cosim::PredictorSettings& settings)
      : engine(settings.engine, settings.queue_pairs) {}

  ReferenceEngine engine;
  bool failed = false;
  bool read_told = false;  ///< an acceptance, for the next edge
  bool write_told = false;
};

std::string& last_error() {
  static thread_local std::string text;
  return text;
}

/// Those that live: a handle that is none of these is refused.
std::unordered_set<const void*>& predictors() {
  static std::unordered_set<const void*> all;
  return all;
}

int error(int code, const char* text) {
  try {
    last_error() = text;
  } catch (...) {
    last_error().clear();
  }
  return code;
}

/// Runs `call` on the predictor behind a handle.
template <class Call>
int guarded(void* handle, Call call) {
  if (predictors().count(handle) == 0) {
    return error(SGDMA_DPI_BAD_HANDLE, "no predictor has this handle");
  }
  auto& predictor = *static_cast<Predictor*>(handle);
  try {
    if (predictor.failed) {
      return error(SGDMA_DPI_FAILED, "the predictor has failed before");
    }
    call(predictor);
    return SGDMA_DPI_OK;
  } catch (const BadArgument& bad) {
    return error(SGDMA_DPI_BAD_ARGUMENT, bad.what());
  } catch (const BadState& bad) {
    return error(SGDMA_DPI_BAD_STATE, bad.what());
  } catch (const std::exception& failed) {
    predictor.failed = true;
    return error(SGDMA_DPI_FAILED, failed.what());
  } catch (...) {
    predictor.failed = true;
    return error(SGDMA_DPI_FAILED, "unknown failure");
  }
}

void need(bool holds, const std::string& otherwise) {
  if (!holds) throw BadArgument(otherwise);
}

std::uint32_t in_range(const char* name, int value, std::uint32_t end) {
  need(value >= 0 && static_cast<std::uint32_t>(value) < end,
       std::string(name) + " " + std::to_string(value) + " is not from 0 to " +
           std::to_string(end - 1));
  return static_cast<std::uint32_t>(value);
}

std::uint32_t slot_of(const Predictor& predictor, int slot) {
  return in_range("slot", slot, predictor.engine.config().slots);
}

std::uint32_t queue_pair_of(const Predictor& predictor, int qp) {
  return in_range("queue pair", qp, predictor.engine.config().queue_pairs);
}

std::size_t direction_of(int scatter) { return in_range("direction", scatter, 2); }

BusStatus status_of(int response) {
  switch (response) {
    case 0: return BusStatus::kOkay;
    case 2: return BusStatus::kSlaveError;
    case 3: return BusStatus::kDecodeError;
    default: throw BadArgument("response " + std::to_string(response) + " is none of 0, 2, 3");
  }
}

int response_of(BusStatus status) {
  return status == BusStatus::kOkay ? 0 : status == BusStatus::kDecodeError ? 3 : 2;
}

/// As libibverbs numbers them (enum ibv_wc_status).
int number_of(CompletionStatus status) {
  switch (status) {
    case CompletionStatus::kSuccess: return 0;
    case CompletionStatus::kLocLenErr: return 1;
    case CompletionStatus::kLocQpOpErr: return 2;
    case CompletionStatus::kLocProtErr: return 4;
    case CompletionStatus::kWrFlushErr: return 5;
    case CompletionStatus::kLocAccessErr: return 8;
    case CompletionStatus::kRemInvReqErr: return 9;
    case CompletionStatus::kRemAccessErr: return 10;
    case CompletionStatus::kRemOpErr: return 11;
    case CompletionStatus::kGeneralErr: return 21;
  }
  return 21;
}

/// A caller's tag is carried in the number and the part of the engine's.
std::int64_t tag_of(const CompletionTag& tag) {
  return static_cast<std::int64_t>(std::uint64_t{tag.part} << 32U | tag.number);
}

template <class... Pointers>
void need_pointers(const Pointers*... pointers) {
  need((... && (pointers != nullptr)), "a pointer is null");
}

int ask(void* handle, int qp, ControlKind kind) {
  return guarded(handle, [&](Predictor& predictor) {
    ControlRequest request;
    request.kind = kind;
    request.qp = QpIndex{queue_pair_of(predictor, qp)};
    request.number = QpNumber{raw(request.qp)};
    predictor.engine.ask(request);
  });
}

}  // namespace

extern "C" {

int sgdma_dpi_version(void) { return SGDMA_DPI_VERSION; }

const char* sgdma_dpi_last_error(void) { return last_error().c_str(); }

void* sgdma_dpi_create(int version, const char* settings) {
  try {
    need(version == SGDMA_DPI_VERSION, "the caller has version " + std::to_string(version) +
                                           " of the interface, this is " +
                                           std::to_string(SGDMA_DPI_VERSION));
    need(settings != nullptr, "the settings are null");
    auto predictor = std::make_unique<Predictor>(cosim::parse_settings(settings));
    predictors().insert(predictor.get());
    return predictor.release();
  } catch (const std::exception& bad) {
    error(SGDMA_DPI_BAD_ARGUMENT, bad.what());
  } catch (...) {
    error(SGDMA_DPI_FAILED, "unknown failure");
  }
  return nullptr;
}

void sgdma_dpi_destroy(void* handle) {
  if (predictors().erase(handle) != 0) {
    delete static_cast<Predictor*>(handle);
  }
}

int sgdma_dpi_post(void* handle, int qp, int scatter, int after_scatters, int64_t tag) {
  return guarded(handle, [&](Predictor& predictor) {
    TransferRequest request;
    request.qp = QpIndex{queue_pair_of(predictor, qp)};
    request.direction = direction_of(scatter) == 0 ? Direction::kGather : Direction::kScatter;
    request.after_scatters = in_range("after_scatters", after_scatters, 2) == 1;
    request.tag.qp = QpNumber{raw(request.qp)};
    request.tag.number = static_cast<std::uint32_t>(tag);
    request.tag.part = static_cast<std::uint32_t>(static_cast<std::uint64_t>(tag) >> 32U);
    predictor.engine.post(request);
  });
}

int sgdma_dpi_segment(void* handle, int64_t address, int bytes) {
  return guarded(handle, [&](Predictor& predictor) {
    TransferRequest* request = predictor.engine.last_posted();
    if (request == nullptr) throw BadState("no transfer was posted for the next edge");
    need(bytes >= 1, "a segment has " + std::to_string(bytes) + " bytes");
    constexpr std::uint64_t kMost = 1ULL << 31U;
    need(std::uint64_t{request->bytes} + static_cast<std::uint32_t>(bytes) <= kMost,
         "the transfer is longer than 2^31 bytes");
    const auto first = static_cast<std::uint64_t>(address);
    need(first + (static_cast<std::uint32_t>(bytes) - 1) >= first,
         "the segment goes beyond the last address");
    Segment segment;
    segment.address = first;
    segment.bytes = static_cast<std::uint32_t>(bytes);
    request->segments.push_back(segment);
    request->bytes += segment.bytes;
  });
}

int sgdma_dpi_read_accepted(void* handle) {
  return guarded(handle, [&](Predictor& predictor) {
    if (!predictor.engine.bus().reads()) throw BadState("no read request stands on the bus");
    if (predictor.read_told) throw BadState("the read request was accepted already");
    predictor.read_told = true;
    predictor.engine.bus().accept_read();
  });
}

int sgdma_dpi_read_beat(void* handle, int slot, int response) {
  return guarded(handle, [&](Predictor& predictor) {
    cosim::PinBus& bus = predictor.engine.bus();
    const std::uint32_t at = slot_of(predictor, slot);
    const BusStatus status = status_of(response);
    if (bus.beat_told()) throw BadState("a read beat came already for the next edge");
    if (bus.beats_due(at) == 0) {
      throw BadState("slot " + std::to_string(at) + " has asked for no beat that is not there");
    }
    bus.give_beat(at, status);
  });
}

int sgdma_dpi_write_accepted(void* handle) {
  return guarded(handle, [&](Predictor& predictor) {
    if (!predictor.engine.bus().writes()) throw BadState("no write beat stands on the bus");
    if (predictor.write_told) throw BadState("the write beat was accepted already");
    predictor.write_told = true;
    predictor.engine.bus().accept_write();
  });
}

int sgdma_dpi_write_response(void* handle, int slot, int response) {
  return guarded(handle, [&](Predictor& predictor) {
    cosim::PinBus& bus = predictor.engine.bus();
    const std::uint32_t at = slot_of(predictor, slot);
    const BusStatus status = status_of(response);
    if (bus.response_told()) throw BadState("a write response came already for the next edge");
    if (bus.responses_due(at) == 0) {
      throw BadState("slot " + std::to_string(at) + " waits for no write response");
    }
    bus.give_response(at, status);
  });
}

int sgdma_dpi_reset(void* handle, int qp) { return ask(handle, qp, ControlKind::kQueuePairReset); }

int sgdma_dpi_error(void* handle, int qp) { return ask(handle, qp, ControlKind::kQueuePairError); }

int64_t sgdma_dpi_step(void* handle) {
  std::int64_t edge = 0;
  const int result = guarded(handle, [&](Predictor& predictor) {
    predictor.read_told = false;
    predictor.write_told = false;
    edge = static_cast<std::int64_t>(predictor.engine.step());
  });
  return result == SGDMA_DPI_OK ? edge : result;
}

int sgdma_dpi_slot(void* handle, int slot, int* busy, int* qp, int* scatter, int64_t* address,
                   int64_t* remaining, int* cursor, int64_t* tag) {
  return guarded(handle, [&](const Predictor& predictor) {
    need_pointers(busy, qp, scatter, address, remaining, cursor, tag);
    const std::uint32_t at = slot_of(predictor, slot);
    const bool occupied = predictor.engine.occupied(at);
    const InFlightEntry entry = occupied ? predictor.engine.entry(at) : InFlightEntry{};
    *busy = occupied ? 1 : 0;
    *qp = static_cast<int>(raw(entry.qp));
    *scatter = static_cast<int>(index_of(entry.direction));
    *address = static_cast<std::int64_t>(entry.address);
    *remaining = entry.remaining;
    *cursor = static_cast<int>(entry.cursor);
    *tag = tag_of(entry.tag);
  });
}

int sgdma_dpi_read_request(void* handle, int* valid, int* slot, int64_t* address, int* bytes,
                           int* beats) {
  return guarded(handle, [&](const Predictor& predictor) {
    need_pointers(valid, slot, address, bytes, beats);
    const core::GatherChannel& gather = predictor.engine.gather();
    const core::BusBurst burst = gather.driving() ? gather.driven_burst() : core::BusBurst{};
    *valid = gather.driving() ? 1 : 0;
    *slot = static_cast<int>(raw(burst.slot));
    *address = static_cast<std::int64_t>(burst.burst.address);
    *bytes = static_cast<int>(burst.burst.bytes);
    *beats = static_cast<int>(burst.burst.beats);
  });
}

int sgdma_dpi_write_beat(void* handle, int* valid, int* slot, int64_t* address, int* bytes,
                         int* first, int* last, int* cut, int64_t* offset, int* burst_beats) {
  return guarded(handle, [&](Predictor& predictor) {
    need_pointers(valid, slot, address, bytes, first, last, cut, offset, burst_beats);
    const core::ScatterChannel& scatter = predictor.engine.scatter();
    const bool drives = scatter.driving();
    core::ScatterChannel::DrivenBeat beat;
    if (drives) beat = scatter.driven_beat();
    *valid = drives ? 1 : 0;
    *slot = static_cast<int>(raw(beat.slot));
    *address = static_cast<std::int64_t>(beat.range.address);
    *bytes = static_cast<int>(beat.range.bytes);
    *first = drives && beat.beat == 0 ? 1 : 0;
    *last = drives && beat.last ? 1 : 0;
    *cut = drives && beat.cut ? 1 : 0;
    *offset = beat.offset;
    *burst_beats = drives ? static_cast<int>(predictor.engine.bus().written().burst.beats) : 0;
  });
}

int sgdma_dpi_grant(void* handle, int scatter, int* granted, int* qp, int* slot) {
  return guarded(handle, [&](const Predictor& predictor) {
    need_pointers(granted, qp, slot);
    const auto& grant = predictor.engine.edge().grants[direction_of(scatter)];
    *granted = grant ? 1 : 0;
    *qp = grant ? static_cast<int>(grant->qp) : 0;
    *slot = grant && grant->slot ? static_cast<int>(*grant->slot) : -1;
  });
}

int sgdma_dpi_completion(void* handle, int scatter, int* presented, int64_t* bytes, int* status,
                         int64_t* tag) {
  return guarded(handle, [&](const Predictor& predictor) {
    need_pointers(presented, bytes, status, tag);
    const auto& completion = predictor.engine.edge().completions[direction_of(scatter)];
    *presented = completion ? 1 : 0;
    *bytes = completion ? completion->bytes : 0;
    *status = completion ? number_of(completion->status) : 0;
    *tag = completion ? tag_of(completion->tag) : 0;
  });
}

int sgdma_dpi_fault(void* handle, int scatter, int* faulted, int* slot, int64_t* address,
                    int* segment, int* beat, int* response) {
  return guarded(handle, [&](const Predictor& predictor) {
    need_pointers(faulted, slot, address, segment, beat, response);
    const auto& fault = predictor.engine.edge().faults[direction_of(scatter)];
    const FaultRecord record = fault ? fault->record : FaultRecord{};
    *faulted = fault ? 1 : 0;
    *slot = fault ? static_cast<int>(fault->slot) : 0;
    *address = static_cast<std::int64_t>(record.address);
    *segment = static_cast<int>(record.segment);
    *beat = static_cast<int>(record.beat);
    *response = response_of(record.status);
  });
}

int sgdma_dpi_answered(void* handle, int qp, int* answered) {
  return guarded(handle, [&](const Predictor& predictor) {
    need_pointers(answered);
    const std::uint32_t of = queue_pair_of(predictor, qp);
    *answered = 0;
    for (const std::uint32_t number : predictor.engine.edge().answered) {
      if (number == of) *answered = 1;
    }
  });
}

}  // extern "C"
