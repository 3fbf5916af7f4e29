# The RTL below tb/rtl, Verilated: plain C++ models, as fast as they get (no traces, no assertions).
# Each is a library sgdma_<name> with a class V<name>.

find_package(verilator 5 QUIET HINTS "$ENV{VERILATOR_ROOT}" /usr/share/verilator
                                   /usr/local/share/verilator)
if(NOT verilator_FOUND)
  message(NOTICE "tb/rtl, tb/cosim and rtl_bench are left out: no Verilator 5 found (verilator)")
  return()
endif()

# sgdma_add_rtl(<name> <top module> [<option of Verilator>...]). What Verilator warns of is an error;
# of what it generates no compiler warns.
function(sgdma_add_rtl name top)
  set(target sgdma_${name})
  add_library(${target} STATIC)
  verilate(
    ${target}
    SOURCES ${sgdma_rtl_modules}
    TOP_MODULE ${top}
    PREFIX V${name}
    VERILATOR_ARGS -Wall -O3 --x-assign fast --x-initial fast --noassert ${ARGN})
  target_compile_options(${target} PRIVATE -w)
  if(SGDMA_SANITIZE MATCHES "undefined")
    target_compile_options(${target} PUBLIC -fno-sanitize=null)
  endif()
  get_target_property(includes ${target} INTERFACE_INCLUDE_DIRECTORIES)
  set_target_properties(
    ${target} PROPERTIES INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${includes}" CXX_CLANG_TIDY "")
endfunction()

file(GLOB sgdma_rtl_modules CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tb/rtl/*.sv")
sgdma_add_rtl(axi_copy_engine axi_copy_engine)
foreach(bits IN ITEMS 32 64 128 1024)
  sgdma_add_rtl(axi_copy_engine_${bits} axi_copy_engine -GDATA_WIDTH=${bits})
endforeach()
# A bus word is copied faster as a whole than expanded into pieces of 32 bits; with the shifter it is
# the other way round.
sgdma_add_rtl(axi_copy_engine_words axi_copy_engine "-GBYTE_ALIGNED=1'b0" --expand-limit 8)

# The AXI4 memory for tests of pins: each width is a library sgdma_axi_ram_<bits>.
set(sgdma_axi_rams "")
function(sgdma_add_axi_ram name)
  add_library(sgdma_axi_ram_${name} STATIC)
  verilate(
    sgdma_axi_ram_${name}
    SOURCES "${PROJECT_SOURCE_DIR}/tb/rtl/axi/axi_ram.sv"
    TOP_MODULE axi_ram
    PREFIX Vaxi_ram_${name}
    VERILATOR_ARGS -Wall -O3 --x-assign fast --x-initial fast --noassert ${ARGN})
  sgdma_set_verilated_options(sgdma_axi_ram_${name})
endfunction()
foreach(ram IN ITEMS 32:20 64:20 128:18 512:16 1024:15)
  string(REPLACE ":" ";" sizes "${ram}")
  list(GET sizes 0 bits)
  list(GET sizes 1 words)
  sgdma_add_axi_ram(${bits} -GDATA_WIDTH=${bits} -GWORDS_LOG2=${words})
  list(APPEND sgdma_axi_rams sgdma_axi_ram_${bits})
endforeach()
sgdma_add_axi_ram(ordered -GDATA_WIDTH=64 -GWORDS_LOG2=20 "-GIN_ORDER=1'b1")
list(APPEND sgdma_axi_rams sgdma_axi_ram_ordered)

# What drives and answers the RTL.
file(GLOB sgdma_rtl_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tb/rtl/*.cpp")
add_library(sgdma_rtl STATIC ${sgdma_rtl_sources})
sgdma_set_test_options(sgdma_rtl)
target_link_libraries(sgdma_rtl PUBLIC sgdma_axi_copy_engine sgdma_axi_copy_engine_words
                                       sgdma_axi_copy_engine_32 sgdma_axi_copy_engine_64
                                       sgdma_axi_copy_engine_128 sgdma_axi_copy_engine_1024
                                       Boost::headers)

add_test(NAME rtl.lint COMMAND "${PROJECT_SOURCE_DIR}/tb/rtl/lint.sh" "${VERILATOR_BIN}")
set_tests_properties(rtl.lint PROPERTIES LABELS cosim)
if(SGDMA_NODE_FOLDER AND EXISTS "${SGDMA_NODE_FOLDER}/node_modules/@yowasp/yosys/package.json")
  add_test(
    NAME rtl.synthesis
    COMMAND "${SGDMA_NODE}" "${PROJECT_SOURCE_DIR}/tb/rtl/synthesize.mjs"
            "${SGDMA_NODE_FOLDER}/node_modules")
  set_tests_properties(rtl.synthesis PROPERTIES LABELS cosim)
else()
  message(NOTICE "rtl.synthesis is left out: no Yosys found (tb/waves/install.sh build)")
endif()
