#include "model/beat_payload.h"

namespace sgdma::model {

BeatPayload::BeatPayload(tlm::tlm_mm_interface& pool, std::uint32_t index, const Buffer& buffer)
    : tlm::tlm_generic_payload(&pool), index_(index), buffer_(buffer) {
  set_extension(&frame);
  set_data_ptr(buffer.bytes);
}

BeatPayload::~BeatPayload() { clear_extension(&frame); }

}  // namespace sgdma::model
