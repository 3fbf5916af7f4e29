#include "app/run_summary.h"

#include <array>

#include <fmt/format.h>

#include "workload/grouped.h"
#include "workload/what_limits.h"

namespace sgdma::app {

namespace {

using core::StallCause;
using workload::Ending;
using workload::grouped;
using workload::RunResult;

constexpr double kPercent = 100.0;

std::string duration(double seconds) {
  if (seconds < 1e-6) return fmt::format("{:.1f} ns", seconds * 1e9);
  if (seconds < 1e-3) return fmt::format("{:.2f} us", seconds * 1e6);
  if (seconds < 1.0) return fmt::format("{:.3f} ms", seconds * 1e3);
  return fmt::format("{:.3f} s", seconds);
}

std::string_view ending_text(Ending ending) {
  switch (ending) {
    case Ending::kDone: return "done";
    case Ending::kDeadlock: return "DEADLOCK: work is left and nothing can happen any more";
    case Ending::kCycleLimit: return "stopped at --max-cycles with work left";
    case Ending::kInterrupted: return "interrupted";
  }
  return "?";
}

std::uint64_t cause_cycles(const RunResult& result, Direction direction, StallCause cause) {
  return result.measured.causes[index_of(direction)][static_cast<std::size_t>(cause)];
}

std::string channel_line(const RunResult& result, Direction direction) {
  const core::ChannelCounters& channel = result.measured.channels[index_of(direction)];
  const double seconds =
      static_cast<double>(result.measured.cycles) * static_cast<double>(result.period_ps) * 1e-12;
  const double rate = seconds == 0 ? 0 : static_cast<double>(channel.bytes) * 8e-9 / seconds;
  const double moved = static_cast<double>(cause_cycles(result, direction, StallCause::kMoved));
  const double share =
      result.measured.cycles == 0 ? 0 : moved / static_cast<double>(result.measured.cycles);
  return fmt::format(
      "  {:8} {:>15} bytes in {:>9} bursts, {:>11} beats: {:7.2f} Gbit/s, bus busy {:5.1f} %\n",
      name_of(direction), grouped(channel.bytes), grouped(channel.bursts), grouped(channel.beats),
      rate, kPercent * share);
}

std::string statuses(const RunResult& result) {
  std::string text;
  for (std::size_t status = 0; status < kCompletionStatusNames.size(); ++status) {
    if (result.cqes[status] > 0) {
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", grouped(result.cqes[status]),
                          kCompletionStatusNames[status]);
    }
  }
  return text.empty() ? "none" : text;
}

std::string verdict_lines(const RunResult& result) {
  if (!result.verified) {
    return "  verified   no: the oracle was off\n";
  }
  if (*result.verified) {
    return fmt::format("  verified   yes: {} checks, none broken\n", grouped(result.checks));
  }
  std::string text =
      fmt::format("  BROKEN     {} of {} checks\n", grouped(result.broken), grouped(result.checks));
  constexpr std::size_t kShown = 10;
  for (std::size_t at = 0; at < result.broken_checks.size() && at < kShown; ++at) {
    text += "             " + result.broken_checks[at].text + "\n";
  }
  return text;
}

/// A line for each kind of request that was made.
std::string control_lines(const RunResult& result) {
  std::string text;
  for (const ControlKind kind : {ControlKind::kQueuePairReset, ControlKind::kQueuePairError,
                                 ControlKind::kEngineReset, ControlKind::kDeregister}) {
    const observe::ControlFigures& figures = result.control->figures(kind);
    if (figures.asked == 0) continue;
    const auto& exposed = result.control->exposed(kind);
    text += fmt::format(
        "  {:<10} {} of {} answered, after {} to {} cycles; {} bytes landed meanwhile\n",
        name_of(kind), grouped(figures.answered), grouped(figures.asked),
        grouped(figures.latency.min()), grouped(figures.latency.max()),
        grouped(exposed[0] + exposed[1]));
  }
  const auto& after = result.control->regions().after_answer();
  if (after[0] + after[1] > 0) {
    text += fmt::format("  EXPOSED    {} bytes landed on regions after the answer\n",
                        grouped(after[0] + after[1]));
  }
  return text;
}

/// Bursts that were not answered in time, and sockets that they block.
std::string silence_lines(const RunResult& result) {
  std::string text;
  std::uint64_t bursts = 0;
  std::uint64_t held = 0;
  observe::LatencyHistogram time;
  for (const Direction direction : {Direction::kGather, Direction::kScatter}) {
    const observe::QuarantineFigures& figures = result.control->quarantine(direction);
    bursts += figures.bursts;
    held += figures.held();
    time.add(figures.time);
  }
  if (bursts > 0) {
    text += fmt::format("  silence    {} bursts were not answered in time, {} never",
                        grouped(bursts), grouped(held));
    if (time.count() > 0) {
      text += fmt::format("; the others {} to {} cycles later", grouped(time.min()),
                          grouped(time.max()));
    }
    text += '\n';
  }
  for (const workload::BlockedSocket& socket : result.blocked_sockets) {
    text += fmt::format(
        "  BLOCKED    the {} socket: its target never accepted the burst at {:#x} of {} (id {})\n",
        socket.name, socket.address, socket.owner, socket.id);
  }
  return text;
}

}  // namespace

std::string summarize(const RunResult& result) {
  const observe::LatencyHistogram latency = result.statistics->total();
  std::string text = fmt::format(
      "{}: {} after {} cycles ({}), seed {}\n", result.name.empty() ? "run" : result.name,
      ending_text(result.ending), grouped(result.cycles), duration(result.seconds()), result.seed);
  if (result.measured.cycles != result.cycles) {
    text += fmt::format("  measured   {} of these cycles\n", grouped(result.measured.cycles));
  }
  for (const Direction direction : {Direction::kGather, Direction::kScatter}) {
    text += channel_line(result, direction);
  }
  text += fmt::format("  transfers  {}; latency in cycles: p50 {}, p99 {}, max {}\n",
                      grouped(result.transfers), grouped(latency.percentile(500)),
                      grouped(latency.percentile(990)), grouped(latency.max()));
  text += fmt::format("  CQEs       {}\n", statuses(result));
  if (result.rejected > result.refused) {
    text += fmt::format("  rejected   {} work items failed their checks\n",
                        grouped(result.rejected - result.refused));
  }
  if (result.refused > 0) {
    text += fmt::format("  refused    {} work items came for queue pairs in ERR or being reset\n",
                        grouped(result.refused));
  }
  text += control_lines(result);
  text += silence_lines(result);
  if (result.late_errors > 0) {
    text += fmt::format("  errors     {} posted write beats were answered with an error\n",
                        grouped(result.late_errors));
  }
  if (result.protocol_errors > 0) {
    text += fmt::format("  errors     {} answers on the bus fit no request and were dropped\n",
                        grouped(result.protocol_errors));
  }
  text += verdict_lines(result);
  text += fmt::format("  limits     {}\n", workload::what_limits(result));
  return text + result.holder;
}

}  // namespace sgdma::app
