# The pages of reports, as part of the program: our own files, and the drawing libraries that npm has
# put into <build>/report/node_modules (src/explore/report/install.sh, called by .ci/setup).

set(sgdma_page_folder "${PROJECT_SOURCE_DIR}/src/explore/report/page")
# Found once, it may be gone.
if(NOT EXISTS "${SGDMA_REPORT_MODULES}/vega-embed/build/vega-embed.min.js")
  unset(SGDMA_REPORT_MODULES CACHE)
endif()
find_path(
  SGDMA_REPORT_MODULES vega-embed/build/vega-embed.min.js
  PATHS "${PROJECT_BINARY_DIR}/report/node_modules" "${PROJECT_SOURCE_DIR}/build/report/node_modules"
  NO_DEFAULT_PATH)
mark_as_advanced(SGDMA_REPORT_MODULES)

function(sgdma_add_page room)
  set(files page.html page.css run.html sweep.html charts.js run.js sweep.js)
  list(TRANSFORM files PREPEND "${sgdma_page_folder}/")
  set(names page.html page.css run.html sweep.html charts.js run.js sweep.js)
  set(libraries vega vega-lite vega-embed)
  if(SGDMA_REPORT_MODULES)
    foreach(library IN LISTS libraries)
      list(APPEND files "${SGDMA_REPORT_MODULES}/${library}/build/${library}.min.js"
           "${SGDMA_REPORT_MODULES}/${library}/LICENSE")
      list(APPEND names "${library}.js" "${library}.txt")
    endforeach()
  else()
    message(NOTICE "Reports are left out: no Vega-Lite (src/explore/report/install.sh build/report)")
  endif()

  set(declarations "")
  set(entries "")
  set(at 0)
  foreach(file name IN ZIP_LISTS files names)
    string(APPEND declarations "SGDMA_PAGE_FILE(${at}, \"${file}\")\n")
    string(APPEND entries
           "    if (name == \"${name}\") return text_of(sgdma_page_${at}, sgdma_page_${at}_end);\n")
    math(EXPR at "${at} + 1")
  endforeach()
  set(source "${PROJECT_BINARY_DIR}/generated/explore/page_file.cpp")
  configure_file("${PROJECT_SOURCE_DIR}/cmake/page_file.cpp.in" "${source}" @ONLY)
  target_sources(${room} PRIVATE "${source}")
  set_source_files_properties("${source}" PROPERTIES OBJECT_DEPENDS "${files}" CXX_CLANG_TIDY "")
endfunction()
