#include "support/wave_log.h"

#include <algorithm>
#include <array>
#include <set>

#include <boost/json.hpp>
#include <fmt/format.h>

#include "support/scenario_run.h"
#include "support/wave_replay.h"

namespace sgdma::test {

namespace {

namespace json = boost::json;

// What the numbers mean, as docs/waveforms.md has it.
constexpr std::array<const char*, 2> kDirections = {"gather", "scatter"};
constexpr std::array<const char*, 3> kSides = {"sq", "rq", "responder"};
constexpr std::array<const char*, 4> kResponses = {"OKAY", "SLVERR", "DECERR", "TIMEOUT"};
constexpr std::array<const char*, 10> kStatuses = {
    "SUCCESS",        "LOC_LEN_ERR",     "LOC_QP_OP_ERR",  "LOC_PROT_ERR", "WR_FLUSH_ERR",
    "LOC_ACCESS_ERR", "REM_INV_REQ_ERR", "REM_ACCESS_ERR", "REM_OP_ERR",   "GENERAL_ERR"};
constexpr std::array<const char*, 11> kCauses = {"moved",
                                                 "bus_back_pressure",
                                                 "payload_back_pressure",
                                                 "payload_starved",
                                                 "outstanding_limit",
                                                 "waiting_for_memory",
                                                 "tearing_down",
                                                 "key_miss",
                                                 "slot_limit",
                                                 "no_slot",
                                                 "no_work"};
constexpr std::uint64_t kFree = 0;

const std::string kPlatform = "platform.";
const std::string kEngine = "platform.engine.";
const std::string kBus = kEngine + "memory_bus.";

/// Turns the values of each cycle into facts.
class WaveReader {
 public:
  explicit WaveReader(const VcdDump& dump) : wave_(dump) {
    while (wave_.has(slot_path(slots_.size()) + "state")) {
      const std::string scope = slot_path(slots_.size());
      slots_.push_back(
          {scope, wave_.index(scope + "state"), wave_.index(scope + "remaining_length"), {}});
    }
  }

  WaveLog read() {
    wave_.run([this](std::uint64_t cycle) { look(cycle); });
    std::sort(log_.facts.begin(), log_.facts.end());
    return std::move(log_);
  }

 private:
  static std::string slot_path(std::size_t slot) {
    return kEngine + "in_flight_table.slot_" + std::to_string(slot) + ".";
  }

  std::string tag(const std::string& scope) const {
    return fmt::format("{}.{}.{}.{}@{}", wave_.number(scope + "tag.qp"),
                       kSides.at(wave_.number(scope + "tag.side")),
                       wave_.number(scope + "tag.number"), wave_.number(scope + "tag.part"),
                       wave_.number(scope + "tag.epoch"));
  }

  bool valid(const std::string& scope) const { return wave_.number(scope + "valid") == 1; }

  template <class... Args>
  void fact(const char* kind, fmt::format_string<Args...> format, Args&&... args) {
    log_.facts.push_back(
        fmt::format("{:08} {} {}", cycle_, kind, fmt::format(format, std::forward<Args>(args)...)));
  }

  void look(std::uint64_t cycle) {
    cycle_ = cycle;
    ++log_.cycles;
    grants();
    bus();
    slots();
    ends();
    around();
    for (const char* direction : kDirections) {
      const auto cause = wave_.number(kEngine + direction + "_channel.stall_cause");
      ++log_.cause_cycles[std::string(direction) + " " + kCauses.at(cause)];
    }
    log_.most_slots =
        std::max(log_.most_slots, wave_.number(kEngine + "in_flight_table.slots_in_use"));
    const std::uint64_t lines = wave_.number(kBus + "lines_outstanding");
    if (wave_.number(kBus + "reads_outstanding") != reads_ + lines) ++log_.wrong_reads_outstanding;
    if (wave_.number(kBus + "writes_outstanding") != writes_) ++log_.wrong_writes_outstanding;
  }

