// Jobs in processes of their own: whatever becomes of one, the others go on.

#include "explore/cutpoints/forked_jobs.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <limits>
#include <map>
#include <new>
#include <stdexcept>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sgdma::explore {
namespace {

using std::chrono::seconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

constexpr seconds kLong{60};

/// Collects how jobs ended, in the order in which they did.
struct Ends {
  std::vector<std::size_t> order;
  std::map<std::size_t, JobEnd> ends;

  ForkedJobs::Ended taker() {
    return [this](const JobEnd& end) {
      order.push_back(end.number);
      ends[end.number] = end;
    };
  }
  const std::string& said(std::size_t number) { return ends.at(number).said; }
  const std::string& failure(std::size_t number) { return ends.at(number).failure; }
};

/// Memory that jobs share with this process.
class Shared {
 public:
  Shared()
      : at_(mmap(nullptr, sizeof(Counts), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
                 0)) {
    if (at_ == MAP_FAILED) throw std::runtime_error("mmap");
    new (at_) Counts;
  }
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;
  ~Shared() { munmap(at_, sizeof(Counts)); }

  struct Counts {
    std::atomic<int> running{0};
    std::atomic<int> most{0};
  };
  Counts& counts() { return *static_cast<Counts*>(at_); }

 private:
  void* at_;
};

std::string hang() {
  for (;;) pause();
}

/// Runs `work` as job 1 between two that are well.
Ends between_others(const ForkedJobs::Work& work, seconds timeout = kLong) {
  Ends ends;
  ForkedJobs jobs(1, timeout, ends.taker());
  jobs.start(0, [] { return std::string("first"); });
  jobs.start(1, work);
  jobs.start(2, [] { return std::string("last"); });
  jobs.wait();
  EXPECT_THAT(ends.order, ElementsAre(0, 1, 2));
  EXPECT_EQ(ends.said(0), "first");
  EXPECT_EQ(ends.said(2), "last");
  EXPECT_THAT(ends.failure(0) + ends.failure(2), IsEmpty());
  EXPECT_THAT(ends.said(1), IsEmpty());
  return ends;
}

TEST(ForkedJobs, TellWhatTheySay) {
  Ends ends;
  ForkedJobs jobs(2, kLong, ends.taker());
  for (std::size_t job = 0; job < 20; ++job) {
    jobs.start(job, [job] { return "job " + std::to_string(job); });
  }
  jobs.wait();
  EXPECT_THAT(ends.order, SizeIs(20));
  for (std::size_t job = 0; job < 20; ++job) {
    EXPECT_EQ(ends.said(job), "job " + std::to_string(job));
    EXPECT_THAT(ends.failure(job), IsEmpty());
  }
}

TEST(ForkedJobs, OneAtATimeEndInTheirOrder) {
  Ends ends;
  ForkedJobs jobs(1, kLong, ends.taker());
  for (const std::size_t job : {5, 3, 9}) {
    jobs.start(job, [] { return std::string(); });
  }
  jobs.wait();
  EXPECT_THAT(ends.order, ElementsAre(5, 3, 9));
}

// Job 0 waits for a word that comes after job 1 has ended.
TEST(ForkedJobs, AreToldOfInTheOrderOfTheirEnds) {
  int gate[2];
  ASSERT_EQ(pipe(gate), 0);
  Ends ends;
  ForkedJobs jobs(2, kLong, [&](const JobEnd& end) {
    ends.taker()(end);
    if (end.number == 1) {
      EXPECT_EQ(write(gate[1], "x", 1), 1);
    }
  });
  jobs.start(0, [&] {
    char word = 0;
    return std::string(read(gate[0], &word, 1) == 1 ? "opened" : "broken");
  });
  jobs.start(1, [] { return std::string("quick"); });
  jobs.wait();
  EXPECT_THAT(ends.order, ElementsAre(1, 0));
  EXPECT_EQ(ends.said(0), "opened");
  close(gate[0]);
  close(gate[1]);
}

TEST(ForkedJobs, RunNoMoreAtATimeThanAllowed) {
  Shared shared;
  Ends ends;
  ForkedJobs jobs(3, kLong, ends.taker());
  for (std::size_t job = 0; job < 12; ++job) {
    jobs.start(job, [&] {
      Shared::Counts& counts = shared.counts();
      const int running = ++counts.running;
      int most = counts.most;
      while (most < running && !counts.most.compare_exchange_weak(most, running)) {
      }
      usleep(5000);
      --counts.running;
      return std::string();
    });
  }
  jobs.wait();
  EXPECT_THAT(ends.order, SizeIs(12));
  EXPECT_GE(shared.counts().most, 1);
  EXPECT_LE(shared.counts().most, 3);
}

// A pipe holds 64 KiB; both jobs write while the other does.
TEST(ForkedJobs, MaySayMoreThanAPipeHolds) {
  std::string first(3'000'000, 'a');
  std::string second(2'000'001, 'b');
  Ends ends;
  ForkedJobs jobs(2, kLong, ends.taker());
  jobs.start(0, [&] { return first; });
  jobs.start(1, [&] { return second; });
  jobs.wait();
  EXPECT_TRUE(ends.said(0) == first);
  EXPECT_TRUE(ends.said(1) == second);
}

TEST(ForkedJobs, WorkOnACopyOfThisProcess) {
  int value = 1;
  Ends ends;
  ForkedJobs jobs(1, kLong, ends.taker());
  jobs.start(0, [&] {
    value += 10;
    return std::to_string(value);
  });
  value = 2;
  jobs.start(1, [&] { return std::to_string(value); });
  jobs.wait();
  EXPECT_EQ(ends.said(0), "11");
  EXPECT_EQ(ends.said(1), "2");
  EXPECT_EQ(value, 2);
}

TEST(ForkedJobs, ThatCrashHaveFailed) {
  Ends ends = between_others([]() -> std::string { std::abort(); });
  EXPECT_THAT(ends.failure(1), HasSubstr("signal 6"));
}

TEST(ForkedJobs, ThatAreKilledHaveFailed) {
  Ends ends = between_others([] {
    std::raise(SIGKILL);
    return std::string();
  });
  EXPECT_THAT(ends.failure(1), HasSubstr("perhaps for want of memory"));
}

TEST(ForkedJobs, ThatHangHaveFailed) {
  Ends ends = between_others(hang, seconds(1));
  EXPECT_EQ(ends.failure(1), "it had not ended after 1 s");
}

TEST(ForkedJobs, ThatThrowHaveFailed) {
  Ends ends = between_others([]() -> std::string { throw std::runtime_error("out of reach"); });
  EXPECT_EQ(ends.failure(1), "out of reach");
}

// It must not reach what stands above the fork: that is the parent's.
TEST(ForkedJobs, ThatThrowAnythingHaveFailed) {
  Ends ends = between_others([]() -> std::string { throw 42; });
  EXPECT_EQ(ends.failure(1), "it threw something that is no exception");
}

TEST(ForkedJobs, ThatRunOutOfMemoryHaveFailed) {
  Ends ends = between_others([] {
    const volatile std::size_t most = std::numeric_limits<std::ptrdiff_t>::max();
    return std::string(most / 2, 'x');
  });
  EXPECT_THAT(ends.failure(1), Not(IsEmpty()));
}

TEST(ForkedJobs, ThatLeaveWithoutAWordHaveFailed) {
  Ends ends = between_others([]() -> std::string { _exit(0); });
  EXPECT_EQ(ends.failure(1), "it ended with exit code 0 and said nothing");
}

TEST(ForkedJobs, AreKilledWithTheirOwner) {
  const auto begin = std::chrono::steady_clock::now();
  Ends ends;
  {
    ForkedJobs jobs(2, kLong, ends.taker());
    jobs.start(0, hang);
    jobs.start(1, hang);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, seconds(30));
  EXPECT_THAT(ends.order, IsEmpty());
}

}  // namespace
}  // namespace sgdma::explore
