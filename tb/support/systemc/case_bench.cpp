#include "support/systemc/case_bench.h"

#include <algorithm>
#include <iterator>

#include "support/systemc/engine_leaks.h"

namespace sgdma::test {

namespace {

constexpr platform::Picoseconds kPeriod = 1000;
constexpr RegionKey kKey{1};
constexpr std::uint64_t kGibibyte = std::uint64_t{1} << 30U;

std::vector<platform::QueuePair> numbered(const CaseBenchConfig& config) {
  std::vector<platform::QueuePair> queue_pairs(config.queue_pairs);
  for (std::uint32_t qp = 0; qp < config.queue_pairs; ++qp) {
    queue_pairs[qp].number = QpNumber{qp};
    queue_pairs[qp].path_mtu = config.path_mtu;
  }
  return queue_pairs;
}

EngineConfig sized(const CaseBenchConfig& config) {
  EngineConfig engine = config.engine;
  engine.queue_pairs = config.queue_pairs;
  return engine;
}

platform::Region whole_memory() {
  platform::Region region;
  region.name = "all";
  region.key = kKey;
  region.bytes = 4 * kGibibyte;
  region.page_bytes = kGibibyte;
  region.pages = {0, kGibibyte, 2 * kGibibyte, 3 * kGibibyte};
  region.access = platform::access::kLocalWrite;
  return region;
}

platform::WorkQueueElement element(platform::WqeOpcode opcode, const CaseSges& sges) {
  platform::WorkQueueElement wqe;
  wqe.opcode = opcode;
  for (const auto& [address, bytes] : sges) {
    wqe.sges.push_back({address, bytes, kKey});
  }
  return wqe;
}

}  // namespace

CaseBench::CaseBench(const sc_core::sc_module_name& name, const CaseBenchConfig& config)
    : sc_core::sc_module(name),
      owned_target(config.make_target
                       ? config.make_target("target", config.target)
                       : make_target(TargetStyle::kFourPhase, "target", config.target)),
      engine("engine", sized(config), std::vector<QueuePairConfig>(config.queue_pairs),
             sc_core::sc_time(1, sc_core::SC_NS)),
      numbered_(numbered(config)),
      queue_pairs_(numbered_),
      regions_({whole_memory()}, checks_.merge_runs),
      generator_(queue_pairs_, {}, kPeriod, atomics_, this),
      intake_({checks_, queue_pairs_, regions_, generator_, atomics_}, work_, kPeriod, this) {
  observers_.add(recorder_);
  observers_.add(*this);
  engine.watch() = {observers_.entry(), observers_.entry()};
  producers_.set(intake_);
  cqe_generator_.set(generator_);
  payload_out_.set(payload_);
  payload_in_.set(payload_);
  engine.read_socket.bind(read_rules.from);
  read_rules.to.bind(target.read_socket());
  engine.write_socket.bind(write_rules.from);
  write_rules.to.bind(target.write_socket());
  engine.work.bind(producers_);
  engine.completion_reader.bind(cqe_generator_);
  engine.payload_out.bind(payload_out_);
  engine.payload_in.bind(payload_in_);
}

void CaseBench::add(Cycle at, std::uint32_t qp, const platform::WorkQueueElement& wqe) {
  work_.items.push_back({(at - 1) * kPeriod, QpIndex{qp}, wqe});
}

void CaseBench::gather(Cycle at, std::uint32_t qp, const CaseSges& sges) {
  add(at, qp, element(platform::WqeOpcode::kSend, sges));
}

void CaseBench::scatter(Cycle at, std::uint32_t qp, const CaseSges& sges) {
  const platform::WorkQueueElement receive = element(platform::WqeOpcode::kReceive, sges);
  add(at, qp, receive);
  platform::IncomingPacket packet;
  for (const auto& [address, bytes] : sges) {
    packet.bytes += bytes;
  }
  work_.items.push_back({(at - 1) * kPeriod, QpIndex{qp}, packet});
}

bool CaseBench::done() const {
  return intake_.exhausted() && engine.pipeline().idle() && generator_.waiting() == 0;
}

std::string CaseBench::leaks() const {
  std::string leaks = engine_leaks(engine);
  if (target.answered() != target.taken()) {
    leaks += "beats not answered; ";
  }
  if (read_rules.alive() + write_rules.alive() > 0) {
    leaks += "transactions alive; ";
  }
  return leaks;
}

std::vector<TraceEvent> CaseBench::events(TraceKind kind) const {
  std::vector<TraceEvent> some;
  std::copy_if(events().begin(), events().end(), std::back_inserter(some),
               [kind](const TraceEvent& event) { return event.kind == kind; });
  return some;
}

std::vector<Cycle> CaseBench::edges(TraceKind kind) const {
  std::vector<Cycle> edges;
  for (const TraceEvent& event : events(kind)) {
    edges.push_back(event.edge);
  }
  return edges;
}

std::vector<std::string> CaseBench::log() const {
  std::vector<std::string> lines;
  for (const TraceEvent& event : events()) {
    lines.push_back(std::to_string(event.edge) + ' ' + text_of(event));
  }
  return lines;
}

std::vector<std::uint8_t> CaseBench::memory(std::uint64_t address, std::uint32_t bytes) {
  std::vector<std::uint8_t> data(bytes);
  target.contents().read(address, data.data(), bytes);
  return data;
}

void CaseBench::on_free(Cycle, SlotIndex, const InFlightEntry&) {
  if (when_freed) {
    when_freed();
  }
}

void CaseBench::on_cqe(Cycle now, const platform::CompletionQueueEntry& entry) {
  cqes_.emplace_back(now, entry);
  if (when_cqe) {
    when_cqe();
  }
}

void run_benches(Cycle limit) {
  sc_core::sc_start(sc_core::sc_time(static_cast<double>(limit), sc_core::SC_NS),
                    sc_core::SC_EXIT_ON_STARVATION);
}

}  // namespace sgdma::test
