# Whether reports can be looked at: Chromium, and what drives it from npm.
#
# Adds to sgdma_tests_left_out (sources below tb/) and sgdma_wave_definitions (lines of a header).

find_program(SGDMA_CHROMIUM chromium)
mark_as_advanced(SGDMA_CHROMIUM)

if(NOT SGDMA_REPORT_MODULES)
  sgdma_leave_out("no Vega-Lite in this build" system/report_page_test.cpp)
elseif(NOT SGDMA_CHROMIUM)
  sgdma_leave_out("chromium not found" system/report_page_test.cpp)
elseif(NOT SGDMA_NODE OR NOT EXISTS "${SGDMA_NODE_FOLDER}/node_modules/puppeteer-core/package.json")
  sgdma_leave_out("node or puppeteer-core not found (tb/waves/install.sh build)"
                  system/report_page_test.cpp)
else()
  string(APPEND sgdma_wave_definitions "#define SGDMA_CHROMIUM \"${SGDMA_CHROMIUM}\"\n")
endif()
