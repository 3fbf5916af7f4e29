/// Whether the tests run under AddressSanitizer, which reserves the address space and keeps what is
/// freed: bounds on memory mean nothing there.
#pragma once

namespace sgdma::test {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kAddressSanitizer = true;
#elif defined(__has_feature)
inline constexpr bool kAddressSanitizer = __has_feature(address_sanitizer);
#else
inline constexpr bool kAddressSanitizer = false;
#endif

}  // namespace sgdma::test
