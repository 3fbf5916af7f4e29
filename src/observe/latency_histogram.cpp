#include "observe/latency_histogram.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace sgdma::observe {

namespace {

constexpr unsigned kExactBits = 16;
constexpr unsigned kStepBits = 10;  ///< above, each power of two has as many steps
constexpr std::uint32_t kStepMask = (1U << kStepBits) - 1;

/// Buckets are numbered in the order of their values.
std::uint32_t bucket_of(Cycle latency) {
  if (latency < LatencyHistogram::kExactBelow) {
    return static_cast<std::uint32_t>(latency);
  }
  const auto log = static_cast<unsigned>(63 - __builtin_clzll(latency));
  const auto step = static_cast<std::uint32_t>(latency >> (log - kStepBits)) & kStepMask;
  return (1U << kExactBits) + ((log - kExactBits) << kStepBits) + step;
}

/// Lowest value of a bucket.
Cycle lowest_of(std::uint32_t bucket) {
  if (bucket < LatencyHistogram::kExactBelow) {
    return bucket;
  }
  const std::uint32_t above = bucket - (1U << kExactBits);
  const Cycle step = (above & kStepMask) | (1U << kStepBits);
  return step << ((above >> kStepBits) + kExactBits - kStepBits);
}

constexpr std::uint32_t kBuckets = (1U << kExactBits) + ((64 - kExactBits) << kStepBits);

}  // namespace

/// Counts by bucket. While most buckets have few values, those are noted in a list, and now and
/// then sorted into the counts: many histograms, of which each is seldom added to, then touch
/// little memory. Later, counts stand in pages, since values that are near each other come
/// together.
class LatencyHistogram::Buckets {
 public:
  using Counts = std::vector<std::pair<std::uint32_t, std::uint64_t>>;  ///< in order of the buckets

  void add(std::uint32_t bucket, std::uint64_t count) {
    const bool first = total_ == 0 && count < kMost;
    total_ += count;
    if (first) {
      few_.emplace_back(bucket, static_cast<std::uint32_t>(count));
      return;
    }
    if (pages_.empty() && count > 1) {
      spread();
    }
    if (pages_.empty()) {
      note(bucket);
    } else {
      paged(bucket) += count;
    }
  }

  Counts all() const {
    if (pages_.empty()) {
      const FewCounts merged = with_notes();
      return {merged.begin(), merged.end()};
    }
    Counts all;
    for (std::uint32_t page = 0; page < pages_.size(); ++page) {
      for (std::uint32_t at = 0; pages_[page] != nullptr && at < kPage; ++at) {
        if ((*pages_[page])[at] > 0) {
          all.emplace_back(page * kPage + at, (*pages_[page])[at]);
        }
      }
    }
    return all;
  }

 private:
  static constexpr std::size_t kNotes = 64;
  static constexpr std::uint64_t kMany = 1024;  ///< values
  static constexpr std::uint64_t kDense = 8;    ///< values a bucket, on average
  static constexpr std::uint64_t kMost = 1U << 31U;
  static constexpr std::uint32_t kPage = 64;
  using Page = std::array<std::uint64_t, kPage>;
  using FewCounts = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

  void note(std::uint32_t bucket) {
    notes_.push_back(bucket);
    if (notes_.size() < kNotes || notes_.size() < few_.size() / 4) {
      return;
    }
    few_ = with_notes();
    notes_.clear();
    if (total_ > kMany && total_ / few_.size() >= kDense) {
      spread();
    }
  }

  /// The counts, those that are only noted among them.
  FewCounts with_notes() const {
    std::vector<std::uint32_t> sorted = notes_;
    std::sort(sorted.begin(), sorted.end());
    FewCounts all;
    all.reserve(few_.size() + sorted.size());
    auto counted = few_.begin();
    for (const std::uint32_t bucket : sorted) {
      while (counted != few_.end() && counted->first <= bucket) {
        all.push_back(*counted++);
      }
      if (all.empty() || all.back().first != bucket) {
        all.emplace_back(bucket, 0);
      }
      ++all.back().second;
    }
    all.insert(all.end(), counted, few_.end());
    return all;
  }

  /// Counts stand in pages from now on.
  void spread() {
    pages_.resize((kBuckets + kPage - 1) / kPage);
    for (const auto& [bucket, count] : few_) {
      paged(bucket) += count;
    }
    for (const std::uint32_t bucket : notes_) {
      ++paged(bucket);
    }
    few_ = {};
    notes_ = {};
  }

  std::uint64_t& paged(std::uint32_t bucket) {
    std::unique_ptr<Page>& page = pages_[bucket / kPage];
    if (page == nullptr) {
      page = std::make_unique<Page>();
    }
    return (*page)[bucket % kPage];
  }

  std::uint64_t total_ = 0;
  std::vector<std::uint32_t> notes_;          ///< values that are not in `few_` yet
  FewCounts few_;                             ///< empty where there are pages
  std::vector<std::unique_ptr<Page>> pages_;  ///< empty in the beginning
};

LatencyHistogram::LatencyHistogram() = default;
LatencyHistogram::LatencyHistogram(LatencyHistogram&&) noexcept = default;
LatencyHistogram& LatencyHistogram::operator=(LatencyHistogram&&) noexcept = default;
LatencyHistogram::~LatencyHistogram() = default;

void LatencyHistogram::spread() {
  if (buckets_ == nullptr) {
    buckets_ = std::make_unique<Buckets>();
    if (count_ > 0) {
      buckets_->add(bucket_of(min_), count_);
    }
  }
}

void LatencyHistogram::fill(std::uint32_t bucket, std::uint64_t count) {
  if (buckets_ == nullptr) {
    if (count_ == 0 || bucket == bucket_of(min_)) {
      return;
    }
    spread();
  }
  buckets_->add(bucket, count);
}

void LatencyHistogram::add(Cycle latency) {
  fill(bucket_of(latency), 1);
  ++count_;
  sum_ += latency;
  min_ = std::min(min_, latency);
  max_ = std::max(max_, latency);
}

void LatencyHistogram::add(const LatencyHistogram& other) {
  if (other.count_ == 0) {
    return;
  }
  if (other.buckets_ == nullptr) {
    fill(bucket_of(other.min_), other.count_);
  } else {
    spread();
    for (const auto& [bucket, count] : other.buckets_->all()) {
      buckets_->add(bucket, count);
    }
  }
  count_ += other.count_;
  sum_ += other.sum_;
  min_ = std::min(min_, other.min_);
  max_ = std::max(max_, other.max_);
}

Cycle LatencyHistogram::percentile(std::uint32_t per_mille) const {
  if (buckets_ == nullptr) {
    return count_ == 0 ? 0 : lowest_of(bucket_of(min_));
  }
  const std::uint64_t rank = (count_ * per_mille + 999U) / 1000U;
  std::uint64_t seen = 0;
  for (const auto& [bucket, count] : buckets_->all()) {
    seen += count;
    if (seen >= rank) {
      return lowest_of(bucket);
    }
  }
  return 0;
}

}  // namespace sgdma::observe
