#include "support/command_run.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sys/wait.h>

#include "support/scratch.h"

namespace sgdma::test {
namespace {

std::string quoted(const std::string& argument) {
  std::string text = "'";
  for (const char c : argument) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string contents(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

CommandResult run_program(const std::vector<std::string>& words) {
  const std::string out = scratch_path("stdout");
  const std::string err = scratch_path("stderr");
  std::string command;
  for (const std::string& word : words) command += quoted(word) + " ";
  const int status = std::system((command + ">" + quoted(out) + " 2>" + quoted(err)).c_str());
  CommandResult result;
  // The shell says 128 and more for a command that a signal ended.
  if (WIFEXITED(status) && WEXITSTATUS(status) < 128) result.exit_code = WEXITSTATUS(status);
  result.out = contents(out);
  result.err = contents(err);
  return result;
}

CommandResult run_command(const std::vector<std::string>& arguments) {
  std::vector<std::string> words{std::string(SGDMA_BINARY) + "_watched"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return run_program(words);
}

}  // namespace sgdma::test
