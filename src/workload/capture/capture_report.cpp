#include "workload/capture/capture_report.h"

#include <fmt/format.h>

#include "workload/capture/roce_opcode.h"

namespace sgdma::workload {
namespace {

constexpr std::size_t kMostRenamedLines = 8;

std::string counted(std::uint64_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

void append(std::string& line, const std::string& part) {
  if (!line.empty()) line += ", ";
  line += part;
}

std::string opcodes(const CaptureReport& report) {
  std::string line;
  for (const auto& [code, count] : report.by_opcode) {
    append(line, fmt::format("{} {}", count, roce_opcode_name(code)));
  }
  return line;
}

std::string work(const CaptureReport& report) {
  std::string line = fmt::format("{} of {} bytes", counted(report.scatters, "scatter", "scatters"),
                                 report.scattered_bytes);
  if (report.gathers != 0) {
    append(line, fmt::format("{} of {} bytes ({})", counted(report.gathers, "gather", "gathers"),
                             report.gathered_bytes, counted(report.atomics, "atomic", "atomics")));
  }
  append(line, counted(report.acknowledges, "acknowledge", "acknowledges"));
  if (report.negative_acknowledges != 0) {
    line += fmt::format(" ({} negative)", report.negative_acknowledges);
  }
  if (report.open_messages != 0) {
    append(line, counted(report.open_messages, "message", "messages") + " cut off by the end");
  }
  return line;
}

std::string synthesized(const CaptureReport& report) {
  std::string line =
      fmt::format("{} ({} bytes)", counted(report.receives, "posted receive", "posted receives"),
                  report.receive_bytes);
  if (report.sends != 0) {
    append(line, counted(report.sends, "SEND or WRITE WQE", "SEND and WRITE WQEs"));
  }
  if (report.reads != 0) append(line, counted(report.reads, "READ WQE", "READ WQEs"));
  if (report.atomic_wqes != 0) {
    append(line, counted(report.atomic_wqes, "atomic WQE", "atomic WQEs"));
  }
  append(line, counted(report.local_regions, "local region", "local regions"));
  append(line, counted(report.remote_regions, "remote region", "remote regions"));
  if (report.made_up_queue_pairs != 0) {
    append(line, counted(report.made_up_queue_pairs, "sending queue pair", "sending queue pairs"));
  }
  if (report.guessed_path_mtus != 0) {
    append(line, counted(report.guessed_path_mtus, "path MTU", "path MTUs") + " guessed");
  }
  if (report.ambiguous_peers != 0) {
    append(line, counted(report.ambiguous_peers, "peer", "peers") + " guessed among several");
  }
  return line;
}

}  // namespace

std::string CaptureReport::describe_skipped(bool roce) const {
  std::string line;
  for (std::size_t i = 0; i < kCaptureSkips; ++i) {
    const auto reason = static_cast<CaptureSkip>(i);
    if (skipped[i] == 0 || is_roce(reason) != roce) continue;
    append(line, fmt::format("{} ({})", text_of(reason), skipped[i]));
  }
  return line;
}

std::vector<std::string> CaptureReport::describe() const {
  std::vector<std::string> lines;
  lines.push_back(fmt::format("{}, of them {} RoCEv2 with {} payload bytes",
                              counted(frames, "frame", "frames"), roce_frames, payload_bytes));
  lines.push_back("packets: " + opcodes(*this));
  lines.push_back("work: " + work(*this));
  lines.push_back("synthesized: " + synthesized(*this));
  if (const std::string other = describe_skipped(false); !other.empty()) {
    lines.push_back("no RoCEv2: " + other);
  }
  if (const std::string unused = describe_skipped(true); !unused.empty()) {
    lines.push_back("not used: " + unused);
  }
  if (cut_frames != 0) {
    lines.push_back(counted(cut_frames, "packet", "packets") + " whose payload was not captured");
  }
  if (out_of_order_frames != 0) {
    lines.push_back(counted(out_of_order_frames, "frame", "frames") + " out of time order, sorted");
  }
  if (restarts != 0) {
    lines.push_back(counted(restarts, "queue pair", "queue pairs") + " connected anew");
  }
  for (std::size_t i = 0; i < renamed.size() && i < kMostRenamedLines; ++i) {
    lines.push_back(renamed[i]);
  }
  if (renamed.size() > kMostRenamedLines) {
    lines.push_back(fmt::format("and {} more renumbered", renamed.size() - kMostRenamedLines));
  }
  return lines;
}

}  // namespace sgdma::workload
