#include "workload/capture/capture_file.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sys/stat.h>

#include <fmt/format.h>
#include <pcap/pcap.h>

#include "workload/capture/capture_error.h"

namespace sgdma::workload {
namespace {

constexpr std::size_t kGlobalHeader = 24;
constexpr std::int64_t kNanosecondsPerSecond = 1'000'000'000;
constexpr int kErf = 197;
constexpr int kInfiniband = 247;

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

std::uint32_t big_endian(const std::array<unsigned char, 4>& bytes) {
  return std::uint32_t{bytes[0]} << 24U | std::uint32_t{bytes[1]} << 16U |
         std::uint32_t{bytes[2]} << 8U | std::uint32_t{bytes[3]};
}

/// Refuses by its first bytes what is no pcap file.
void check_magic(const std::string& path, std::uint32_t magic) {
  switch (magic) {
    case 0xA1B2C3D4:
    case 0xD4C3B2A1:
    case 0xA1B23C4D:
    case 0x4D3CB2A1: return;
    case 0x0A0D0D0A:
      throw CaptureError(path, "is a pcapng file, which is not supported yet",
                         "convert it: editcap -F pcap in.pcapng out.pcap");
    default: break;
  }
  if (magic >> 16U == 0x1F8B || magic == 0x28B52FFD || magic >> 8U == 0x425A68) {
    throw CaptureError(path, "is compressed", "uncompress it first");
  }
  throw CaptureError(path, fmt::format("is not a pcap file (it begins with 0x{:08x})", magic),
                     "pcap files of Ethernet frames are read, as tcpdump -w writes them");
}

File open_file(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) throw CaptureError(path, std::strerror(errno));
  if (S_ISDIR(status.st_mode)) throw CaptureError(path, "is a directory, not a capture");
  if (!S_ISREG(status.st_mode)) throw CaptureError(path, "is not a regular file");
  if (status.st_size == 0) throw CaptureError(path, "is empty");
  File file(std::fopen(path.c_str(), "rb"));
  if (!file) throw CaptureError(path, std::strerror(errno));

  std::array<unsigned char, 4> magic{};
  if (std::fread(magic.data(), 1, magic.size(), file.get()) == magic.size()) {
    check_magic(path, big_endian(magic));
  }
  if (static_cast<std::uint64_t>(status.st_size) < kGlobalHeader) {
    throw CaptureError(path, fmt::format("ends after {} bytes, inside the {} bytes of its header",
                                         status.st_size, kGlobalHeader));
  }
  std::rewind(file.get());
  return file;
}

[[noreturn]] void refuse_link_type(const std::string& path, int type) {
  if (type == kInfiniband) {
    throw CaptureError(path, "holds raw InfiniBand packets (link type 247), not Ethernet frames",
                       "only RoCEv2 over Ethernet is read");
  }
  if (type == kErf) {
    throw CaptureError(path, "holds ERF records (link type 197), not Ethernet frames",
                       "only RoCEv2 over Ethernet is read");
  }
  const char* name = pcap_datalink_val_to_name(type);
  throw CaptureError(path,
                     fmt::format("holds frames of link type {} ({}), not Ethernet frames", type,
                                 name != nullptr ? name : "unknown"),
                     "only RoCEv2 over Ethernet is read");
}

}  // namespace

/// libpcap's side of the file.
class CaptureFile::Handle {
 public:
  explicit Handle(const std::string& path) {
    File file = open_file(path);
    std::array<char, PCAP_ERRBUF_SIZE> text{};
    pcap_ = pcap_fopen_offline_with_tstamp_precision(file.get(), PCAP_TSTAMP_PRECISION_NANO,
                                                     text.data());
    if (pcap_ == nullptr) throw CaptureError(path, fmt::format("cannot be read: {}", text.data()));
    file_ = file.release();  // pcap_close closes it
    const int type = pcap_datalink(pcap_);
    if (type != DLT_EN10MB) {
      pcap_close(pcap_);
      refuse_link_type(path, type);
    }
  }
  ~Handle() { pcap_close(pcap_); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  pcap_t* pcap() const { return pcap_; }
  std::int64_t offset() const { return ftello(file_); }

 private:
  pcap_t* pcap_ = nullptr;
  std::FILE* file_ = nullptr;
};

CaptureFile::CaptureFile(const std::string& path)
    : path_(path), handle_(std::make_unique<Handle>(path)) {}

CaptureFile::~CaptureFile() = default;

bool CaptureFile::next(CapturedFrame& frame) {
  const std::int64_t record = handle_->offset();
  pcap_pkthdr* header = nullptr;
  const unsigned char* bytes = nullptr;
  const int result = pcap_next_ex(handle_->pcap(), &header, &bytes);
  if (result == PCAP_ERROR_BREAK) return false;
  const auto fail = [&](const std::string& what) {
    throw CaptureError(path_, fmt::format("frame {} at byte {}: {}", frames_ + 1, record, what));
  };
  if (result != 1) fail(pcap_geterr(handle_->pcap()));
  const std::int64_t fraction = header->ts.tv_usec;  // nanoseconds, as asked for
  if (fraction < 0 || fraction >= kNanosecondsPerSecond) {
    fail("its time stamp has a whole second or more behind the point");
  }
  if (header->caplen > header->len) {
    fail(fmt::format("{} bytes captured of a frame of {} bytes", header->caplen, header->len));
  }
  // The seconds of the file are unsigned 32 bits; libpcap extends their sign.
  const std::uint64_t seconds = static_cast<std::uint32_t>(header->ts.tv_sec);
  frame.number = ++frames_;
  frame.nanoseconds = seconds * static_cast<std::uint64_t>(kNanosecondsPerSecond) +
                      static_cast<std::uint64_t>(fraction);
  frame.bytes = bytes;
  frame.captured = header->caplen;
  frame.length = header->len;
  return true;
}

}  // namespace sgdma::workload
