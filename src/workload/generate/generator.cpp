#include "workload/generate/generator.h"

#include <algorithm>

namespace sgdma::workload {
namespace {

using platform::PacketOpcode;
using platform::Picoseconds;
using platform::WqeOpcode;

constexpr std::uint64_t kAtomicBytes = 8;

std::string stream_name(const GeneratorConfig& config, const char* what) {
  return "generator." + config.name + "." + what;
}

const platform::Region& region_of(const Scenario& scenario, RegionKey key) {
  return *std::find_if(scenario.regions.begin(), scenario.regions.end(),
                       [key](const platform::Region& region) { return region.key == key; });
}

std::optional<AddressPicker> picker(const Scenario& scenario, const GeneratorConfig& config,
                                    const std::optional<RegionKey>& key, const char* what) {
  if (!key) return std::nullopt;
  return AddressPicker(region_of(scenario, *key), config, scenario.seed, stream_name(config, what));
}

WqeOpcode wqe_opcode(GeneratedOp op) {
  switch (op) {
    case GeneratedOp::kSend: return WqeOpcode::kSend;
    case GeneratedOp::kRead: return WqeOpcode::kRead;
    case GeneratedOp::kCompareSwap: return WqeOpcode::kCompareSwap;
    case GeneratedOp::kFetchAdd: return WqeOpcode::kFetchAdd;
    default: return WqeOpcode::kWrite;
  }
}

PacketOpcode packet_opcode(GeneratedOp op) {
  switch (op) {
    case GeneratedOp::kIncomingSend: return PacketOpcode::kSend;
    case GeneratedOp::kIncomingRead: return PacketOpcode::kReadRequest;
    case GeneratedOp::kIncomingCompareSwap: return PacketOpcode::kCompareSwap;
    case GeneratedOp::kIncomingFetchAdd: return PacketOpcode::kFetchAdd;
    default: return PacketOpcode::kWrite;
  }
}

}  // namespace

Generator::Generator(const Scenario& scenario, const GeneratorConfig& config)
    : config_(config),
      clock_(config, scenario.seed),
      ops_(scenario.seed, stream_name(config, "operations")),
      sizes_(scenario.seed, stream_name(config, "sizes")),
      sges_(scenario.seed, stream_name(config, "sges")),
      queue_pairs_(scenario.seed, stream_name(config, "queue_pairs")),
      local_(picker(scenario, config, config.region, "addresses")),
      remote_(picker(scenario, config, config.remote, "remote_addresses")),
      under_way_of_(config.depth == 0 ? 0 : config.queue_pairs) {
  first_qp_ = scenario.queue_pairs.index_of(config.first_qp);
}

std::optional<Picoseconds> Generator::next() const {
  if (exhausted()) return std::nullopt;
  Picoseconds at = config_.start;
  if (open_loop()) {
    at = clock_.next();
  } else if (places_begun_ == std::uint64_t{config_.depth} * config_.queue_pairs) {
    if (places_.empty()) return std::nullopt;
    at = places_.front().at;
  }
  if (config_.stop != 0 && at > config_.stop) return std::nullopt;
  return at;
}

bool Generator::waits() const { return !open_loop() && !exhausted() && under_way_ > 0; }

void Generator::emit(PostedItems& posted, Wire& wire) {
  const Picoseconds at = *next();
  if (!open_loop()) {
    const QpIndex qp = take_place();
    ++under_way_;
    ++under_way_of(qp);
    make(at, qp, posted, wire);
    return;
  }
  clock_.advance();
  if (!config_.incast) {
    make(at, pick_queue_pair(), posted, wire);
    return;
  }
  for (std::uint32_t qp = 0; qp < config_.queue_pairs && !exhausted(); ++qp) {
    make(at, QpIndex{raw(first_qp_) + qp}, posted, wire);
  }
}

QpIndex Generator::take_place() {
  if (places_begun_ < std::uint64_t{config_.depth} * config_.queue_pairs) {
    const auto qp = static_cast<std::uint32_t>(places_begun_++ % config_.queue_pairs);
    return QpIndex{raw(first_qp_) + qp};
  }
  std::pop_heap(places_.begin(), places_.end());
  const QpIndex qp = places_.back().qp;
  places_.pop_back();
  return qp;
}

QpIndex Generator::pick_queue_pair() {
  if (config_.qp_order == QueuePairOrder::kRandom) {
    turn_ = static_cast<std::uint32_t>(queue_pairs_.below(config_.queue_pairs));
    return QpIndex{raw(first_qp_) + turn_};
  }
  const QpIndex qp{raw(first_qp_) + turn_};
  turn_ = (turn_ + 1) % config_.queue_pairs;
  return qp;
}

void Generator::done(Picoseconds at, QpIndex qp, std::uint32_t messages) {
  if (open_loop()) return;
  under_way_ -= messages;
  under_way_of(qp) -= messages;
  for (std::uint32_t message = 0; message < messages; ++message) {
    places_.push_back({at, places_freed_++, qp});
    std::push_heap(places_.begin(), places_.end());
  }
}

void Generator::make(Picoseconds at, QpIndex qp, PostedItems& posted, Wire& wire) {
  ++made_;
  const auto op = static_cast<GeneratedOp>(config_.op.draw(ops_));
  const std::uint64_t bytes = is_atomic(op) ? kAtomicBytes : config_.size.draw(sizes_);
  if (!is_incoming(op)) {
    post(at, qp, wqe_opcode(op), bytes, posted);
    return;
  }
  if (op == GeneratedOp::kIncomingSend) {
    post(at, qp, WqeOpcode::kReceive, bytes, posted);
  }
  send(at, qp, op, bytes, wire);
}

void Generator::post(Picoseconds at, QpIndex qp, WqeOpcode opcode, std::uint64_t bytes,
                     PostedItems& posted) {
  platform::WorkQueueElement wqe;
  wqe.opcode = opcode;
  // No piece is empty, and the first ones take what is left over.
  const bool whole = opcode == WqeOpcode::kCompareSwap || opcode == WqeOpcode::kFetchAdd;
  const std::uint64_t pieces = whole ? 1 : std::min(config_.sges.draw(sges_), bytes);
  for (std::uint64_t piece = 0; piece < pieces; ++piece) {
    const std::uint64_t length = bytes / pieces + (piece < bytes % pieces ? 1 : 0);
    wqe.sges.push_back({local_->next(length), static_cast<std::uint32_t>(length), local_->key()});
  }
  posted.post({at, qp, std::move(wqe)});
}

void Generator::send(Picoseconds at, QpIndex qp, GeneratedOp op, std::uint64_t bytes, Wire& wire) {
  IncomingMessage message;
  message.at = at;
  message.qp = qp;
  message.bytes = bytes;
  message.packet.opcode = packet_opcode(op);
  if (op != GeneratedOp::kIncomingSend) {
    message.packet.address = remote_->next(bytes);
    message.packet.key = remote_->key();
  }
  if (is_atomic(op)) {
    message.packet.swap_or_add = made_;
  } else if (op != GeneratedOp::kIncomingSend) {
    message.packet.length = static_cast<std::uint32_t>(bytes);
  }
  wire.send(message);
}

}  // namespace sgdma::workload
