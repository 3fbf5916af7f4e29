#include "observe/wave/fst_file.h"

#include <cerrno>
#include <filesystem>
#include <map>
#include <string_view>
#include <system_error>

#include "observe/wave/bit_text.h"
#include "observe/wave/fst_writer.h"
#include "observe/wave/scope_walk.h"
#include "sgdma/version.h"

namespace sgdma::observe {

namespace {

/// Changes in a block, before compression. A reader unpacks whole blocks, and a run that is killed
/// loses the last one.
constexpr std::uint64_t kFstBlockBytes = 4U << 20U;
/// What a change takes in a block beside its digits.
constexpr std::uint64_t kChangeBytes = 6;

constexpr std::uint32_t kMaxWidth = 64;
constexpr std::string_view kUndriven =
    "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz";
static_assert(kUndriven.size() == kMaxWidth);

std::string digits_of(std::uint64_t value, std::uint32_t width) {
  char digits[kMaxWidth + kBitTextSlack];
  put_bits(digits, value, width);
  return std::string(digits, width);
}

std::vector<const char*> pointers_to(const std::vector<std::string>& texts, std::size_t count) {
  std::vector<const char*> pointers;
  for (std::size_t at = 0; at < count; ++at) {
    pointers.push_back(texts[at].c_str());
  }
  return pointers;
}

}  // namespace

FstFile::FstFile(std::string path, const SignalTable& table, WaveScale scale, std::string comment)
    : path_(std::move(path)), table_(table), scale_(scale), comment_(std::move(comment)) {}

FstFile::~FstFile() {
  if (file_) {
    try {
      close(told_);
    } catch (const std::system_error&) {
      file_.reset();
    }
  }
}

void FstFile::Abandon::operator()(SgdmaFst* file) const { sgdma_fst_abandon(file); }

void FstFile::create() {
  const std::filesystem::file_status status = std::filesystem::status(path_);
  if (std::filesystem::is_directory(status)) {
    throw std::system_error(EISDIR, std::generic_category(), path_);
  }
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    throw std::system_error(ESPIPE, std::generic_category(), path_);
  }
  sgdma_fst_error();
  file_.reset(sgdma_fst_create(path_.c_str()));
  check();
}

std::uint32_t FstFile::add_words(const WordTable& words, std::uint32_t width) {
  std::vector<std::string> values;
  for (std::uint64_t value = 0; value < words.words.size() && significant_bits(value) <= width;
       ++value) {
    values.push_back(digits_of(value, width));
  }
  const auto count = static_cast<std::uint32_t>(values.size());
  return sgdma_fst_add_words(file_.get(), words.name.c_str(), count, width,
                             pointers_to(words.words, count).data(),
                             pointers_to(values, count).data());
}

void FstFile::declare() {
  const std::string version = "sgdma " + std::string(kVersion);
  sgdma_fst_describe(file_.get(), scale_.exponent, version.c_str(), comment_.c_str());
  forms_.resize(table_.size());
  std::map<std::pair<const WordTable*, std::uint32_t>, std::uint32_t> tables;
  ScopeVisitor visitor;
  visitor.enter = [&](const Scope& scope) {
    sgdma_fst_enter_scope(file_.get(), scope.name.c_str());
  };
  visitor.signal = [&](SignalId id, const Signal& signal) {
    std::uint32_t words = 0;
    if (signal.words != nullptr) {
      const auto [entry, is_new] = tables.try_emplace({signal.words, signal.width}, 0);
      words = entry->second = is_new ? add_words(*signal.words, signal.width) : entry->second;
    }
    const std::string range =
        signal.width == 1 ? "" : " [" + std::to_string(signal.width - 1) + ":0]";
    forms_[static_cast<std::size_t>(id)] = {
        sgdma_fst_add_signal(file_.get(), (signal.name + range).c_str(), signal.width, words),
        signal.width};
  };
  visitor.leave = [&] { sgdma_fst_leave_scope(file_.get()); };
  walk_scopes(table_, visitor);
  sgdma_fst_end_declarations(file_.get());
  check();
}

void FstFile::begin(WaveTime time, const std::vector<SignalValue>& values) {
  create();
  declare();
  told_ = time;
  put_time(time);
  for (std::size_t at = 0; at < forms_.size(); ++at) {
    put_value(forms_[at], values[at]);
  }
  check();
}

void FstFile::write(WaveTime time, const SignalChange* first, std::size_t count) {
  told_ = time;
  if (count == 0) {
    return;
  }
  put_time(time);
  for (const SignalChange* change = first; change != first + count; ++change) {
    put_value(forms_[static_cast<std::size_t>(change->signal)], change->value);
  }
  check();
}

void FstFile::close(WaveTime time) {
  if (time > written_) {
    put_time(time);
  }
  check();
  sgdma_fst_close(file_.release());
  check();
  bytes_ = std::filesystem::file_size(path_);
}

void FstFile::put_time(WaveTime time) {
  const bool block = waiting_ >= kFstBlockBytes;
  if (block) {
    sgdma_fst_flush(file_.get());
    waiting_ = 0;
  }
  sgdma_fst_time(file_.get(), time);
  if (block) {
    bytes_ = sgdma_fst_bytes(file_.get());
  }
  written_ = time;
}

void FstFile::put_value(const Form& form, SignalValue value) {
  char digits[kMaxWidth + kBitTextSlack];
  put_bits(digits, value.bits, form.width);
  sgdma_fst_value(file_.get(), form.number, value.driven ? digits : kUndriven.data());
  waiting_ += kChangeBytes + form.width;
}

void FstFile::check() {
  if (const int error = sgdma_fst_error(); error != 0) {
    file_.reset();
    sgdma_fst_error();
    throw std::system_error(error, std::generic_category(), path_);
  }
}

}  // namespace sgdma::observe
