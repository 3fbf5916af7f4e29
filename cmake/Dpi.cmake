# The C interface of the core (include/sgdma/sgdma_dpi.h): a shared library without SystemC, from the
# sources of the rooms types and core, which it holds.

set(sgdma_dpi_sources "")
foreach(room IN ITEMS types core)
  get_target_property(type sgdma_${room} TYPE)
  if(NOT type STREQUAL "INTERFACE_LIBRARY")
    get_target_property(sources sgdma_${room} SOURCES)
    list(APPEND sgdma_dpi_sources ${sources})
  endif()
endforeach()
file(GLOB sgdma_dpi_own CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/cosim/dpi/*.cpp")
add_library(
  sgdma_dpi SHARED
  ${sgdma_dpi_sources} ${sgdma_dpi_own} "${PROJECT_SOURCE_DIR}/src/cosim/pin_bus.cpp"
  "${PROJECT_SOURCE_DIR}/src/cosim/reference_engine.cpp")
sgdma_set_compile_options(sgdma_dpi)
add_dependencies(sgdma_dpi sgdma_version)
target_compile_features(sgdma_dpi PUBLIC cxx_std_17)
target_include_directories(
  sgdma_dpi
  PUBLIC "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>"
  PRIVATE "${PROJECT_SOURCE_DIR}/src" "${SGDMA_GENERATED_INCLUDE_DIR}")
target_link_libraries(sgdma_dpi PRIVATE Boost::headers fmt::fmt)
set_target_properties(
  sgdma_dpi
  PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON UNITY_BUILD "${SGDMA_UNITY}" UNITY_BUILD_BATCH_SIZE 0 CXX_CLANG_TIDY ""
             LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")

# The example: a scoreboard in SystemVerilog round the RTL engine.
function(sgdma_add_dpi_example)
  set(folder "${PROJECT_SOURCE_DIR}/tb/rtl/dpi")
  file(GLOB modules CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tb/rtl/engine/*.sv")
  set(package "${PROJECT_SOURCE_DIR}/tb/rtl/engine/sgdma_pkg.sv")
  list(REMOVE_ITEM modules "${package}")
  add_executable(dpi_scoreboard "${folder}/main.cpp")
  verilate(
    dpi_scoreboard
    SOURCES "${package}" "${PROJECT_SOURCE_DIR}/include/sgdma/sgdma_dpi_pkg.sv" ${modules}
            "${folder}/scoreboard.sv" "${folder}/bench.sv"
    TOP_MODULE bench
    PREFIX Vdpi_bench
    VERILATOR_ARGS -O3 -Wno-UNUSEDSIGNAL -Wno-PINMISSING)
  target_compile_options(dpi_scoreboard PRIVATE -w)
  if(SGDMA_SANITIZE MATCHES "undefined")
    target_compile_options(dpi_scoreboard PRIVATE -fno-sanitize=null)
  endif()
  set_target_properties(dpi_scoreboard PROPERTIES CXX_CLANG_TIDY "")
  target_link_libraries(dpi_scoreboard PRIVATE sgdma_dpi)
  add_test(NAME dpi.scoreboard COMMAND dpi_scoreboard 20000)
  add_test(NAME dpi.scoreboard_finds_a_bug COMMAND dpi_scoreboard 20000 2)
  set_tests_properties(dpi.scoreboard PROPERTIES PASS_REGULAR_EXPRESSION "20000 cycles, .*no difference")
  set_tests_properties(
    dpi.scoreboard_finds_a_bug
    PROPERTIES PASS_REGULAR_EXPRESSION
               "cycle [0-9]+, slot [0-9]: remaining length: predictor .*they differ")
  set_tests_properties(dpi.scoreboard dpi.scoreboard_finds_a_bug PROPERTIES LABELS cosim)
endfunction()
if(SGDMA_BUILD_TESTS AND verilator_FOUND)
  enable_testing()
  sgdma_add_dpi_example()
endif()
