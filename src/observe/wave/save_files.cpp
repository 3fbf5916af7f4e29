#include "observe/wave/save_files.h"

#include <filesystem>
#include <fstream>
#include <system_error>

#include "observe/whole_file.h"

namespace sgdma::observe {

namespace fs = std::filesystem;

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
    write_whole_file(folder / (words->name + ".txt"), translation_text(*words));
  }
  const fs::path save_file = save_file_beside(wave_file);
  write_whole_file(save_file, save.text(fs::path(wave_file).filename().string(),
                                        save_file.filename().string(), frame));
}

}  // namespace sgdma::observe
