// docs/mid_transaction.md says what the program measures.

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/command_run.h"
#include "support/scenario_run.h"

namespace sgdma::test {
namespace {

CommandResult run_script(const std::vector<std::string>& options) {
  std::vector<std::string> words = {"env", std::string("SGDMA=") + SGDMA_BINARY,
                                    source_path("docs/mid_transaction.sh")};
  words.insert(words.end(), options.begin(), options.end());
  return run_program(words);
}

// How many rows the script prints; each must stand in the page.
std::size_t rows_in_page(const std::string& chosen) {
  const CommandResult result = run_script({"--rows", chosen});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const std::vector<std::string> page =
      lines_of(file_bytes(source_path("docs/mid_transaction.md")));
  std::size_t rows = 0;
  for (const std::string& line : lines_of(result.out)) {
    EXPECT_NE(std::find(page.begin(), page.end(), line), page.end()) << line;
    rows += line.rfind("| `", 0) == 0 || line.rfind("| 120", 0) == 0 ? 1 : 0;
  }
  return rows;
}

TEST(MidTransactionPage, SaysWhatIsMeasured) {
  EXPECT_EQ(rows_in_page("^.qp_reset:3. . .finish_(beat|segment)|^.bus_error:3. . .finish_burst|"
                         "^.(immediate|fence). . .burst|120"),
            6U);
}

TEST(MidTransactionPage, RefusesWhatItDoesNotKnow) {
  for (const std::vector<std::string>& options :
       std::vector<std::vector<std::string>>{{"--row", "x"}, {"--rows"}, {"--jobs", "many"}}) {
    const CommandResult result = run_script(options);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_NE(result.err.find("mid_transaction: "), std::string::npos) << result.err;
  }
}

}  // namespace
}  // namespace sgdma::test
