#include "workload/config/region_builder.h"

#include <utility>

#include "core/wide.h"
#include "platform/random_stream.h"
#include "workload/config/quantity.h"

namespace sgdma::workload {
namespace {

using core::WideUnsigned;
using platform::Region;

/// A contiguous region's list of pages is made in full, so it has to have an end.
constexpr std::uint64_t kMostPages = 1ULL << 22U;
constexpr std::uint64_t kMostPagesInAll = 1ULL << 24U;
constexpr WideUnsigned kAddressSpace = WideUnsigned{1} << 64U;

std::string named(const Region& region) { return "region \"" + region.name + "\""; }

}  // namespace

WideUnsigned pages_needed(const Region& region) {
  const WideUnsigned end = WideUnsigned{region.first_byte_offset} + region.bytes;
  return (end + region.page_bytes - 1) / region.page_bytes;
}

void RegionBuilder::fill_pages(RegionEntry& entry, Place place) {
  Region& region = entry.region;
  const WideUnsigned needed = pages_needed(region);
  if (needed > kMostPages) {
    errors_.report(place, named(region) + " has more than " + std::to_string(kMostPages) + " pages",
                   "choose a larger page_size");
    return;
  }
  if (*entry.base + needed * region.page_bytes > kAddressSpace) {
    errors_.report(place, named(region) + ": its pages go beyond the end of the address space");
    return;
  }
  const auto count = static_cast<std::uint64_t>(needed);
  if (pages_ + count > kMostPagesInAll) {
    errors_.report(place,
                   named(region) + ": the regions have more than " +
                       std::to_string(kMostPagesInAll) + " pages in all",
                   "choose a larger page_size");
    return;
  }
  for (std::uint64_t i = 0; i < count; ++i) {
    region.pages.push_back(*entry.base + i * region.page_bytes);
  }
  if (entry.layout == PageLayout::kShuffled) shuffle(region);
}

/// Fisher and Yates's shuffle: every order is as likely as any other.
void RegionBuilder::shuffle(Region& region) const {
  platform::RandomStream stream(seed_, "region." + region.name + ".pages");
  for (std::size_t left = region.pages.size(); left > 1; --left) {
    std::swap(region.pages[left - 1], region.pages[stream.below(left)]);
  }
}

void RegionBuilder::check_pages(const Region& region, const KeysSeen& seen, Place place) {
  for (std::size_t i = 0; i < region.pages.size(); ++i) {
    if (region.pages[i] % region.page_bytes == 0) continue;
    errors_.report(place, named(region) + ": page " + std::to_string(i) + " at " +
                              format_address(region.pages[i]) + " is not aligned to " +
                              format_bytes(region.page_bytes));
    return;
  }
  const WideUnsigned needed = pages_needed(region);
  const bool fits = region.first_byte_offset < region.page_bytes;
  if (!seen.has("region.pages") || !fits || region.pages.size() >= needed) return;
  errors_.report(place,
                 named(region) + " has " + std::to_string(region.pages.size()) + " pages of " +
                     format_bytes(region.page_bytes) + ", and needs " +
                     (needed > kMostPages ? "more than " + std::to_string(kMostPages)
                                          : std::to_string(static_cast<std::uint64_t>(needed))),
                 "first_byte_offset + size has to lie inside its pages");
}

void RegionBuilder::check_unique(const Region& region, const KeysSeen& seen, Place place) {
  if (region.name.empty() || parse_number(region.name).problem.empty()) {
    errors_.report(seen.place("region.name", place),
                   region.name.empty() ? "a region's name cannot be empty"
                                       : "a region's name cannot be a number",
                   "where a region is meant, a number is its key");
  }
  if (!names_.insert(region.name).second) {
    errors_.report(seen.place("region.name", place),
                   "there are two regions named \"" + region.name + "\"");
  }
  if (!region.registered) return;
  const auto [other, added] = keys_.emplace(region.key, region.name);
  if (!added) {
    errors_.report(seen.place("region.key", place),
                   named(region) + " has the key " + format_address(raw(region.key)) +
                       " of region \"" + other->second + "\"",
                   "with registered = false, an [[event]] can register it later");
  }
}

void RegionBuilder::add(RegionEntry entry, const KeysSeen& seen, Place place) {
  Region& region = entry.region;
  check_unique(region, seen, place);
  if (region.iova + WideUnsigned{region.bytes} > kAddressSpace) {
    errors_.report(seen.place("region.size", place),
                   named(region) + ": iova + size goes beyond 2^64");
  }
  if (region.first_byte_offset >= region.page_bytes) {
    errors_.report(seen.place("region.first_byte_offset", place),
                   named(region) + ": first_byte_offset is not inside the first page",
                   "leave out the pages before, or choose a larger page_size");
  }
  const bool has_pages = seen.has("region.pages");
  if (has_pages && seen.has("region.layout")) {
    errors_.report(seen.place("region.layout", place),
                   named(region) + ": layout has no meaning with pages",
                   "the list of pages is their order");
  }
  if (has_pages == entry.base.has_value()) {
    errors_.report(
        place,
        named(region) + (has_pages ? " has both pages and base" : " has neither pages nor base"),
        "give the pages' addresses, or the base of contiguous pages");
  } else {
    if (entry.base) fill_pages(entry, seen.place("region.base", place));
    check_pages(region, seen, seen.place(has_pages ? "region.pages" : "region.base", place));
  }
  pages_ += region.pages.size();
  regions_.push_back(std::move(region));
}

}  // namespace sgdma::workload
