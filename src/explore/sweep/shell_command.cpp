#include "explore/sweep/shell_command.h"

#include <future>

#define BOOST_PROCESS_USE_STD_FS
#include <boost/asio/io_context.hpp>
#include <boost/process.hpp>

namespace sgdma::explore {

namespace bp = boost::process;

ShellResult run_shell(const std::string& command) {
  boost::asio::io_context context;
  std::future<std::string> out;
  std::future<std::string> err;
  bp::child shell("/bin/sh", "-c", command, bp::std_in<bp::null, bp::std_out> out,
                  bp::std_err > err, context);
  context.run();
  shell.wait();
  return {shell.exit_code(), out.get(), err.get()};
}

std::string shell_word(std::string_view text) {
  std::string word = "'";
  for (const char character : text) {
    if (character == '\'') {
      word += "'\\''";
    } else {
      word += character;
    }
  }
  return word + "'";
}

}  // namespace sgdma::explore
