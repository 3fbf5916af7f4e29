/// Generic payloads of one bus word each, from a pool: what a bridge asks TLM-2.0 targets with.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <tlm>

#include "model/burst_extension.h"

namespace sgdma::cosim {

/// Each owns its bytes, its byte enables and a burst extension until its last reference is
/// released; then all its attributes are as new.
class BeatPayloads : public tlm::tlm_mm_interface {
 public:
  explicit BeatPayloads(unsigned bytes) : bytes_(bytes) {}

  /// One reference, which the caller releases.
  tlm::tlm_generic_payload& acquire() {
    if (free_.empty()) {
      beats_.push_back(std::make_unique<Beat>(bytes_, *this));
      free_.push_back(beats_.back().get());
    }
    Beat& beat = *free_.back();
    free_.pop_back();
    beat.payload.acquire();
    return beat.payload;
  }
  std::size_t alive() const { return beats_.size() - free_.size(); }
  /// Most that were alive at a time.
  std::size_t high_water() const { return beats_.size(); }

  /// The room that comes with a payload.
  static unsigned char* enables(tlm::tlm_generic_payload& payload) {
    return of(payload).enables.data();
  }
  static model::BurstExtension& frame(tlm::tlm_generic_payload& payload) {
    return of(payload).frame;
  }

 private:
  struct Beat;

  /// Leads from a payload to what belongs to it.
  struct Holder : tlm::tlm_extension<Holder> {
    explicit Holder(Beat* of) : beat(of) {}
    void free() override {}
    tlm::tlm_extension_base* clone() const override { return new Holder(beat); }
    void copy_from(const tlm::tlm_extension_base&) override {}
    Beat* beat;
  };

  struct Beat {
    Beat(unsigned bytes, BeatPayloads& pool)
        : payload(&pool), data(bytes), enables(bytes), holder(this) {
      payload.set_extension(&holder);
      reset();
    }
    ~Beat() {
      payload.clear_extension(&holder);
      payload.clear_extension(&frame);
    }
    void reset() {
      payload.set_data_ptr(data.data());
      payload.set_byte_enable_ptr(nullptr);
      payload.set_byte_enable_length(0);
      payload.set_dmi_allowed(false);
      payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
      payload.set_extension(&frame);
    }
    tlm::tlm_generic_payload payload;
    std::vector<unsigned char> data;
    std::vector<unsigned char> enables;
    model::BurstExtension frame;
    Holder holder;
  };

  static Beat& of(tlm::tlm_generic_payload& payload) {
    return *payload.get_extension<Holder>()->beat;
  }

  void free(tlm::tlm_generic_payload* payload) override {
    Beat& beat = of(*payload);
    beat.reset();
    free_.push_back(&beat);
  }

  unsigned bytes_;
  std::vector<std::unique_ptr<Beat>> beats_;
  std::vector<Beat*> free_;
};

}  // namespace sgdma::cosim
