// The C interface of the core: what it answers, and that nothing that a caller does brings it down.

#include <cstdint>
#include <limits>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sgdma/sgdma_dpi.h"
#include "support/scenario_random.h"

namespace sgdma::test {
namespace {

using testing::HasSubstr;

constexpr const char* kSmall =
    "slots=4 queue_pairs=4 bus_width=8 max_read_burst=32 max_write_burst=32 read_bursts=4";

class Dpi : public testing::Test {
 protected:
  ~Dpi() override { sgdma_dpi_destroy(predictor_); }

  void create(const std::string& settings) {
    predictor_ = sgdma_dpi_create(SGDMA_DPI_VERSION, settings.c_str());
    ASSERT_NE(predictor_, nullptr) << sgdma_dpi_last_error();
  }
  void expect_refused(const std::string& settings, const char* why) {
    EXPECT_EQ(sgdma_dpi_create(SGDMA_DPI_VERSION, settings.c_str()), nullptr) << settings;
    EXPECT_THAT(sgdma_dpi_last_error(), HasSubstr(why));
  }
  void expect_error(int result, int code, const char* why) {
    EXPECT_EQ(result, code);
    EXPECT_THAT(sgdma_dpi_last_error(), HasSubstr(why));
  }
  void post(int qp, int scatter, std::int64_t address, int bytes) {
    ASSERT_EQ(sgdma_dpi_post(predictor_, qp, scatter, 0, 77), SGDMA_DPI_OK);
    ASSERT_EQ(sgdma_dpi_segment(predictor_, address, bytes), SGDMA_DPI_OK);
  }
  std::int64_t step() { return sgdma_dpi_step(predictor_); }

  struct Slot {
    int busy = 0;
    int qp = 0;
    int scatter = 0;
    std::int64_t address = 0;
    std::int64_t remaining = 0;
    int cursor = 0;
    std::int64_t tag = 0;
  };
  Slot slot(int at) {
    Slot s;
    EXPECT_EQ(sgdma_dpi_slot(predictor_, at, &s.busy, &s.qp, &s.scatter, &s.address, &s.remaining,
                             &s.cursor, &s.tag),
              SGDMA_DPI_OK);
    return s;
  }
  /// Whether a read request stands on the bus.
  bool asks() {
    int valid = 0;
    int slot = 0;
    int bytes = 0;
    int beats = 0;
    std::int64_t address = 0;
    EXPECT_EQ(sgdma_dpi_read_request(predictor_, &valid, &slot, &address, &bytes, &beats),
              SGDMA_DPI_OK);
    return valid == 1;
  }

