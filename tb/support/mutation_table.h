/// The tables of docs/mutations.md.
#pragma once

#include <string>
#include <vector>

namespace sgdma::test {

/// Cells of the rows below a heading, without those of other headings. A row begins with what
/// stands between backquotes.
std::vector<std::vector<std::string>> mutation_rows(const std::string& heading);

/// What stands between backquotes.
std::vector<std::string> quoted(const std::string& cell);

}  // namespace sgdma::test
