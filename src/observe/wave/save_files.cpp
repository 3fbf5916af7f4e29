#include "observe/wave/save_files.h"

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace sgdma::observe {

namespace {

namespace fs = std::filesystem;

void write_whole(const fs::path& path, const std::string& text) {
  const std::string temporary = path.string() + ".part";
  std::ofstream file(temporary, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  std::error_code error;
  if (file) {
    fs::rename(temporary, path, error);
  } else {
    error.assign(errno != 0 ? errno : EIO, std::generic_category());
  }
  if (error) {
    std::error_code ignored;
    fs::remove(temporary, ignored);
    throw std::system_error(error, path.string());
  }
}

}  // namespace

std::string save_file_beside(const std::string& wave_file) {
  return fs::path(wave_file).replace_extension(".gtkw").string();
}

std::string words_folder_of(const std::string& wave_file) {
  return fs::path(wave_file).stem().string() + ".words";
}

bool is_arranged(const std::string& save_file) {
  std::ifstream file(save_file, std::ios::binary);
  std::string begin(kSaveFileMark.size(), '\0');
  file.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  return file.gcount() > 0 && begin != kSaveFileMark;
}

void write_save_file(const std::string& wave_file, const GtkwaveSave& save,
                     const SaveFrame& frame) {
  const fs::path folder = fs::path(wave_file).parent_path() / words_folder_of(wave_file);
  if (!save.words().empty()) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) {
      throw std::system_error(error, folder.string());
    }
  }
  for (const WordTable* words : save.words()) {
    write_whole(folder / (words->name + ".txt"), translation_text(*words));
  }
  const fs::path save_file = save_file_beside(wave_file);
  write_whole(save_file, save.text(fs::path(wave_file).filename().string(),
                                   save_file.filename().string(), frame));
}

}  // namespace sgdma::observe
