# Tests and benchmarks, one executable for each folder of tb/. Every GoogleTest case is a CTest case
# of its own, and so a process of its own: SystemC cannot elaborate twice in one process.
#
# A suite whose name begins with "Long" gets the label `long`; the test presets leave it out.

enable_testing()
find_package(GTest CONFIG)
find_package(benchmark CONFIG)
if(NOT GTest_FOUND)
  message(STATUS "GoogleTest not found: the tests below tb/ are left out (libgtest-dev, libgmock-dev)")
endif()
if(NOT benchmark_FOUND)
  message(STATUS "Google Benchmark not found: tb/bench is left out (libbenchmark-dev)")
endif()
include(GoogleTest)
if(GTest_FOUND)
  include(WaveTests)
  include(ReportTests)
endif()

set(sgdma_case_timeout 120)
set(sgdma_long_timeout 1800)
set(sgdma_instruction_limit 850)
set(sgdma_idle_instruction_limit 437)
# By the suite's name, with or without that of its instantiation. A parameter's name has no dot after
# it, so that a case of another suite may be called "Long...".
set(sgdma_long_suites "Long*.*:*/Long*.*")

# Says where the sources and the command line are, in a header that is included before each test
# source: as definitions on the compiler's command line they would defeat the compiler cache.
set(sgdma_paths_header "${PROJECT_BINARY_DIR}/generated/test/paths.h")
if(TARGET sgdma_cli)
  set(sgdma_binary_definition "#define SGDMA_BINARY \"$<TARGET_FILE:sgdma_cli>\"\n")
endif()
file(
  GENERATE
  OUTPUT "${sgdma_paths_header}"
  CONTENT
    "#define SGDMA_SOURCE_DIR \"${PROJECT_SOURCE_DIR}\"\n${sgdma_binary_definition}${sgdma_wave_definitions}"
)

function(sgdma_set_test_options target)
  sgdma_set_compile_options(${target})
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/tb")
  target_compile_options(${target} PRIVATE "SHELL:-include \"${sgdma_paths_header}\"")
endfunction()

function(sgdma_discover_tests target label)
  set(environment "")
  if(SGDMA_SANITIZE)
    set(environment
        ENVIRONMENT "ASAN_OPTIONS=strict_string_checks=1:check_initialization_order=1"
        ENVIRONMENT_MODIFICATION "UBSAN_OPTIONS=set:print_stacktrace=1")
  endif()
  gtest_discover_tests(
    ${target}
    TEST_PREFIX "${label}."
    TEST_LIST ${target}_cases
    NO_PRETTY_VALUES
    TEST_FILTER "-${sgdma_long_suites}"
    DISCOVERY_MODE PRE_TEST
    DISCOVERY_TIMEOUT 60
    PROPERTIES LABELS ${label} TIMEOUT ${sgdma_case_timeout} ${environment})
  gtest_discover_tests(
    ${target}
    TEST_PREFIX "${label}."
    TEST_LIST ${target}_long_cases
    NO_PRETTY_VALUES
    TEST_FILTER "${sgdma_long_suites}"
    DISCOVERY_MODE PRE_TEST
    DISCOVERY_TIMEOUT 60
    PROPERTIES LABELS long TIMEOUT ${sgdma_long_timeout} ${environment})
endfunction()

