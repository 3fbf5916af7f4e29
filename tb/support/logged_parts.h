/// What stands around an engine, and says when it is called.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/completion_port.h"
#include "core/control.h"
#include "core/payload.h"
#include "core/work_source.h"
#include "support/fake_work_source.h"

namespace sgdma::test {

enum class LoggedPart : std::uint8_t { kWork, kReader, kSink, kSource, kClient };
inline constexpr std::size_t kLoggedParts = 5;

/// Hears of each call of a part.
using PartListener = std::function<void(LoggedPart part, const std::string& what)>;

/// Gives a list of transfers, whose edges must not decrease.
class LoggedWork final : public core::WorkSource {
 public:
  LoggedWork(std::vector<TimedRequest> work, PartListener listener)
      : work_(std::move(work)), listener_(std::move(listener)) {}

  Cycle next_edge() const override;
  bool pull(Cycle now, TransferRequest& request) override;

 private:
  FakeWorkSource work_;
  PartListener listener_;
};

/// Takes completions at two of three edges.
class LoggedParts final : public core::PayloadSink,
                          public core::PayloadSource,
                          public core::CompletionReader,
                          public core::ControlClient {
 public:
  explicit LoggedParts(PartListener listener) : listener_(std::move(listener)) {}

  void put(Cycle now, const CompletionTag& tag, std::uint32_t offset, const std::uint8_t* data,
           std::uint32_t bytes) override;
  void get(const CompletionTag& tag, std::uint32_t offset, std::uint8_t* data,
           std::uint32_t bytes) override;
  bool ready(Cycle now) override;
  void take(Cycle now, const Completion& completion) override;
  Cycle next_ready(Cycle now) const override;
  void on_begin(Cycle now, const ControlRequest& request) override;
  std::optional<RegionHandle> registration_of(RegionKey key) const override;
  void on_answer(Cycle now, const ControlRequest& request) override;

 private:
  PartListener listener_;
};

/// Of some bytes, for a log.
std::string digest(const unsigned char* data, std::size_t bytes);

}  // namespace sgdma::test
