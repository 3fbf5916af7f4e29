// Payloads of beats: what they carry, who owns their buffers, and that they come back as new.

#include "model/beat_pool.h"

#include <array>
#include <cstring>

#include <gtest/gtest.h>

namespace sgdma::model {
namespace {

constexpr std::uint32_t kBusWidth = 64;

/// What a careless target may leave behind.
void mark(BeatPayload& beat) {
  static std::array<std::uint8_t, 4> elsewhere{};
  beat.set_response_status(tlm::TLM_OK_RESPONSE);
  beat.set_dmi_allowed(true);
  beat.set_gp_option(tlm::TLM_FULL_PAYLOAD);
  beat.set_byte_enable_ptr(elsewhere.data());
  beat.set_byte_enable_length(4);
  beat.set_data_ptr(elsewhere.data());
}

/// A pool for bursts of one beat, each in a buffer of its own.
struct SmallPool {
  BurstBuffers buffers{kBusWidth};
  BeatPool pool{kBusWidth, BeatForm::kExact, buffers};

  BeatPayload& acquire(tlm::tlm_command command) {
    const std::uint32_t buffer = buffers.acquire();
    BeatPayload& beat = pool.acquire(command, {}, buffer, buffers.at(buffer));
    buffers.release(buffer);
    return beat;
  }
};

void expect_fresh(const BeatPayload& beat) {
  EXPECT_EQ(beat.get_response_status(), tlm::TLM_INCOMPLETE_RESPONSE);
  EXPECT_FALSE(beat.is_dmi_allowed());
  EXPECT_EQ(beat.get_gp_option(), tlm::TLM_MIN_PAYLOAD);
  EXPECT_EQ(beat.get_byte_enable_ptr(), nullptr);
  EXPECT_EQ(beat.get_byte_enable_length(), 0U);
  EXPECT_EQ(beat.get_data_ptr(), beat.buffer().bytes);
  EXPECT_EQ(beat.get_extension<BurstExtension>(), &beat.frame);
}

TEST(BeatPool, GivesBackEveryAttribute) {
  SmallPool pool;
  BeatPayload& beat = pool.acquire(tlm::TLM_READ_COMMAND);
  expect_fresh(beat);
  mark(beat);
  beat.release();
  BeatPayload& again = pool.acquire(tlm::TLM_WRITE_COMMAND);
  ASSERT_EQ(&again, &beat);
  expect_fresh(again);
  EXPECT_EQ(again.get_command(), tlm::TLM_WRITE_COMMAND);
  again.release();
}

/// An extension as targets attach them for their own use.
struct TargetsOwn : tlm::tlm_extension<TargetsOwn> {
  tlm::tlm_extension_base* clone() const override { return new TargetsOwn; }
  void copy_from(const tlm::tlm_extension_base&) override {}
};

TEST(BeatPool, RenewsWhatATargetMayChange) {
  SmallPool pool;
  BeatPayload& beat = pool.acquire(tlm::TLM_READ_COMMAND);
  beat.set_response_status(tlm::TLM_OK_RESPONSE);
  beat.set_dmi_allowed(true);
  beat.set_data_ptr(beat.get_data_ptr() + 8);
  beat.set_auto_extension(new TargetsOwn);
  beat.renew();
  expect_fresh(beat);
  EXPECT_EQ(beat.get_extension<TargetsOwn>(), nullptr);
  EXPECT_EQ(beat.get_ref_count(), 1);
  EXPECT_EQ(pool.pool.in_use(), 1U);
  beat.release();
  EXPECT_EQ(pool.pool.in_use(), 0U);
}

TEST(BeatPool, KeepsTheExtensionThatATargetTookAway) {
  SmallPool pool;
  BeatPayload& beat = pool.acquire(tlm::TLM_READ_COMMAND);
  beat.release_extension<BurstExtension>();
  beat.release();
  expect_fresh(pool.acquire(tlm::TLM_READ_COMMAND));
  beat.clear_extension<BurstExtension>();
  beat.release();
  expect_fresh(pool.acquire(tlm::TLM_READ_COMMAND));
  beat.release();
}

TEST(BeatPool, GivesBackWhatAPayloadHoldsOfALentBuffer) {
  BurstBuffers buffers(4 * kBusWidth);
  BeatPool pool(kBusWidth, BeatForm::kExact, buffers);
  const std::uint32_t buffer = buffers.acquire();
  BeatPayload& beat = pool.acquire(tlm::TLM_READ_COMMAND, {}, buffer, buffers.at(buffer));
  EXPECT_EQ(beat.get_data_ptr(), buffers.at(buffer));
  beat.place(buffers.at(buffer) + kBusWidth);
  EXPECT_EQ(beat.get_data_ptr(), buffers.at(buffer) + kBusWidth);
  beat.acquire();  // a target that writes late
  beat.release();
  buffers.release(buffer);
  EXPECT_EQ(buffers.in_use(), 1U);
  beat.release();
  EXPECT_EQ(buffers.in_use(), 0U);
  EXPECT_EQ(pool.in_use(), 0U);
}

TEST(BeatPool, LeavesALentBufferToItsOtherHolders) {
  BurstBuffers buffers(4 * kBusWidth);
  BeatPool pool(kBusWidth, BeatForm::kExact, buffers);
  const std::uint32_t buffer = buffers.acquire();
  std::uint8_t* kept = buffers.at(buffer);
  BeatPayload& beat = pool.acquire(tlm::TLM_READ_COMMAND, {}, buffer, kept);
  buffers.hold(buffer, 1);
  std::memset(kept, 0x5A, kBusWidth);
  beat.release();
  buffers.release(buffer);
  EXPECT_EQ(pool.in_use(), 0U);
  EXPECT_EQ(buffers.in_use(), 1U);
  // Bursts that come meanwhile get other buffers.
  for (int round = 0; round < 200; ++round) {
    const std::uint32_t other = buffers.acquire();
    std::memset(buffers.at(other), round, kBusWidth);
    buffers.release(other);
  }
  for (std::uint32_t byte = 0; byte < kBusWidth; ++byte) {
    EXPECT_EQ(kept[byte], 0x5A);
  }
  buffers.release(buffer);
  EXPECT_EQ(buffers.in_use(), 0U);
}

}  // namespace
}  // namespace sgdma::model
