#include "support/small_engine.h"

#include <fmt/format.h>

#include "support/case_run.h"

namespace sgdma::test {

std::string small_engine(unsigned queue_pairs, const std::string& settings) {
  return fmt::format(
             "[clock]\nperiod = \"1 ns\"\n"
             "[bus]\nwidth = \"8 B\"\nmax_read_burst = \"64 B\"\nmax_write_burst = \"64 B\"\n"
             "[memory]\nread_latency = \"3 cycles\"\n{}\n"
             "[[qp]]\nnumber = 1\ncount = {}\npath_mtu = \"256 B\"\n",
             settings, queue_pairs) +
         kWholeMemory;
}

std::string generator(const std::string& keys, const std::string& name) {
  return fmt::format(
      "[[generator]]\nname = \"{}\"\nqp = 1\nregion = \"all\"\nremote = \"all\"\n{}\n", name, keys);
}

std::string wqe(const std::string& op, const std::string& keys) {
  return fmt::format("[[wqe]]\nqp = 1\nop = \"{}\"\n{}\n", op, keys);
}

std::string wqe(const std::string& op, unsigned address, unsigned bytes) {
  return wqe(op, fmt::format("sge = [{{ addr = {}, len = \"{} B\", key = 1 }}]", address, bytes));
}

}  // namespace sgdma::test
