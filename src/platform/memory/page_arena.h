/// Room for very many pages that stay until the end.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace sgdma::platform {

inline constexpr std::uint32_t kPageBytes = 4096;
using Page = std::array<std::uint8_t, kPageBytes>;

/// Pages from slabs that double in size, so that little work takes little memory, up to the size
/// and alignment of a huge page of the system: with pages of its usual size, beats that go to many
/// pages wait for their translation.
class PageArena {
 public:
  PageArena() = default;
  PageArena(const PageArena&) = delete;
  PageArena& operator=(const PageArena&) = delete;

  /// A page whose bytes are not set.
  Page* take() {
    if (left_ == 0) {
      grow();
    }
    --left_;
    return next_++;
  }

 private:
  struct Free {
    void operator()(Page* slab) const;
  };

  void grow();

  std::vector<std::unique_ptr<Page[], Free>> slabs_;
  std::size_t slab_pages_ = 0;  ///< of the last slab
  Page* next_ = nullptr;
  std::size_t left_ = 0;  ///< pages from `next_` on
};

}  // namespace sgdma::platform
