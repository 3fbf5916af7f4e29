/// Software that asks for resets and deregistrations, and notes when they are answered.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "core/control.h"

namespace sgdma::test {

/// Key k names registration k, until that is deregistered.
class FakeControlClient final : public core::ControlClient {
 public:
  struct Noted {
    Cycle edge = 0;
    ControlRequest request;
  };

  void on_begin(Cycle now, const ControlRequest& request) override {
    begun_.push_back({now, request});
  }
  void on_answer(Cycle now, const ControlRequest& request) override {
    answered_.push_back({now, request});
  }
  std::optional<RegionHandle> registration_of(RegionKey key) const override {
    const bool gone = std::any_of(begun_.begin(), begun_.end(), [key](const Noted& noted) {
      return noted.request.kind == ControlKind::kDeregister && noted.request.region == key;
    });
    return gone ? std::nullopt : std::optional(RegionHandle{raw(key)});
  }

  const std::vector<Noted>& begun() const { return begun_; }
  const std::vector<Noted>& answered() const { return answered_; }

 private:
  std::vector<Noted> begun_;
  std::vector<Noted> answered_;
};

}  // namespace sgdma::test
