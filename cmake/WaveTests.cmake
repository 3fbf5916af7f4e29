# Which tests of waveforms can be built: they take the formats of this build, GTKWave's converters,
# and a reader from npm.
#
# Sets sgdma_tests_left_out (sources below tb/) and sgdma_wave_definitions (lines of a header).

find_program(SGDMA_FST2VCD fst2vcd)
find_program(SGDMA_VCD2FST vcd2fst)
find_program(SGDMA_NODE NAMES node nodejs)
# Found once, it may be gone.
if(NOT EXISTS "${SGDMA_NODE_FOLDER}/node_modules/vcd-stream/package.json")
  unset(SGDMA_NODE_FOLDER CACHE)
endif()
find_path(
  SGDMA_NODE_FOLDER node_modules/vcd-stream/package.json
  PATHS "${PROJECT_BINARY_DIR}" "${PROJECT_SOURCE_DIR}/build"
  NO_DEFAULT_PATH)
find_program(SGDMA_GTKWAVE gtkwave)
find_program(SGDMA_XVFB_RUN xvfb-run)
find_program(SGDMA_XAUTH xauth)
mark_as_advanced(SGDMA_FST2VCD SGDMA_VCD2FST SGDMA_NODE SGDMA_NODE_FOLDER SGDMA_GTKWAVE SGDMA_XVFB_RUN
                 SGDMA_XAUTH)

set(sgdma_tests_left_out "")
set(sgdma_wave_definitions "")

function(sgdma_leave_out why)
  foreach(test IN LISTS ARGN)
    if(NOT test IN_LIST sgdma_tests_left_out)
      message(NOTICE "tb/${test} is left out: ${why}")
      list(APPEND sgdma_tests_left_out "${test}")
    endif()
  endforeach()
  set(sgdma_tests_left_out "${sgdma_tests_left_out}" PARENT_SCOPE)
endfunction()

if(NOT SGDMA_WAVE_VCD)
  sgdma_leave_out("no VCD waveforms in this build" module/wave_vcd_test.cpp
                  module/wave_convert_test.cpp module/wave_node_test.cpp
                  module/engine_trace_test.cpp system/wave_test.cpp system/wave_cases_test.cpp
                  system/wave_usage_test.cpp system/wave_save_files_test.cpp
                  system/wave_views_test.cpp system/waveforms_doc_test.cpp system/gtkwave_test.cpp)
endif()
if(NOT sgdma_has_fst)
  sgdma_leave_out("no FST waveforms in this build" module/wave_fst_test.cpp
                  module/wave_convert_test.cpp system/wave_cases_test.cpp
                  system/gtkwave_test.cpp)
endif()
if(NOT SGDMA_FST2VCD OR NOT SGDMA_VCD2FST)
  sgdma_leave_out("fst2vcd or vcd2fst not found (gtkwave)" module/wave_convert_test.cpp
                  system/wave_cases_test.cpp)
endif()
if(NOT SGDMA_GTKWAVE OR NOT SGDMA_XVFB_RUN OR NOT SGDMA_XAUTH)
  sgdma_leave_out("gtkwave, xvfb-run or xauth not found (gtkwave, xvfb, xauth)"
                  system/gtkwave_test.cpp)
endif()
if(SGDMA_NODE AND SGDMA_NODE_FOLDER)
  set(sgdma_wave_definitions
      "#define SGDMA_NODE \"${SGDMA_NODE}\"\n#define SGDMA_NODE_FOLDER \"${SGDMA_NODE_FOLDER}\"\n")
  string(APPEND sgdma_wave_definitions
         "#define SGDMA_WAVEDROM \"${SGDMA_NODE_FOLDER}/node_modules/.bin/wavedrom-cli\"\n")
else()
  sgdma_leave_out("node or vcd-stream not found (tb/waves/install.sh build)"
                  module/wave_node_test.cpp)
endif()
