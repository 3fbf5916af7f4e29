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

constexpr std::uint64_t kGlobalHeader = 24;
constexpr std::uint64_t kShortestSectionHeader = 28;  ///< of pcapng
constexpr std::int64_t kNanosecondsPerSecond = 1'000'000'000;
constexpr std::int64_t kMostSeconds = std::int64_t{1} << 33U;  ///< in nanoseconds below 2^63

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

std::uint32_t big_endian(const std::array<unsigned char, 4>& bytes) {
  return std::uint32_t{bytes[0]} << 24U | std::uint32_t{bytes[1]} << 16U |
         std::uint32_t{bytes[2]} << 8U | std::uint32_t{bytes[3]};
}

enum class FileFormat : std::uint8_t { kPcap, kPcapng };

/// Tells by its first bytes what a file is, and refuses what is neither.
FileFormat format_of(const std::string& path, std::uint32_t magic) {
  switch (magic) {
    case 0xA1B2C3D4:
    case 0xD4C3B2A1:
    case 0xA1B23C4D:
    case 0x4D3CB2A1: return FileFormat::kPcap;
    case 0x0A0D0D0A: return FileFormat::kPcapng;
    default: break;
  }
  if (magic >> 16U == 0x1F8B || magic == 0x28B52FFD || magic >> 8U == 0x425A68) {
    throw CaptureError(path, "is compressed", "uncompress it first");
  }
  throw CaptureError(
      path, fmt::format("is neither a pcap nor a pcapng file (it begins with 0x{:08x})", magic),
      "pcap and pcapng files of Ethernet frames are read, as tcpdump and Wireshark write them");
}

/// A file that begins as one of a format does, read to no byte.
struct OpenFile {
  File file;
  FileFormat format = FileFormat::kPcap;
};

OpenFile open_file(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) throw CaptureError(path, std::strerror(errno));
  if (S_ISDIR(status.st_mode)) throw CaptureError(path, "is a directory, not a capture");
  if (!S_ISREG(status.st_mode)) throw CaptureError(path, "is not a regular file");
  if (status.st_size == 0) throw CaptureError(path, "is empty");
  OpenFile result;
  result.file.reset(std::fopen(path.c_str(), "rb"));
  if (!result.file) throw CaptureError(path, std::strerror(errno));

  std::array<unsigned char, 4> magic{};
  if (std::fread(magic.data(), 1, magic.size(), result.file.get()) == magic.size()) {
    result.format = format_of(path, big_endian(magic));
  }
  const std::uint64_t header =
      result.format == FileFormat::kPcap ? kGlobalHeader : kShortestSectionHeader;
  if (static_cast<std::uint64_t>(status.st_size) < header) {
    throw CaptureError(path, fmt::format("ends after {} bytes, inside the {} bytes of its header",
                                         status.st_size, header));
  }
  std::rewind(result.file.get());
  return result;
}

/// A link type that people meet, and what they can do.
struct RefusedLinkType {
  int dlt = 0;   ///< as libpcap numbers it
  int type = 0;  ///< as files number it
  const char* what = nullptr;
  const char* hint = nullptr;
};

constexpr const char* kNoInfiniband =
    "InfiniBand without Ethernet is not read: capture RoCEv2 on an Ethernet port";
constexpr const char* kNameTheInterface = "capture on the Ethernet interface itself";
constexpr const char* kNotAny =
    "tcpdump -i any writes these: capture on the Ethernet interface, by its name";

constexpr std::array kRefusedLinkTypes = {
    RefusedLinkType{DLT_INFINIBAND, 247, "raw InfiniBand packets", kNoInfiniband},
    RefusedLinkType{DLT_IPOIB, 242, "IP over InfiniBand", kNoInfiniband},
    RefusedLinkType{DLT_ERF, 197, "ERF records", kNameTheInterface},
    RefusedLinkType{DLT_RAW, 101, "IP packets without a link layer", kNameTheInterface},
    RefusedLinkType{DLT_IPV4, 228, "IPv4 packets without a link layer", kNameTheInterface},
    RefusedLinkType{DLT_IPV6, 229, "IPv6 packets without a link layer", kNameTheInterface},
    RefusedLinkType{DLT_LINUX_SLL, 113, "Linux cooked packets", kNotAny},
    RefusedLinkType{DLT_LINUX_SLL2, 276, "Linux cooked packets", kNotAny},
};

/// libpcap reads only interfaces that are alike; what it reads otherwise is in its words.
std::string hint_for(const std::string& problem) {
  const bool unlike = problem.find("snapshot length of the first interface") != std::string::npos;
  return unlike ? "pcap files have but one: editcap -F pcap in.pcapng out.pcap" : "";
}

[[noreturn]] void refuse_link_type(const std::string& path, int dlt) {
  for (const RefusedLinkType& refused : kRefusedLinkTypes) {
    if (refused.dlt != dlt) continue;
    throw CaptureError(
        path,
        fmt::format("holds {} (link type {}), not Ethernet frames", refused.what, refused.type),
        refused.hint);
  }
  const char* name = pcap_datalink_val_to_name(dlt);
  throw CaptureError(path,
                     fmt::format("holds frames of link type {} ({}), not Ethernet frames", dlt,
                                 name != nullptr ? name : "unknown"),
                     "only RoCEv2 over Ethernet is read");
}

}  // namespace

/// libpcap's side of the file.
class CaptureFile::Handle {
 public:
  explicit Handle(const std::string& path) {
    OpenFile opened = open_file(path);
    format_ = opened.format;
    std::array<char, PCAP_ERRBUF_SIZE> text{};
    pcap_ = pcap_fopen_offline_with_tstamp_precision(opened.file.get(), PCAP_TSTAMP_PRECISION_NANO,
                                                     text.data());
    if (pcap_ == nullptr) throw CaptureError(path, fmt::format("cannot be read: {}", text.data()));
    file_ = opened.file.release();  // pcap_close closes it
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
  /// Seconds of a time stamp. Those of pcap are unsigned 32 bits, whose sign libpcap extends.
  std::int64_t seconds(const pcap_pkthdr& header) const {
    return format_ == FileFormat::kPcap ? static_cast<std::uint32_t>(header.ts.tv_sec)
                                        : std::int64_t{header.ts.tv_sec};
  }

 private:
  pcap_t* pcap_ = nullptr;
  std::FILE* file_ = nullptr;
  FileFormat format_ = FileFormat::kPcap;
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
    throw CaptureError(path_, fmt::format("frame {} at byte {}: {}", frames_ + 1, record, what),
                       hint_for(what));
  };
  if (result != 1) fail(pcap_geterr(handle_->pcap()));
  const std::int64_t fraction = header->ts.tv_usec;  // nanoseconds, as asked for
  if (fraction < 0 || fraction >= kNanosecondsPerSecond) {
    fail("its time stamp has a whole second or more behind the point");
  }
  if (header->caplen > header->len) {
    fail(fmt::format("{} bytes captured of a frame of {} bytes", header->caplen, header->len));
  }
  const std::int64_t seconds = handle_->seconds(*header);
  if (seconds < 0 || seconds >= kMostSeconds) {
    fail(fmt::format("its time stamp is {} seconds after 1970", seconds));
  }
  frame.number = ++frames_;
  frame.nanoseconds = static_cast<std::uint64_t>(seconds * kNanosecondsPerSecond + fraction);
  frame.bytes = bytes;
  frame.captured = header->caplen;
  frame.length = header->len;
  return true;
}

}  // namespace sgdma::workload
