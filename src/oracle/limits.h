/// The engine's limits, as far as its bus traffic and its slots must keep to them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "types/cycle.h"
#include "types/direction.h"
#include "types/teardown.h"
#include "types/translation.h"

namespace sgdma::oracle {

/// 0 stands for no limit, except for tags and slots.
struct Limits {
  std::uint32_t slots = 1;
  std::uint32_t slots_per_qp = 0;
  std::uint32_t bus_width = 64;                        ///< bytes of a bus word
  std::array<std::uint32_t, kDirections> max_burst{};  ///< bytes, by direction
  std::array<std::uint32_t, kDirections> tags{};       ///< bus tags, by direction
  std::array<std::uint32_t, kDirections> bursts_per_slot{};
  std::uint32_t read_bytes = 0;  ///< asked for and not moved
  bool posted_writes = true;
  std::optional<std::uint64_t> page_lists;  ///< where they begin; none is read without it
  bool reads_in_order = true;               ///< in each slot
  bool beats_may_wait = false;              ///< read beats on the bus, for room at the payload end
  Cycle bus_timeout = 0;                    ///< edges; 0: none
  TeardownConfig teardown;
  Translation translation = Translation::kCaptured;
  Deregistration deregistration = Deregistration::kWait;
};

}  // namespace sgdma::oracle
