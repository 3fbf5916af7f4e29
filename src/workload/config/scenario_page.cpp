#include "workload/config/scenario_page.h"

#include <string_view>

#include "workload/config/key_listing.h"
#include "workload/config/presets.h"

namespace sgdma::workload {
namespace {

constexpr std::string_view kOpening = R"(# Scenarios

<!-- Written by `sgdma config docs`. Change the key tables in src/workload, not this file. -->

A scenario is a TOML file with everything that a run depends on. `sgdma run SCENARIO.toml` runs it,
`sgdma validate SCENARIO.toml` only looks for errors, `sgdma config explain KEY` explains a key. What
a scenario leaves out has the default below. `--preset NAME` puts a built-in configuration under the
scenario, and `--set KEY=VALUE` goes over both; its value is TOML, and a text if it is no TOML. KEY
reaches entries of lists by their name or their position: `--set generator.small.size="64 B"`,
`--set qp[0].count=8`.

## Quantities

| what | written as |
|---|---|
| length | `"512 B"`, `"4 KiB"` (1024), `"16 kB"` (1000), and so on to `TiB` and `TB` |
| time | `"250 ps"`, `"547 ns"`, `"1.25 us"`, `"3 ms"`, `"1 s"`, or `"100 cycles"` of the clock |
| frequency | `"1 GHz"`, `"390.625 MHz"`; its period has to be a whole number of picoseconds |
| rate | `"400 Gbit/s"`, `"50 GB/s"` (8 bits a byte), `"unlimited"` |
| address | `"0x1000"`, or an integer |

A quantity without its unit is an error, and so is one that is no whole number of bytes, picoseconds
or bits a second. Nothing is rounded. An unknown key is an error, with the nearest known one.

## Example

```toml
[engine]
slots = 64

[[qp]]
number = 1
count = 4

[[region]]
name = "buffer"
key = "0x100"
iova = "0x10000"
size = "16 KiB"
first_byte_offset = "512 B"
pages = ["0x8000", "0x3000", "0x5000", "0x9000", "0x1000"]
access = ["local_write", "remote_write"]

[[wqe]]
qp = 1
op = "write"
sge = [{ addr = "0x10000", len = "1000 B", key = "buffer" }]

[[packet]]
qp = 2
op = "write_only"
at = "2 us"
count = 3
every = "100 cycles"
stride = "4 KiB"
bytes = "4 KiB"
va = "0x10000"
rkey = "buffer"
```

WQEs and packets arrive in the order of their times: `at` need not rise from one entry of the file to
the next. Those that arrive at the same time count in the order in which they stand in the file.
Work that fails (a key that no region has, a range outside its region, too many SGEs) is no error of
the scenario: it completes with its status.
)";

/// Vertical bars would end a cell.
std::string cell(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '|') result += '\\';
    result += c;
  }
  return result;
}

std::string code(std::string_view text) { return "`" + std::string(text) + "`"; }

void add_table(std::string& page, const ListedTable& table) {
  const bool nested = table.name.find('.') != std::string_view::npos;
  const std::string name(table.name);
  const std::string title = table.is_list && !nested ? "[[" + name + "]]" : "[" + name + "]";
  page += "\n## " + code(nested ? "sge = [{ ... }] in [[wqe]]" : title) + "\n\n";
  page.append(table.summary) += "\n\n| key | value | default | meaning |\n|---|---|---|---|\n";
  for (const ListedKey& key : table.keys) {
    std::string standard = key.default_value.empty() ? "" : code(key.default_value);
    if (key.spec.required) standard = "required";
    page += "| " + code(key.spec.name) + " | " + cell(range_text(key.spec)) + " | " + standard +
            " | " + cell(key.spec.summary) + " |\n";
  }
}

}  // namespace

std::string scenario_page() {
  std::string page(kOpening);
  for (const ListedTable& table : listed_tables()) add_table(page, table);
  page += "\n## Presets\n\n";
  for (const Preset& preset : presets()) {
    page += "- " + code(preset.name) + ": " + std::string(preset.summary) + ".\n";
  }
  page += "\nWithout a scenario and without a preset, " + code(kDefaultPreset) +
          " is taken, and work that is built in: `sgdma config defaults` shows it.\n";
  return page;
}

}  // namespace sgdma::workload
