/// A run that a signal ends: the exit code says which, and all files are closed and readable.
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <pty.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/case_run.h"
#include "support/scratch.h"

namespace sgdma::test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

/// A run in a terminal of its own.
class TerminalRun {
 public:
  explicit TerminalRun(const std::string& out) {
    const std::string scenario = write_scratch_file("endless.toml", endless_scenario());
    child_ = forkpty(&terminal_, nullptr, nullptr, nullptr);
    if (child_ == 0) {
      execl(SGDMA_BINARY, SGDMA_BINARY, "run", scenario.c_str(), "--out", out.c_str(), nullptr);
      _exit(127);
    }
  }
  TerminalRun(const TerminalRun&) = delete;
  TerminalRun& operator=(const TerminalRun&) = delete;
  ~TerminalRun() {
    close(terminal_);
    if (child_ > 0) {
      kill(child_, SIGKILL);
      waitpid(child_, nullptr, 0);
    }
  }

  /// Reads what it prints until `text` is there. False where it ends before.
  bool read_until(const std::string& text) {
    while (printed_.find(text) == std::string::npos) {
      if (!read_more()) return false;
    }
    return true;
  }
  void send(int signal) const { kill(child_, signal); }
  /// The exit code, -1 for a death by a signal.
  int wait() {
    while (read_more()) {
    }
    int status = 0;
    waitpid(child_, &status, 0);
    child_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  const std::string& printed() const { return printed_; }

 private:
  bool read_more() {
    char bytes[4096];
    const ssize_t got = read(terminal_, bytes, sizeof bytes);
    if (got > 0) printed_.append(bytes, static_cast<std::size_t>(got));
    return got > 0;
  }

  pid_t child_ = -1;
  int terminal_ = -1;
  std::string printed_;
};

/// Each line is JSON, the last one too; gives their number.
std::size_t lines_of_log(const std::string& path) {
  std::ifstream log(path);
  std::size_t lines = 0;
  for (std::string line; std::getline(log, line); ++lines) {
    boost::system::error_code error;
    boost::json::parse(line, error);
    EXPECT_FALSE(error) << path << ":" << lines + 1 << ": " << line;
  }
  return lines;
}

class Interrupt : public testing::TestWithParam<int> {};

TEST_P(Interrupt, EndsTheRunInOrder) {
  const std::string out = fs::path(write_scratch_file("x", "")).parent_path().string() + "/out";
  TerminalRun run(out);
  ASSERT_TRUE(run.read_until("Mcycles/s")) << run.printed();
  run.send(GetParam());
  EXPECT_EQ(run.wait(), 128 + GetParam()) << run.printed();
  // The bar makes way for the summary.
  EXPECT_THAT(run.printed(), HasSubstr("[.............................."));
  EXPECT_THAT(run.printed(), HasSubstr("\r\033[Krun: interrupted after "));
  EXPECT_GT(lines_of_log(out + "/events.jsonl"), 10U);
  std::ifstream file(out + "/result.json");
  std::string text;
  ASSERT_TRUE(std::getline(file, text));
  const boost::json::object result = boost::json::parse(text).as_object();
  EXPECT_EQ(result.at("ending").as_string(), "interrupted");
  EXPECT_TRUE(result.at("verified").as_bool());
  EXPECT_GT(result.at("transfers").to_number<std::uint64_t>(), 0U);
}

INSTANTIATE_TEST_SUITE_P(Signals, Interrupt, testing::Values(SIGINT, SIGTERM));

}  // namespace
}  // namespace sgdma::test