  void grants() {
    for (const char* direction : kDirections) {
      const std::string scope = kEngine + "slot_arbiter.grant_" + direction + ".";
      if (!valid(scope)) continue;
      const std::uint64_t qp = wave_.number(scope + "qp");
      if (wave_.number(kEngine + "slot_arbiter.qp_" + std::to_string(qp) + ".granted") != 1) {
        fact("contradiction", "queue pair {} is granted and does not show it", qp);
      }
      if (!wave_.value(scope + "slot")) continue;  // of zero length
      fact("grant", "{} {} {} {}", wave_.number(scope + "slot"), direction, tag(scope),
           wave_.number(scope + "bytes"));
    }
  }

  void beat(const char* kind, const std::string& scope) {
    fact(kind, "{} {} {:#x} {} {} {} {}", wave_.number(scope + "slot"), tag(scope),
         wave_.number(scope + "address"), wave_.number(scope + "bytes"),
         wave_.number(scope + "burst"), wave_.number(scope + "beat"), wave_.number(scope + "last"));
  }

  void bus() {
    const std::string request = kBus + "read_request.";
    if (valid(request) && (wave_.changed(request + "valid") || wave_.changed(request + "burst"))) {
      ++reads_;
      fact("read_burst", "{} {} {} {:#x} {} {} {}", wave_.number(request + "slot"), tag(request),
           wave_.number(request + "segment"), wave_.number(request + "address"),
           wave_.number(request + "bytes"), wave_.number(request + "beats"),
           wave_.number(request + "burst"));
    }
    const std::string read = kBus + "read_data.";
    if (valid(read)) {
      if (valid(kEngine + "payload_out.")) beat("read_beat", read);
      if (wave_.number(read + "last") == 1) {
        --reads_;
        fact("read_response", "{} {} {}", wave_.number(read + "slot"), tag(read),
             wave_.number(read + "burst"));
      }
    }
    const std::string write = kBus + "write_data.";
    if (valid(write) && (wave_.changed(write + "valid") || wave_.changed(write + "burst") ||
                         wave_.changed(write + "beat"))) {
      if (wave_.number(write + "beat") == 0) ++writes_;
      beat(wave_.number(write + "cut") == 1 ? "cut_beat" : "write_beat", write);
    }
    const std::string answer = kBus + "write_response.";
    if (valid(answer)) {
      --writes_;
      fact("write_response", "{} {} {:#x} {} {}", wave_.number(answer + "slot"), tag(answer),
           wave_.number(answer + "address"), wave_.number(answer + "burst"),
           kResponses.at(wave_.number(answer + "response")));
    }
  }

  void slots() {
    for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
      const std::string& scope = slots_[slot].scope;
      if (!wave_.changed(slots_[slot].state) && !wave_.changed(slots_[slot].remaining)) continue;
      std::string& owner = slots_[slot].tag;
      if (wave_.number(scope + "state") == kFree) {
        if (!owner.empty()) fact("free", "{} {}", slot, owner);
        owner.clear();
        continue;
      }
      owner = tag(scope);
      if (wave_.number(scope + "owning_qp") != wave_.number(scope + "tag.qp")) {
        fact("contradiction", "slot {} belongs to two queue pairs", slot);
      }
      if (wave_.changed(scope + "remaining_length")) {
        fact("remaining", "{} {} {}", slot, kDirections.at(wave_.number(scope + "direction")),
             wave_.number(scope + "remaining_length"));
      }
    }
  }

  void ends() {
    for (const char* direction : kDirections) {
      const std::string payload =
          kEngine + (direction == kDirections[0] ? "payload_out." : "payload_in.");
      if (valid(payload)) {
        fact("payload", "{} {} {} {}", direction, tag(payload), wave_.number(payload + "offset"),
             wave_.number(payload + "bytes"));
      }
      const std::string port = kEngine + "completion_port." + direction + ".";
      if (valid(port)) {
        fact("completion", "{} {} {} {}", direction, tag(port),
             kStatuses.at(wave_.number(port + "status")), wave_.number(port + "bytes"));
      }
      const std::string fault = kEngine + direction + "_channel.fault.";
      if (valid(fault)) {
        fact("fault", "{} {} {} {} {:#x} {} {}", wave_.number(fault + "slot"), direction,
             tag(fault), wave_.number(fault + "segment"), wave_.number(fault + "address"),
             wave_.number(fault + "beat"), kResponses.at(wave_.number(fault + "response")));
      }
    }
  }

