#include "support/command_start.h"

#include <cerrno>
#include <csignal>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace sgdma::test {

pid_t start_program(std::vector<std::string> words) {
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const pid_t process = fork();
  if (process < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (process != 0) return process;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  execvp(pointers.front(), pointers.data());
  _exit(127);
}

pid_t start_command(const std::vector<std::string>& arguments) {
  std::vector<std::string> words{std::string(SGDMA_BINARY) + "_watched"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return start_program(std::move(words));
}

int wait_for(pid_t process) {
  int status = 0;
  waitpid(process, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace sgdma::test
