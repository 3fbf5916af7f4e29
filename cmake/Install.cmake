# Installs the command line, the libraries, the public headers and a CMake package that exports the
# targets as sgdma::<room>, with sgdma::sgdma for them all.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(sgdma_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/sgdma")

get_property(sgdma_rooms GLOBAL PROPERTY SGDMA_ROOMS)
list(TRANSFORM sgdma_rooms PREPEND "sgdma_" OUTPUT_VARIABLE sgdma_installed_targets)
list(APPEND sgdma_installed_targets sgdma_library)
if(TARGET sgdma_fst)
  list(APPEND sgdma_installed_targets sgdma_fst)
endif()
if(TARGET sgdma_cli)
  list(APPEND sgdma_installed_targets sgdma_cli)
endif()

install(
  TARGETS ${sgdma_installed_targets}
  EXPORT sgdma
  FILE_SET HEADERS)
install(TARGETS sgdma_dpi EXPORT sgdma)
install(FILES "${PROJECT_SOURCE_DIR}/include/sgdma/sgdma_dpi.h"
              "${PROJECT_SOURCE_DIR}/include/sgdma/sgdma_dpi_pkg.sv"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/sgdma")
install(
  EXPORT sgdma
  NAMESPACE sgdma::
  FILE sgdmaTargets.cmake
  DESTINATION "${sgdma_package_dir}")

configure_package_config_file(
  "${PROJECT_SOURCE_DIR}/cmake/sgdmaConfig.cmake.in" "${PROJECT_BINARY_DIR}/sgdmaConfig.cmake"
  INSTALL_DESTINATION "${sgdma_package_dir}")
write_basic_package_version_file(
  "${PROJECT_BINARY_DIR}/sgdmaConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(
  FILES "${PROJECT_BINARY_DIR}/sgdmaConfig.cmake" "${PROJECT_BINARY_DIR}/sgdmaConfigVersion.cmake"
        "${PROJECT_SOURCE_DIR}/cmake/FindSgdmaSystemC.cmake"
  DESTINATION "${sgdma_package_dir}")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
