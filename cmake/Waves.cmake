# The waveform formats of the room `observe`. FST files are written by fstapi.c, which Verilator
# installs as source; it is compiled from there, into sgdma_fst.

option(SGDMA_WAVE_VCD "Waveforms as value change dumps (.vcd)" ON)
option(SGDMA_WAVE_FST "Waveforms as fast signal traces (.fst), where fstapi.c and zlib are there" ON)

set(sgdma_has_fst OFF)
if(SGDMA_WAVE_FST)
  find_path(
    SGDMA_FSTAPI_DIR fstapi.c
    HINTS "${VERILATOR_ROOT}" ENV VERILATOR_ROOT
    PATHS /usr/share/verilator /usr/local/share/verilator
    PATH_SUFFIXES include/gtkwave)
  mark_as_advanced(SGDMA_FSTAPI_DIR)
  find_package(ZLIB QUIET)
  # One toolset for both languages: sanitizers of two do not mix.
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang" AND NOT CMAKE_C_COMPILER)
    string(REGEX REPLACE "clang\\+\\+" "clang" sgdma_c_compiler "${CMAKE_CXX_COMPILER}")
    if(EXISTS "${sgdma_c_compiler}")
      set(CMAKE_C_COMPILER "${sgdma_c_compiler}")
    endif()
  endif()
  include(CheckLanguage)
  check_language(C)
  if(SGDMA_FSTAPI_DIR AND ZLIB_FOUND AND CMAKE_C_COMPILER)
    enable_language(C)
    set(sgdma_has_fst ON)
  else()
    message(
      NOTICE "FST waveforms are left out: no fstapi.c, zlib or C compiler (verilator, zlib1g-dev)")
  endif()
else()
  message(NOTICE "FST waveforms are left out: SGDMA_WAVE_FST is off")
endif()
if(NOT SGDMA_WAVE_VCD)
  message(NOTICE "VCD waveforms are left out: SGDMA_WAVE_VCD is off")
endif()

# Somebody else's code: no warnings. Its names are made local to the object file, so that they do not
# clash with those of a Verilated model.
function(sgdma_add_fst_writer target)
  add_library(${target} STATIC "${PROJECT_SOURCE_DIR}/src/observe/wave/fst_writer.c")
  target_include_directories(
    ${target} PRIVATE "${PROJECT_SOURCE_DIR}/src" "${SGDMA_FSTAPI_DIR}")
  target_compile_definitions(${target} PRIVATE "FST_CONFIG_INCLUDE=\"fst_config.h\"")
  target_compile_options(${target} PRIVATE -w "$<$<BOOL:${SGDMA_SANITIZE}>:-fno-sanitize=undefined>")
  target_link_libraries(${target} PRIVATE ZLIB::ZLIB)
  set_target_properties(
    ${target}
    PROPERTIES EXPORT_NAME fst
               C_VISIBILITY_PRESET hidden
               INTERPROCEDURAL_OPTIMIZATION OFF)
  if(CMAKE_C_COMPILER_LAUNCHER STREQUAL "" AND CMAKE_CXX_COMPILER_LAUNCHER)
    set_target_properties(${target} PROPERTIES C_COMPILER_LAUNCHER "${CMAKE_CXX_COMPILER_LAUNCHER}")
  endif()
  if(CMAKE_OBJCOPY)
    add_custom_command(
      TARGET ${target}
      POST_BUILD
      COMMAND "${CMAKE_OBJCOPY}" --localize-hidden "$<TARGET_FILE:${target}>"
      VERBATIM)
  endif()
endfunction()

# What is not built is not compiled: make_wave_file.cpp learns of it by two definitions.
function(sgdma_add_wave_formats room)
  set(folder "${PROJECT_SOURCE_DIR}/src/observe/wave")
  target_compile_definitions(
    ${room} PRIVATE "SGDMA_WAVE_VCD=$<BOOL:${SGDMA_WAVE_VCD}>" "SGDMA_WAVE_FST=$<BOOL:${sgdma_has_fst}>")
  if(sgdma_has_fst)
    sgdma_add_fst_writer(sgdma_fst)
    target_link_libraries(${room} PRIVATE sgdma_fst)
  else()
    set_source_files_properties("${folder}/fst_file.cpp" PROPERTIES HEADER_FILE_ONLY ON)
  endif()
  if(NOT SGDMA_WAVE_VCD)
    set_source_files_properties("${folder}/vcd_file.cpp" PROPERTIES HEADER_FILE_ONLY ON)
  endif()
endfunction()
