#include "support/logged_parts.h"

#include <fmt/format.h>

#include "types/byte_pattern.h"

namespace sgdma::test {

namespace {

bool takes_at(Cycle edge) { return edge % 3 != 0; }

}  // namespace

Cycle LoggedWork::next_edge() const {
  listener_(LoggedPart::kWork, "next edge");
  return work_.next_edge();
}

bool LoggedWork::pull(Cycle now, TransferRequest& request) {
  listener_(LoggedPart::kWork, fmt::format("edge {} pulls", now));
  return work_.pull(now, request);
}

void LoggedParts::put(Cycle now, const CompletionTag& tag, std::uint32_t offset,
                      const std::uint8_t* data, std::uint32_t bytes) {
  listener_(LoggedPart::kSink, fmt::format("edge {} sinks {} {} {}", now, to_string(tag), offset,
                                           digest(data, bytes)));
}

void LoggedParts::get(const CompletionTag& tag, std::uint32_t offset, std::uint8_t* data,
                      std::uint32_t bytes) {
  fill_pattern(payload_pattern(tag), offset, data, bytes);
  listener_(LoggedPart::kSource, fmt::format("feeds {} {} {}", to_string(tag), offset, bytes));
}

bool LoggedParts::ready(Cycle now) {
  listener_(LoggedPart::kReader, fmt::format("edge {} ready", now));
  return takes_at(now);
}

void LoggedParts::take(Cycle now, const Completion& completion) {
  listener_(LoggedPart::kReader, fmt::format("edge {} takes {}", now, to_string(completion.tag)));
}

Cycle LoggedParts::next_ready(Cycle now) const {
  listener_(LoggedPart::kReader, fmt::format("edge {} next ready", now));
  return takes_at(now + 1) ? now + 1 : now + 2;
}

void LoggedParts::on_begin(Cycle now, const ControlRequest& request) {
  listener_(LoggedPart::kClient, fmt::format("edge {} begins {}", now, name_of(request.kind)));
}

std::optional<RegionHandle> LoggedParts::registration_of(RegionKey key) const {
  listener_(LoggedPart::kClient, fmt::format("registration of {}", raw(key)));
  return std::nullopt;
}

void LoggedParts::on_answer(Cycle now, const ControlRequest& request) {
  listener_(LoggedPart::kClient, fmt::format("edge {} answers {}", now, name_of(request.kind)));
}

std::string digest(const unsigned char* data, std::size_t bytes) {
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  for (std::size_t at = 0; at < bytes; ++at) {
    hash = (hash ^ data[at]) * 0x100000001b3;
  }
  return fmt::format("{:016x}", hash);
}

}  // namespace sgdma::test
