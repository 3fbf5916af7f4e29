# Flags of the whole build (sanitizers, coverage, cache) and those of our own targets (warnings).

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

# With its base directory set, the cache serves a clone elsewhere too; it then hands source paths to
# the compiler relative to the build tree. __FILE__ counts from the source tree either way.
find_program(SGDMA_CCACHE ccache)
mark_as_advanced(SGDMA_CCACHE)
if(SGDMA_CCACHE AND PROJECT_IS_TOP_LEVEL AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER
      "${CMAKE_COMMAND}" -E env "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=true
      "${SGDMA_CCACHE}")
  file(RELATIVE_PATH sgdma_source_prefix "${PROJECT_BINARY_DIR}" "${PROJECT_SOURCE_DIR}/")
else()
  set(sgdma_source_prefix "${PROJECT_SOURCE_DIR}/")
endif()
add_compile_options("-fmacro-prefix-map=${sgdma_source_prefix}=")

if(SGDMA_SANITIZE)
  list(JOIN SGDMA_SANITIZE "," sgdma_sanitizers)
  add_compile_options(
    "-fsanitize=${sgdma_sanitizers}" -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options("-fsanitize=${sgdma_sanitizers}")
  add_compile_definitions(_GLIBCXX_ASSERTIONS)
endif()

if(SGDMA_COVERAGE)
  add_compile_options(--coverage -fprofile-abs-path)
  add_link_options(--coverage)
endif()

if(SGDMA_IPO)
  include(CheckIPOSupported)
  check_ipo_supported(RESULT sgdma_ipo_works OUTPUT sgdma_ipo_says LANGUAGES CXX)
  if(sgdma_ipo_works)
    set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
  else()
    message(WARNING "SGDMA_IPO is ON, but the compiler cannot: ${sgdma_ipo_says}")
  endif()
endif()

set(sgdma_warnings
    -Wall
    -Wextra
    -Wpedantic
    -Wshadow
    -Wconversion
    -Wnon-virtual-dtor
    -Wold-style-cast
    -Wcast-align
    -Wdouble-promotion
    -Wformat=2
    -Wundef)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND sgdma_warnings -Wduplicated-cond -Wlogical-op)
  # What GCC derives from inlining is a guess: shown, but no error. -Wrestrict of GCC 12 is wrong on
  # std::string (GCC bug 105651), -Wstringop-overread on Boost's small_vector.
  list(
    APPEND
    sgdma_warnings
    -Wno-restrict
    -Wno-stringop-overread
    -Wno-error=array-bounds
    -Wno-error=dangling-pointer
    -Wno-error=free-nonheap-object
    -Wno-error=maybe-uninitialized
    -Wno-error=stringop-overflow)
  if(SGDMA_SANITIZE)
    list(APPEND sgdma_warnings -Wno-maybe-uninitialized)
  endif()
endif()

# The flags of every target of ours. Private: a user of an installed library gets none of them.
function(sgdma_set_compile_options target)
  target_compile_options(${target} PRIVATE ${sgdma_warnings})
  if(SGDMA_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()
