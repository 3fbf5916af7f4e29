#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include <gtest/gtest.h>

#include "module/wave_stream.h"
#include "observe/wave/fst_file.h"
#include "observe/wave/make_wave_file.h"
#include "support/file_size_limit.h"
#include "support/scratch.h"

namespace sgdma::wave_test {
namespace {

using observe::FstFile;
using observe::SignalChange;
using observe::SignalId;
using observe::SignalTable;
using observe::WaveScale;

constexpr WaveScale kTwoNanoseconds{-9, 2};

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class FstWaves : public testing::Test {
 protected:
  /// The code of the error that `act` ends with, which names the path; 0: none.
  template <class Act>
  static int error_of(const std::string& path, Act act) {
    try {
      act();
    } catch (const std::system_error& error) {
      EXPECT_NE(std::string(error.what()).find(path), std::string::npos) << error.what();
      return error.code().value();
    }
    return 0;
  }

  int error_at_begin(const std::string& path) {
    FstFile file(path, table_, kTwoNanoseconds, "");
    return error_of(path, [&] { file.begin(0, {{}}); });
  }

  std::string path_ = test::scratch_path("wave.fst");
  SignalTable table_;
  SignalId word_ = table_.add(table_.add_scope(std::nullopt, "top"), "word", 64);
};

TEST_F(FstWaves, AreMadeByTheirExtension) {
  ASSERT_FALSE(observe::refuse_wave_file(path_));
  const auto file = observe::make_wave_file(path_, table_, kTwoNanoseconds, "");
  file->begin(0, {{}});
  file->close(1);
  EXPECT_EQ(file->bytes(), std::filesystem::file_size(path_));
  EXPECT_FALSE(std::filesystem::exists(path_ + ".hier"));
  // A header block, type 0, of 329 bytes.
  EXPECT_EQ(bytes_of(path_).substr(0, 9), std::string("\0\0\0\0\0\0\0\x01\x49", 9));
}

TEST_F(FstWaves, EqualRunsGiveEqualFiles) {
  const WaveStream stream(4, 20, 100);
  std::string files[2];
  for (std::string& bytes : files) {
    FstFile file(path_, stream.table(), kTwoNanoseconds, "");
    stream.play(file);
    bytes = bytes_of(path_);
  }
  EXPECT_EQ(files[0], files[1]);
}

TEST_F(FstWaves, BytesGrowBlockByBlock) {
  FstFile file(path_, table_, kTwoNanoseconds, "");
  file.begin(0, {{}});
  std::uint64_t time = 0;
  // 70 bytes a change: a block of 4 MiB is full after 59,919.
  const auto write_until = [&](std::uint64_t end) {
    while (time < end) {
      const SignalChange change{word_, {++time * 0x9E37'79B9'7F4A'7C15, true}};
      file.write(time, &change, 1);
    }
  };
  write_until(59'000);
  EXPECT_EQ(file.bytes(), 0U);
  write_until(61'000);
  EXPECT_GT(file.bytes(), 59'000U * 8);
  file.close(time);
  EXPECT_EQ(file.bytes(), std::filesystem::file_size(path_));
}

TEST_F(FstWaves, AFolderThatIsNotThereIsAnError) {
  EXPECT_EQ(error_at_begin(test::scratch_path("missing/wave.fst")), ENOENT);
}

/// fstapi removes what stands at its path first, which a device would not survive.
TEST_F(FstWaves, ADeviceIsRefusedAndStays) {
  const std::string path = test::scratch_path("device.fst");
  std::filesystem::remove(path);
  std::filesystem::create_symlink("/dev/full", path);
  EXPECT_EQ(error_at_begin(path), ESPIPE);
  EXPECT_TRUE(std::filesystem::is_symlink(path));
  EXPECT_TRUE(std::filesystem::exists("/dev/full"));
}

TEST_F(FstWaves, AFolderIsRefused) {
  const std::string path = test::scratch_path("folder.fst");
  std::filesystem::create_directories(path);
  EXPECT_EQ(error_at_begin(path), EISDIR);
}

TEST_F(FstWaves, ADiskWithoutRoomForTheSignalsIsAnErrorAtTheBeginning) {
  const WaveStream stream(5, 500, 10);
  const test::FileSizeLimit limit(3000);
  FstFile file(path_, stream.table(), kTwoNanoseconds, "");
  EXPECT_EQ(error_of(path_, [&] { stream.play(file); }), EFBIG);
  EXPECT_FALSE(std::filesystem::exists(path_ + ".hier"));
}

TEST_F(FstWaves, ADiskThatIsAnythingTooSmallIsAnError) {
  const WaveStream stream(6, 5, 40);
  FstFile whole(path_, stream.table(), kTwoNanoseconds, "");
  stream.play(whole);
  for (std::uint64_t missing = 1; missing <= whole.bytes(); missing += 13) {
    const test::FileSizeLimit limit(whole.bytes() - missing);
    FstFile file(path_, stream.table(), kTwoNanoseconds, "");
    ASSERT_EQ(error_of(path_, [&] { stream.play(file); }), EFBIG) << missing << " bytes";
    ASSERT_FALSE(std::filesystem::exists(path_ + ".hier"));
  }
}

TEST_F(FstWaves, ADiskWithoutRoomForTheLastBlockIsAnErrorAtTheEnd) {
  const WaveStream stream(6, 20, 20'000);
  FstFile whole(path_, stream.table(), kTwoNanoseconds, "");
  stream.play(whole);
  for (const std::uint64_t missing : {whole.bytes() / 2, std::uint64_t{1}}) {
    const test::FileSizeLimit limit(whole.bytes() - missing);
    FstFile file(path_, stream.table(), kTwoNanoseconds, "");
    EXPECT_EQ(error_of(path_, [&] { stream.play(file); }), EFBIG);
  }
}

/// Times wait in a file of the writer's own, a byte each here, which it maps: a page that is not
/// there would end the process. The limits are whole pages, and the last page lacks.
struct TimesAndRoom {
  std::uint64_t times;
  std::uint64_t pages;
};

class FstTimes : public FstWaves, public testing::WithParamInterface<TimesAndRoom> {};

TEST_P(FstTimes, WithoutRoomAreAnError) {
  const SignalId flag = table_.add(observe::ScopeId{0}, "flag", 1);
  const test::FileSizeLimit limit(GetParam().pages * 4096);
  FstFile file(path_, table_, kTwoNanoseconds, "");
  file.begin(0, {{}, {}});
  const int error = error_of(path_, [&] {
    for (std::uint64_t time = 1; time <= GetParam().times; ++time) {
      const SignalChange change{flag, {time, true}};
      file.write(time, &change, 1);
    }
    file.close(GetParam().times);
  });
  EXPECT_EQ(error, EFBIG);
}

/// At the end: 50,500 times, 12 pages of 4096. At a full block: 7 bytes a change, so that it is
/// full after 599,176 times, 146 pages and a rest.
INSTANTIATE_TEST_SUITE_P(All, FstTimes,
                         testing::Values(TimesAndRoom{50'500, 12}, TimesAndRoom{600'000, 146}));

TEST_F(FstWaves, ADiskThatFillsUpIsAnErrorOnTheWay) {
  const test::FileSizeLimit limit(100'000);
  FstFile file(path_, table_, kTwoNanoseconds, "");
  file.begin(0, {{}});
  std::uint64_t time = 0;
  const int error = error_of(path_, [&] {
    while (time < 200'000) {
      const SignalChange change{word_, {++time * 0x9E37'79B9'7F4A'7C15, true}};
      file.write(time, &change, 1);
    }
  });
  EXPECT_EQ(error, EFBIG);
  EXPECT_LT(time, 61'000U);
}

}  // namespace
}  // namespace sgdma::wave_test