  void around() {
    const std::string reject = kPlatform + "rejected_work.";
    if (valid(reject)) {
      fact("reject", "{} {} {} {}", wave_.number(reject + "count"), tag(reject),
           wave_.number(reject + "bytes"), kStatuses.at(wave_.number(reject + "status")));
    }
    const std::string cqe = kPlatform + "cqe_generator.";
    if (valid(cqe)) {
      fact("cqe", "{} {} {} {} {} {} {} {}", wave_.number(cqe + "count"),
           wave_.number(cqe + "errors"), wave_.number(cqe + "qp"),
           kSides.at(wave_.number(cqe + "queue")), wave_.number(cqe + "number"),
           kStatuses.at(wave_.number(cqe + "status")), wave_.number(cqe + "bytes"),
           wave_.number(cqe + "immediate"));
    }
  }

  struct Slot {
    std::string scope;
    std::size_t state = 0;      ///< position of the signal
    std::size_t remaining = 0;  ///< position of the signal
    std::string tag;            ///< empty: free
  };

  WaveReplay wave_;
  std::vector<Slot> slots_;
  std::uint64_t reads_ = 0;   ///< begun and not answered
  std::uint64_t writes_ = 0;  ///< begun and not answered
  std::uint64_t cycle_ = 0;
  WaveLog log_;
};

/// The same facts from the lines of an event log.
class LogReader {
 public:
  explicit LogReader(const std::string& path) {
    for (const std::string& line : lines_of(file_bytes(path))) {
      const json::object event = json::parse(line).as_object();
      if (event.contains("event")) events_.push_back(event);
    }
    for (const json::object& event : events_) {
      if (event.at("event") == "free")
        freed_.emplace(number(event, "cycle"), number(event, "slot"));
    }
  }

  std::vector<std::string> read() {
    for (const json::object& event : events_) add(event);
    for (const auto& [cycle, text] : last_of_cycle_) facts_.push_back(text);
    std::sort(facts_.begin(), facts_.end());
    return std::move(facts_);
  }

 private:
  static std::uint64_t number(const json::object& event, const char* field) {
    const json::value& value = event.at(field);
    if (value.is_bool()) return value.as_bool() ? 1 : 0;
    return value.to_number<std::uint64_t>();
  }
  static std::string text(const json::object& event, const char* field) {
    return std::string(event.at(field).as_string());
  }

  template <class... Args>
  static std::string fact_at(std::uint64_t cycle, const char* kind,
                             fmt::format_string<Args...> format, Args&&... args) {
    return fmt::format("{:08} {} {}", cycle, kind,
                       fmt::format(format, std::forward<Args>(args)...));
  }

