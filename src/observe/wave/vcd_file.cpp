#include "observe/wave/vcd_file.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <string_view>
#include <system_error>
#include <unistd.h>

#include "observe/wave/bit_text.h"
#include "observe/wave/scope_walk.h"
#include "sgdma/version.h"

namespace sgdma::observe {

namespace {

/// A call of the system costs as much as some hundred changes.
constexpr std::size_t kVcdBlockBytes = 1U << 18U;
constexpr std::uint32_t kReservedBytes = 1U << 24U;
/// A time, or a change with its digits, identifier and slack, is shorter.
constexpr std::size_t kLongestLine = 96;

/// Identifiers are made of the printable characters, `!` to `~`.
constexpr char kFirstLetter = '!';
constexpr std::size_t kLetters = 94;

std::string timescale_text(int exponent) {
  constexpr const char* kUnits[] = {"s", "ms", "us", "ns", "ps", "fs"};
  const int unit = (2 - exponent) / 3;
  const int zeros = exponent + 3 * unit;
  return "1" + std::string(static_cast<std::size_t>(zeros), '0') + kUnits[unit];
}

/// A dollar sign could end the comment, or begin a command.
std::string without_commands(std::string text) {
  for (char& letter : text) {
    letter = letter == '$' ? '_' : letter;
  }
  return text;
}

}  // namespace

VcdFile::VcdFile(std::string path, const SignalTable& table, WaveScale scale, std::string comment)
    : path_(std::move(path)), table_(table), scale_(scale), comment_(std::move(comment)) {}

VcdFile::~VcdFile() {
  if (file_) {
    try {
      close(told_);
    } catch (const std::system_error&) {
      file_.reset();
    }
  }
}

VcdFile::Form VcdFile::form_of(std::size_t index, std::uint32_t width) {
  Form form;
  do {
    form.code[form.length++] =
        static_cast<char>(kFirstLetter + static_cast<char>(index % kLetters));
    index /= kLetters;
  } while (index != 0);
  form.code[form.length++] = '\n';
  form.scalar = width == 1;
  form.mask = ~std::uint64_t{0} >> (64U - width);
  return form;
}

std::string VcdFile::header() const {
  std::string text = "$version sgdma " + std::string(kVersion) + " $end\n";
  if (!comment_.empty()) {
    text += "$comment " + without_commands(comment_) + " $end\n";
  }
  text += "$timescale " + timescale_text(scale_.exponent) + " $end\n";
  ScopeVisitor visitor;
  visitor.enter = [&](const Scope& scope) { text += "$scope module " + scope.name + " $end\n"; };
  visitor.signal = [&](SignalId id, const Signal& signal) {
    const Form& form = forms_[static_cast<std::size_t>(id)];
    text += "$var wire " + std::to_string(signal.width) + " ";
    text.append(form.code, form.length - 1U);
    text += " " + signal.name;
    text += form.scalar ? "" : " [" + std::to_string(signal.width - 1) + ":0]";
    text += " $end\n";
  };
  visitor.leave = [&] { text += "$upscope $end\n"; };
  walk_scopes(table_, visitor);
  return text + "$enddefinitions $end\n";
}

void VcdFile::begin(WaveTime time, const std::vector<SignalValue>& values) {
  forms_.reserve(table_.size());
  for (const Signal& signal : table_.signals()) {
    forms_.push_back(form_of(forms_.size(), signal.width));
  }
  file_.reset(std::fopen(path_.c_str(), "wb"));
  if (!file_) {
    fail(errno);
  }
  std::setvbuf(file_.get(), nullptr, _IONBF, 0);
  block_ = std::make_unique<char[]>(kVcdBlockBytes);
  end_ = block_.get();
  told_ = time;
  put(header());
  put_time(time);
  put("$dumpvars\n");
  for (std::size_t at = 0; at < forms_.size(); ++at) {
    make_room();
    end_ = put_value(end_, forms_[at], values[at]);
  }
  put("$end\n");
}

void VcdFile::write(WaveTime time, const SignalChange* first, std::size_t count) {
  told_ = time;
  if (count == 0) {
    return;
  }
  put_time(time);
  for (const SignalChange* change = first; change != first + count; ++change) {
    make_room();
    end_ = put_value(end_, forms_[static_cast<std::size_t>(change->signal)], change->value);
  }
}

void VcdFile::close(WaveTime time) {
  if (time > written_) {
    put_time(time);
  }
  flush();
  if (reserved_ > bytes_ && ftruncate(fileno(file_.get()), static_cast<off_t>(bytes_)) != 0) {
    fail(errno);
  }
  if (std::fclose(file_.release()) != 0) {
    fail(errno);
  }
}

void VcdFile::put(std::string_view text) {
  while (!text.empty()) {
    make_room();
    const auto room = static_cast<std::size_t>(block_.get() + kVcdBlockBytes - end_);
    const std::size_t bytes = std::min(room, text.size());
    std::memcpy(end_, text.data(), bytes);
    end_ += bytes;
    text.remove_prefix(bytes);
  }
}

void VcdFile::put_time(WaveTime time) {
  make_room();
  *end_++ = '#';
  end_ = std::to_chars(end_, end_ + kLongestLine, time).ptr;
  *end_++ = '\n';
  written_ = time;
}

char* VcdFile::put_value(char* at, const Form& form, SignalValue value) {
  const std::uint64_t bits = value.bits & form.mask;
  if (form.scalar) {
    *at++ = value.driven ? static_cast<char>('0' + static_cast<char>(bits)) : 'z';
  } else {
    *at++ = 'b';
    if (value.driven) {
      at = put_bits(at, bits, significant_bits(bits));
    } else {
      *at++ = 'z';
    }
    *at++ = ' ';
  }
  std::memcpy(at, form.code, sizeof form.code);
  return at + form.length;
}

void VcdFile::make_room() {
  if (end_ + kLongestLine > block_.get() + kVcdBlockBytes) {
    flush();
  }
}

void VcdFile::flush() {
  const auto bytes = static_cast<std::size_t>(end_ - block_.get());
  end_ = block_.get();
  reserve(bytes);
  if (std::fwrite(block_.get(), 1, bytes, file_.get()) != bytes) {
    fail(errno);
  }
  bytes_ += bytes;
}

void VcdFile::reserve(std::size_t bytes) {
  // A file of one block needs none of it. The file's length stays what was written; what cannot
  // reserve (a device, a pipe, other file systems) finds room as it is written, which takes longer.
  if (!reserves_ || bytes_ == 0 || bytes_ + bytes <= reserved_) {
    return;
  }
  const std::uint64_t from = std::max(bytes_, reserved_);
  reserves_ = fallocate(fileno(file_.get()), FALLOC_FL_KEEP_SIZE, static_cast<off_t>(from),
                        kReservedBytes) == 0;
  reserved_ = reserves_ ? from + kReservedBytes : reserved_;
}

void VcdFile::fail(int error) {
  file_.reset();
  throw std::system_error(error, std::generic_category(), path_);
}

}  // namespace sgdma::observe