# sgdma_add_test_support(<target> LINK <target>... SOURCES <source>...)
function(sgdma_add_test_support target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINK;SOURCES")
  if(arg_SOURCES)
    set(scope PUBLIC)
    add_library(${target} STATIC ${arg_SOURCES})
    sgdma_set_test_options(${target})
  else()
    set(scope INTERFACE)
    add_library(${target} INTERFACE)
  endif()
  target_link_libraries(${target} ${scope} ${arg_LINK})
endfunction()

# sgdma_add_tests(<folder> LINK <target>... [MAIN <source>]): tb/<folder>/**.cpp as <folder>_tests.
function(sgdma_add_tests folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "MAIN" "LINK")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tb/${folder}/*.cpp")
  foreach(left_out IN LISTS sgdma_tests_left_out)
    list(REMOVE_ITEM sources "${PROJECT_SOURCE_DIR}/tb/${left_out}")
  endforeach()
  if(NOT sources)
    return()
  endif()
  set(target ${folder}_tests)
  add_executable(${target} ${sources} ${arg_MAIN})
  sgdma_set_test_options(${target})
  target_link_libraries(${target} PRIVATE ${arg_LINK})
  if(TARGET sgdma_cli AND NOT folder STREQUAL "unit")
    add_dependencies(${target} sgdma_cli sgdma_watched)
  endif()
  if(folder STREQUAL "system")
    add_dependencies(${target} sgdma_mutated sgdma_neighboured)
  endif()
  sgdma_discover_tests(${target} ${folder})
endfunction()

# tb/bench/**.cpp as `bench`, with a main program of its own, and rtl_bench.cpp beside it, which is
# built along with it. Timings of an instrumented build say nothing, so there they are built only
# when asked for by name.
function(sgdma_add_benchmarks)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tb/bench/*.cpp")
  if(NOT sources)
    return()
  endif()
  set(rtl_bench "${PROJECT_SOURCE_DIR}/tb/bench/rtl_bench.cpp")
  list(REMOVE_ITEM sources "${rtl_bench}")
  if(TARGET sgdma_rtl)
    add_executable(rtl_bench "${rtl_bench}")
    sgdma_set_test_options(rtl_bench)
    target_include_directories(rtl_bench PRIVATE "${PROJECT_SOURCE_DIR}/src")
    target_link_libraries(rtl_bench PRIVATE sgdma_rtl sgdma_engine_64_64_64 benchmark::benchmark)
  endif()
  add_executable(bench ${sources})
  sgdma_set_test_options(bench)
  target_link_libraries(bench PRIVATE sgdma::app benchmark::benchmark)
  if(TARGET rtl_bench)
    add_dependencies(bench rtl_bench)
  endif()
  if(SGDMA_SANITIZE OR SGDMA_COVERAGE)
    set_target_properties(bench PROPERTIES EXCLUDE_FROM_ALL ON)
    if(TARGET rtl_bench)
      set_target_properties(rtl_bench PROPERTIES EXCLUDE_FROM_ALL ON)
    endif()
    return()
  endif()
  # The gate on speed: instructions a saturated cycle and a beat between idle cycles, as GCC 12 of
  # Debian 12 compiles it.
  find_program(SGDMA_VALGRIND valgrind)
  mark_as_advanced(SGDMA_VALGRIND)
  if(SGDMA_VALGRIND
     AND CMAKE_BUILD_TYPE STREQUAL "Release"
     AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU"
     AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    add_test(
      NAME bench.instructions
      COMMAND "${PROJECT_SOURCE_DIR}/tb/bench/instructions.sh" "$<TARGET_FILE:bench>"
              "${sgdma_instruction_limit}" "${sgdma_idle_instruction_limit}")
    set_tests_properties(bench.instructions PROPERTIES LABELS bench TIMEOUT ${sgdma_case_timeout})
  else()
    message(STATUS "Instruction counts are not gated: that takes a Release build by GCC 12, and valgrind")
  endif()
endfunction()

include(Rtl)

get_property(sgdma_room_rules GLOBAL PROPERTY SGDMA_ROOM_RULES)
add_test(
  NAME sources.rooms
  COMMAND
    "${CMAKE_COMMAND}" "-DSOURCE_DIR=${PROJECT_SOURCE_DIR}" "-DRULES=${sgdma_room_rules}"
    "-DPLAIN=src/types;src/core;src/oracle;tb/unit;tb/support" -P
    "${CMAKE_CURRENT_LIST_DIR}/CheckRooms.cmake")
set_tests_properties(sources.rooms PROPERTIES LABELS unit)

if(GTest_FOUND)
  # tb/support/*.cpp is plain C++ for all tests; tb/support/systemc/*.cpp for those of the whole
  # model. Its main.cpp is their main program: libsystemc wants a symbol sc_main, so GoogleTest's
  # own serves only without it.
  set(sgdma_systemc_main "${PROJECT_SOURCE_DIR}/tb/support/systemc/main.cpp")
  file(GLOB sgdma_plain_support CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tb/support/*.cpp")
  file(GLOB sgdma_systemc_support CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tb/support/systemc/*.cpp")
  set(sgdma_watched_main "${PROJECT_SOURCE_DIR}/tb/support/systemc/watched_main.cpp")
  set(sgdma_neighboured_main "${PROJECT_SOURCE_DIR}/tb/support/systemc/neighboured_main.cpp")
  set(sgdma_mutated_main "${PROJECT_SOURCE_DIR}/tb/support/systemc/mutated_main.cpp")
  list(REMOVE_ITEM sgdma_systemc_support "${sgdma_systemc_main}" "${sgdma_watched_main}"
       "${sgdma_neighboured_main}" "${sgdma_mutated_main}")

  sgdma_add_test_support(
    sgdma_test_support LINK sgdma::core GTest::gmock SOURCES ${sgdma_plain_support})
  sgdma_add_test_support(
    sgdma_systemc_test_support LINK sgdma_test_support sgdma::app SOURCES ${sgdma_systemc_support})

  # The command line with its bus held to the rules of the base protocol; tests find it beside the
  # command line itself.
  add_executable(sgdma_watched "${sgdma_watched_main}")
  sgdma_set_test_options(sgdma_watched)
  target_link_libraries(sgdma_watched PRIVATE sgdma_systemc_test_support)

  # The command line with neighbours in its simulation.
  add_executable(sgdma_neighboured "${sgdma_neighboured_main}")
  sgdma_set_test_options(sgdma_neighboured)
  target_link_libraries(sgdma_neighboured PRIVATE sgdma_systemc_test_support)

  # The command line with deliberate faults, and with neighbours: core, model and platform once
  # more, with the header that says which fault before the product's. Their objects come before the
  # libraries, of which nothing is wanted then.
  foreach(room IN ITEMS core model platform)
    get_target_property(sources sgdma_${room} SOURCES)
    add_library(sgdma_mutated_${room} OBJECT ${sources})
    target_include_directories(
      sgdma_mutated_${room} BEFORE PRIVATE "${PROJECT_SOURCE_DIR}/tb/mutation")
    target_link_libraries(sgdma_mutated_${room} PRIVATE sgdma::${room})
    set_target_properties(
      sgdma_mutated_${room} PROPERTIES UNITY_BUILD "${SGDMA_UNITY}" UNITY_BUILD_BATCH_SIZE 0
                                       CXX_CLANG_TIDY "")
    sgdma_set_compile_options(sgdma_mutated_${room})
    add_dependencies(sgdma_mutated_${room} sgdma_version)
  endforeach()
  add_executable(sgdma_mutated "${sgdma_mutated_main}")
  sgdma_set_test_options(sgdma_mutated)
  target_link_libraries(
    sgdma_mutated PRIVATE sgdma_mutated_core sgdma_mutated_model sgdma_mutated_platform
                          sgdma_systemc_test_support)

  sgdma_add_tests(unit LINK sgdma_test_support GTest::gmock_main)
  foreach(folder IN ITEMS module system fuzz)
    sgdma_add_tests(${folder} LINK sgdma_systemc_test_support MAIN "${sgdma_systemc_main}")
  endforeach()
  if(TARGET sgdma_rtl)
    sgdma_add_tests(cosim LINK sgdma_rtl ${sgdma_axi_rams} sgdma_systemc_test_support MAIN "${sgdma_systemc_main}")
  endif()
endif()
if(benchmark_FOUND)
  sgdma_add_benchmarks()
endif()