  void add(const json::object& event) {
    const std::string kind = text(event, "event");
    const std::uint64_t cycle = number(event, "cycle");
    if (kind == "grant") {
      facts_.push_back(fact_at(cycle, "grant", "{} {} {} {}", number(event, "slot"),
                               text(event, "dir"), text(event, "tag"), number(event, "len")));
      remaining(event, number(event, "len"));
    } else if (kind == "burst" && text(event, "dir") == "gather") {
      facts_.push_back(fact_at(cycle, "read_burst", "{} {} {} {} {} {} {}", number(event, "slot"),
                               text(event, "tag"), number(event, "segment"), text(event, "addr"),
                               number(event, "bytes"), number(event, "beats"),
                               number(event, "id")));
    } else if (kind == "beat") {
      beat(event);
      remaining(event, number(event, "remaining"));
    } else if (kind == "waste" && text(event, "dir") == "scatter") {
      facts_.push_back(fact_at(number(event, "driven"), "cut_beat", "{} {} {} {} {} {} {}",
                               number(event, "slot"), text(event, "tag"), text(event, "addr"),
                               number(event, "bytes"), number(event, "id"), number(event, "beat"),
                               number(event, "last")));
    } else if (kind == "response") {
      response(event);
    } else if (kind == "fault") {
      facts_.push_back(fact_at(cycle, "fault", "{} {} {} {} {} {} {}", number(event, "slot"),
                               text(event, "dir"), text(event, "tag"), number(event, "segment"),
                               text(event, "addr"), number(event, "beat"), text(event, "status")));
    } else if (kind == "free") {
      facts_.push_back(fact_at(cycle, "free", "{} {}", number(event, "slot"), text(event, "tag")));
    } else if (kind == "completion") {
      facts_.push_back(fact_at(cycle, "completion", "{} {} {} {}", text(event, "dir"),
                               text(event, "tag"), text(event, "status"), number(event, "bytes")));
    } else if (kind == "cqe") {
      errors_ += text(event, "status") == "SUCCESS" ? 0 : 1;
      last_of_cycle_[{cycle, kind}] =
          fact_at(cycle, "cqe", "{} {} {} {} {} {} {} {}", ++cqes_, errors_, number(event, "qp"),
                  text(event, "queue"), number(event, "number"), text(event, "status"),
                  number(event, "bytes"), number(event, "imm"));
    } else if (kind == "reject") {
      last_of_cycle_[{cycle, kind}] =
          fact_at(cycle, "reject", "{} {} {} {}", ++rejects_, text(event, "tag"),
                  number(event, "len"), text(event, "status"));
    }
  }

  void beat(const json::object& event) {
    const bool gather = text(event, "dir") == "gather";
    const std::uint64_t shown = number(event, gather ? "cycle" : "driven");
    facts_.push_back(fact_at(shown, gather ? "read_beat" : "write_beat", "{} {} {} {} {} {} {}",
                             number(event, "slot"), text(event, "tag"), text(event, "addr"),
                             number(event, "bytes"), number(event, "id"), number(event, "beat"),
                             number(event, "last")));
    facts_.push_back(fact_at(shown, "payload", "{} {} {} {}", text(event, "dir"),
                             text(event, "tag"), number(event, "offset"), number(event, "bytes")));
  }

  void response(const json::object& event) {
    const std::uint64_t cycle = number(event, "cycle");
    if (text(event, "dir") == "gather") {
      facts_.push_back(fact_at(cycle, "read_response", "{} {} {}", number(event, "slot"),
                               text(event, "tag"), number(event, "id")));
    } else {
      facts_.push_back(fact_at(cycle, "write_response", "{} {} {} {} {}", number(event, "slot"),
                               text(event, "tag"), text(event, "addr"), number(event, "id"),
                               text(event, "status")));
    }
  }

  /// A slot that is freed at the same edge shows nothing any more.
  void remaining(const json::object& event, std::uint64_t bytes) {
    const std::uint64_t cycle = number(event, "cycle");
    if (freed_.count({cycle, number(event, "slot")}) == 0) {
      facts_.push_back(fact_at(cycle, "remaining", "{} {} {}", number(event, "slot"),
                               text(event, "dir"), bytes));
    }
  }

  std::vector<json::object> events_;
  std::set<std::pair<std::uint64_t, std::uint64_t>> freed_;  ///< cycle and slot
  std::map<std::pair<std::uint64_t, std::string>, std::string> last_of_cycle_;
  std::uint64_t cqes_ = 0;
  std::uint64_t errors_ = 0;  ///< among them
  std::uint64_t rejects_ = 0;
  std::vector<std::string> facts_;
};

}  // namespace

WaveLog log_of_wave(const VcdDump& dump) { return WaveReader(dump).read(); }

std::vector<std::string> facts_of_log(const std::string& path) { return LogReader(path).read(); }

}  // namespace sgdma::test
