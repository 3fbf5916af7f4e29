/// A second initiator on the engine's memory.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

#include <systemc>
#include <tlm>

#include "model/engine_clock.h"
#include "support/scenario_random.h"
#include "support/systemc/neighbour_log.h"
#include "support/systemc/turn.h"

namespace sgdma::test {

/// Reads and writes bus words at addresses that `address` gives, at random times, and writes down
/// when it is answered and what it reads. Non-blocking it has one request open at a time and ends
/// some responses late; blocking it runs ahead of its time, as far as its quantum. Ends after some
/// requests.
class SharingNeighbour : public sc_core::sc_module, private tlm::tlm_bw_transport_if<> {
 public:
  struct Habits {
    std::uint32_t rank = 0;  ///< of its processes, with the one behind it
    bool blocking = false;
    bool read = true;         ///< else it writes
    std::uint32_t bytes = 0;  ///< of a word
    const model::EngineClock* clock = nullptr;
    std::function<std::uint64_t()> address;
  };

  tlm::tlm_initiator_socket<> socket{"socket"};

  SharingNeighbour(const sc_core::sc_module_name& name, std::uint64_t seed, const Habits& habits,
                   NeighbourLog& log);

 private:
  /// Lives as long as this does: a target may keep it.
  struct Word : tlm::tlm_mm_interface {
    explicit Word(std::uint32_t bytes) : data(bytes), payload(this) { payload.acquire(); }
    void free(tlm::tlm_generic_payload*) override {}
    std::vector<unsigned char> data;
    tlm::tlm_generic_payload payload;
  };

  void start_of_simulation() override;
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

  void ask();
  void end_responses();
  void run_blocking();
  Word& next_word();
  void answered(const tlm::tlm_generic_payload& payload, const sc_core::sc_time& delay);
  void go_on();

  ScenarioRandom random_;
  ScenarioRandom end_random_;  ///< of responses: they may be told ahead of their time
  Habits habits_;
  NeighbourLog& log_;
  std::uint64_t left_;
  std::uint64_t widest_gap_;  ///< in periods
  std::deque<Word> words_;
  bool open_ = false;                         ///< the last request is not accepted
  sc_core::sc_time free_from_;                ///< when it was
  tlm::tlm_generic_payload* ends_ = nullptr;  ///< END_RESP is still to be sent
  Turn ask_turn_;
  Turn end_turn_;
  sc_core::sc_event ask_event_;
  sc_core::sc_event end_event_;
};

}  // namespace sgdma::test
