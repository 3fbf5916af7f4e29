# Finds SystemC with TLM-2.0 and defines the target sgdma::systemc.
#
# Order: SYSTEMC_HOME (CMake variable or environment) if it is set, and then nothing else; the CMake
# package SystemCLanguage; pkg-config (`systemc`, `tlm`), which is all that Debian has. The user
# package registry is left out: an old SystemC built by hand registers itself there and would win in
# silence.

include(FindPackageHandleStandardArgs)

if(NOT SYSTEMC_HOME AND DEFINED ENV{SYSTEMC_HOME})
  set(SYSTEMC_HOME "$ENV{SYSTEMC_HOME}")
endif()

set(_sgdma_systemc_link "")
set(_sgdma_systemc_source "")
set(SgdmaSystemC_VERSION "")

if(SYSTEMC_HOME)
  find_package(SystemCLanguage CONFIG QUIET NO_DEFAULT_PATH PATHS "${SYSTEMC_HOME}")
else()
  find_package(SystemCLanguage CONFIG QUIET NO_CMAKE_PACKAGE_REGISTRY)
endif()

if(TARGET SystemC::systemc)
  set(_sgdma_systemc_link SystemC::systemc)
  set(_sgdma_systemc_source "${SystemCLanguage_DIR}")
  set(SgdmaSystemC_VERSION "${SystemCLanguage_VERSION}")
elseif(SYSTEMC_HOME)
  find_path(
    SgdmaSystemC_INCLUDE_DIR systemc
    PATHS "${SYSTEMC_HOME}"
    PATH_SUFFIXES include src
    NO_DEFAULT_PATH)
  find_library(
    SgdmaSystemC_LIBRARY systemc
    PATHS "${SYSTEMC_HOME}"
    PATH_SUFFIXES lib lib64 lib-linux64 lib-linuxaarch64 lib-macosx64
    NO_DEFAULT_PATH)
  mark_as_advanced(SgdmaSystemC_INCLUDE_DIR SgdmaSystemC_LIBRARY)
  if(SgdmaSystemC_INCLUDE_DIR AND SgdmaSystemC_LIBRARY)
    if(NOT TARGET sgdma_systemc_home)
      find_package(Threads REQUIRED)
      add_library(sgdma_systemc_home UNKNOWN IMPORTED GLOBAL)
      set_target_properties(
        sgdma_systemc_home
        PROPERTIES IMPORTED_LOCATION "${SgdmaSystemC_LIBRARY}"
                   INTERFACE_INCLUDE_DIRECTORIES "${SgdmaSystemC_INCLUDE_DIR}"
                   INTERFACE_LINK_LIBRARIES Threads::Threads)
    endif()
    set(_sgdma_systemc_link sgdma_systemc_home)
    set(_sgdma_systemc_source "${SgdmaSystemC_LIBRARY}")
    set(_sgdma_sc_ver "${SgdmaSystemC_INCLUDE_DIR}/sysc/kernel/sc_ver.h")
    if(EXISTS "${_sgdma_sc_ver}")
      file(READ "${_sgdma_sc_ver}" _sgdma_sc_ver_text)
      foreach(_sgdma_part IN ITEMS MAJOR MINOR PATCH)
        string(REGEX MATCH "#define SC_VERSION_${_sgdma_part}[ \t]+([0-9]+)" _ "${_sgdma_sc_ver_text}")
        list(APPEND SgdmaSystemC_VERSION "${CMAKE_MATCH_1}")
      endforeach()
      list(JOIN SgdmaSystemC_VERSION "." SgdmaSystemC_VERSION)
    endif()
  endif()
else()
  find_package(PkgConfig QUIET)
  if(PkgConfig_FOUND)
    pkg_check_modules(sgdma_pc_systemc QUIET IMPORTED_TARGET GLOBAL systemc tlm)
  endif()
  if(sgdma_pc_systemc_FOUND)
    set(_sgdma_systemc_link PkgConfig::sgdma_pc_systemc)
    set(_sgdma_systemc_source "pkg-config")
    set(SgdmaSystemC_VERSION "${sgdma_pc_systemc_systemc_VERSION}")
  endif()
endif()

find_package_handle_standard_args(
  SgdmaSystemC
  REQUIRED_VARS _sgdma_systemc_source _sgdma_systemc_link
  VERSION_VAR SgdmaSystemC_VERSION
  REASON_FAILURE_MESSAGE
    "Install libsystemc-dev, or set SYSTEMC_HOME to the prefix of a SystemC built as C++17.")

if(SgdmaSystemC_FOUND AND NOT TARGET sgdma::systemc)
  add_library(sgdma::systemc INTERFACE IMPORTED GLOBAL)
  target_link_libraries(sgdma::systemc INTERFACE ${_sgdma_systemc_link})
endif()
