# Writes sgdma/version.h into the build tree: at configure time, and again in each build, where the
# file is touched only if its text changes. Run as a script (-P) it is that second step.

function(sgdma_write_version_header source_dir output)
  set(SGDMA_REVISION "unknown")
  find_package(Git QUIET)
  if(Git_FOUND AND EXISTS "${source_dir}/.git")
    execute_process(
      COMMAND "${GIT_EXECUTABLE}" describe --tags --always --dirty
      WORKING_DIRECTORY "${source_dir}"
      OUTPUT_VARIABLE described
      OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET
      RESULT_VARIABLE result)
    if(result EQUAL 0)
      set(SGDMA_REVISION "${described}")
    endif()
  endif()
  configure_file("${source_dir}/cmake/version.h.in" "${output}" @ONLY)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE)
  sgdma_write_version_header("${SOURCE_DIR}" "${OUTPUT}")
  return()
endif()

set(SGDMA_GENERATED_INCLUDE_DIR "${PROJECT_BINARY_DIR}/generated")
set(SGDMA_VERSION_HEADER "${SGDMA_GENERATED_INCLUDE_DIR}/sgdma/version.h")
sgdma_write_version_header("${PROJECT_SOURCE_DIR}" "${SGDMA_VERSION_HEADER}")

add_custom_target(
  sgdma_version
  COMMAND
    "${CMAKE_COMMAND}" "-DSOURCE_DIR=${PROJECT_SOURCE_DIR}" "-DOUTPUT=${SGDMA_VERSION_HEADER}"
    "-DPROJECT_VERSION=${PROJECT_VERSION}" "-DPROJECT_VERSION_MAJOR=${PROJECT_VERSION_MAJOR}"
    "-DPROJECT_VERSION_MINOR=${PROJECT_VERSION_MINOR}"
    "-DPROJECT_VERSION_PATCH=${PROJECT_VERSION_PATCH}" -P "${CMAKE_CURRENT_LIST_FILE}"
  BYPRODUCTS "${SGDMA_VERSION_HEADER}"
  COMMENT "Version of the sources"
  VERBATIM)