  void* predictor_ = nullptr;
};

// docs/timing.md, "gather of one beat", but for the first edge: taken in at 0, granted at 1, asked
// for at 2, taken at 3, and the beat moves at 7.
TEST_F(Dpi, GatherOfOneBeat) {
  create(kSmall);
  post(2, 0, 0x1000, 8);
  EXPECT_EQ(step(), 0);
  EXPECT_EQ(step(), 1);
  const Slot granted = slot(0);
  EXPECT_EQ(granted.busy, 1);
  EXPECT_EQ(granted.qp, 2);
  EXPECT_EQ(granted.scatter, 0);
  EXPECT_EQ(granted.address, 0x1000);
  EXPECT_EQ(granted.remaining, 8);
  EXPECT_EQ(granted.tag, 77);
  EXPECT_FALSE(asks());
  EXPECT_EQ(step(), 2);
  EXPECT_TRUE(asks());
  EXPECT_EQ(sgdma_dpi_read_accepted(predictor_), SGDMA_DPI_OK);
  for (int edge = 3; edge < 7; ++edge) {
    EXPECT_EQ(step(), edge);
    EXPECT_FALSE(asks());
    EXPECT_EQ(slot(0).busy, 1);
  }
  EXPECT_EQ(sgdma_dpi_read_beat(predictor_, 0, 0), SGDMA_DPI_OK);
  EXPECT_EQ(step(), 7);
  EXPECT_EQ(slot(0).busy, 0);
  int presented = 0;
  int status = -1;
  std::int64_t bytes = 0;
  std::int64_t tag = 0;
  EXPECT_EQ(sgdma_dpi_completion(predictor_, 0, &presented, &bytes, &status, &tag), SGDMA_DPI_OK);
  EXPECT_EQ(presented, 1);
  EXPECT_EQ(bytes, 8);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(tag, 77);
}

TEST_F(Dpi, FaultAndItsCompletion) {
  create(kSmall);
  post(0, 0, 0x1000, 16);
  while (!asks()) step();
  sgdma_dpi_read_accepted(predictor_);
  step();
  sgdma_dpi_read_beat(predictor_, 0, 0);
  step();
  sgdma_dpi_read_beat(predictor_, 0, 3);
  step();
  int faulted = 0;
  int at = 0;
  int segment = 0;
  int beat = 0;
  int response = 0;
  std::int64_t address = 0;
  EXPECT_EQ(sgdma_dpi_fault(predictor_, 0, &faulted, &at, &address, &segment, &beat, &response),
            SGDMA_DPI_OK);
  EXPECT_EQ(faulted, 1);
  EXPECT_EQ(address, 0x1008);
  EXPECT_EQ(beat, 1);
  EXPECT_EQ(response, 3);
  int presented = 0;
  int status = 0;
  std::int64_t bytes = 0;
  std::int64_t tag = 0;
  sgdma_dpi_completion(predictor_, 0, &presented, &bytes, &status, &tag);
  EXPECT_EQ(presented, 1);
  EXPECT_EQ(bytes, 8);
  EXPECT_EQ(status, 21);
}

TEST_F(Dpi, ResetIsAnswered) {
  create(kSmall);
  post(1, 0, 0x1000, 64);
  step();
  step();
  EXPECT_EQ(slot(0).busy, 1);
  EXPECT_EQ(sgdma_dpi_reset(predictor_, 1), SGDMA_DPI_OK);
  step();
  int answered = 0;
  EXPECT_EQ(sgdma_dpi_answered(predictor_, 1, &answered), SGDMA_DPI_OK);
  EXPECT_EQ(answered, 1);
  EXPECT_EQ(slot(0).busy, 0);
}

TEST_F(Dpi, SeveralDoNotKnowOfEachOther) {
  create(kSmall);
  void* other = sgdma_dpi_create(SGDMA_DPI_VERSION, kSmall);
  post(0, 0, 0x1000, 8);
  for (int edge = 0; edge < 3; ++edge) {
    EXPECT_EQ(sgdma_dpi_step(other), edge);
    EXPECT_EQ(step(), edge);
  }
  EXPECT_EQ(slot(0).busy, 1);
  int busy = 1;
  int qp = 0;
  int scatter = 0;
  int cursor = 0;
  std::int64_t address = 0;
  std::int64_t remaining = 0;
  std::int64_t tag = 0;
  EXPECT_EQ(sgdma_dpi_slot(other, 0, &busy, &qp, &scatter, &address, &remaining, &cursor, &tag), 0);
  EXPECT_EQ(busy, 0);
  sgdma_dpi_destroy(other);
  EXPECT_EQ(sgdma_dpi_step(other), SGDMA_DPI_BAD_HANDLE);
}

TEST_F(Dpi, RefusesSettings) {
  expect_refused("slots", "is no key=value");
  expect_refused("slots=0", "is not from 1 to 4096");
  expect_refused("slots=4x", "is not from 1 to 4096");
  expect_refused("slots=4 slots=5", "slots is set twice");
  expect_refused("slot=4", "there is no setting \"slot\"");
  expect_refused("bus_width=24", "no power of two");
  expect_refused("bus_width=8 max_read_burst=20", "no multiple of bus_width");
  expect_refused("bus_width=8 max_write_burst=4096", "more than 256 beats");
  expect_refused("policy=fair", "is none of round_robin");
  expect_refused("bus_fault=finish_transfer", "is none of finish_beat, finish_burst");
  expect_refused("slots=4 reserve_gather=2 reserve_scatter=3", "leave no slot");
  expect_refused("weight.1=2", "of no queue pair");
  expect_refused("read_bytes=64", "below max_read_burst");
  EXPECT_EQ(sgdma_dpi_create(SGDMA_DPI_VERSION + 1, ""), nullptr);
  EXPECT_THAT(sgdma_dpi_last_error(), HasSubstr("version 2"));
  EXPECT_EQ(sgdma_dpi_create(SGDMA_DPI_VERSION, nullptr), nullptr);
}

TEST_F(Dpi, RefusesArguments) {
  create(kSmall);
  expect_error(sgdma_dpi_post(predictor_, 4, 0, 0, 0), SGDMA_DPI_BAD_ARGUMENT,
               "queue pair 4 is not from 0 to 3");
  expect_error(sgdma_dpi_post(predictor_, -1, 0, 0, 0), SGDMA_DPI_BAD_ARGUMENT, "queue pair -1");
  expect_error(sgdma_dpi_post(predictor_, 0, 2, 0, 0), SGDMA_DPI_BAD_ARGUMENT, "direction 2");
  expect_error(sgdma_dpi_segment(predictor_, 0, 8), SGDMA_DPI_BAD_STATE, "no transfer was posted");
  ASSERT_EQ(sgdma_dpi_post(predictor_, 0, 0, 0, 0), SGDMA_DPI_OK);
  expect_error(sgdma_dpi_segment(predictor_, 0, 0), SGDMA_DPI_BAD_ARGUMENT, "0 bytes");
  expect_error(sgdma_dpi_segment(predictor_, -4, 8), SGDMA_DPI_BAD_ARGUMENT, "last address");
  expect_error(sgdma_dpi_read_accepted(predictor_), SGDMA_DPI_BAD_STATE, "no read request");
  expect_error(sgdma_dpi_write_accepted(predictor_), SGDMA_DPI_BAD_STATE, "no write beat");
  expect_error(sgdma_dpi_read_beat(predictor_, 0, 0), SGDMA_DPI_BAD_STATE, "asked for no beat");
  expect_error(sgdma_dpi_read_beat(predictor_, 0, 1), SGDMA_DPI_BAD_ARGUMENT, "response 1");
  expect_error(sgdma_dpi_write_response(predictor_, 9, 0), SGDMA_DPI_BAD_ARGUMENT, "slot 9");
  expect_error(sgdma_dpi_write_response(predictor_, 0, 0), SGDMA_DPI_BAD_STATE, "waits for no");
  expect_error(
      sgdma_dpi_slot(predictor_, 0, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr),
      SGDMA_DPI_BAD_ARGUMENT, "a pointer is null");
  expect_error(sgdma_dpi_reset(predictor_, 7), SGDMA_DPI_BAD_ARGUMENT, "queue pair 7");
  expect_error(static_cast<int>(sgdma_dpi_step(nullptr)), SGDMA_DPI_BAD_HANDLE, "no predictor");
  // None of it has done anything: the transfer of zero length passes at 1.
  step();
  step();
  int granted = 0;
  int qp = 0;
  int slot = 0;
  EXPECT_EQ(sgdma_dpi_grant(predictor_, 0, &granted, &qp, &slot), SGDMA_DPI_OK);
  EXPECT_EQ(granted, 1);
  EXPECT_EQ(slot, -1);
}

// Any calls with any arguments: refused or taken, and the predictor goes on.
TEST_F(Dpi, AnyCallsDoNotBringItDown) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    ScenarioRandom random(seed);
    void* predictor = sgdma_dpi_create(
        SGDMA_DPI_VERSION, seed % 2 == 0 ? kSmall : "slots=2 queue_pairs=3 posted_writes=0");
    ASSERT_NE(predictor, nullptr);
    const auto any = [&] {
      return random.chance(90)
                 ? static_cast<int>(random.between(0, 4))
                 : static_cast<int>(random.between(0, std::numeric_limits<std::uint32_t>::max()));
    };
    for (int call = 0; call < 5000; ++call) {
      const int a = any();
      const int b = any();
      const int c = any();
      switch (random.between(0, 11)) {
        case 0: sgdma_dpi_post(predictor, a, b, c, call); break;
        case 1:
          sgdma_dpi_segment(predictor, std::int64_t{a} * 0x1001,
                            static_cast<int>(static_cast<std::uint32_t>(b) * 9U));
          break;
        case 2:
        case 3: sgdma_dpi_read_accepted(predictor); break;
        case 4: sgdma_dpi_read_beat(predictor, a, b); break;
        case 5:
        case 6: sgdma_dpi_write_accepted(predictor); break;
        case 7: sgdma_dpi_write_response(predictor, a, b); break;
        case 8: sgdma_dpi_reset(predictor, a); break;
        case 9: sgdma_dpi_error(predictor, a); break;
        default: EXPECT_GE(sgdma_dpi_step(predictor), 0) << sgdma_dpi_last_error(); break;
      }
    }
    sgdma_dpi_destroy(predictor);
  }
}

}  // namespace
}  // namespace sgdma::test
