# The RTL pair of the engine (tb/rtl/engine), Verilated: what `sgdma cosim` runs beside the model.

find_package(verilator 5 QUIET HINTS "$ENV{VERILATOR_ROOT}" /usr/share/verilator
                                   /usr/local/share/verilator)

# Shapes that are built: slots, queue pairs, bytes of a bus word; for each width the smaller ones first.
set(sgdma_engine_shapes 4_4_8 64_64_8 16_16_16 64_64_16 64_64_32 64_64_64)

# Of what Verilator generates no compiler warns.
function(sgdma_set_verilated_options library)
  target_compile_options(${library} PRIVATE -w)
  if(SGDMA_SANITIZE MATCHES "undefined")
    target_compile_options(${library} PUBLIC -fno-sanitize=null)
  endif()
  get_target_property(includes ${library} INTERFACE_INCLUDE_DIRECTORIES)
  set_target_properties(
    ${library} PROPERTIES INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${includes}" CXX_CLANG_TIDY "")
endfunction()

# sgdma_add_engine_pair(<target>): gives the room its Verilated engines, or says that it has none.
function(sgdma_add_engine_pair target)
  if(NOT verilator_FOUND OR NOT SGDMA_BUILD_TESTS)
    message(NOTICE "sgdma cosim has no RTL to run: no Verilator 5 found (verilator)")
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources EXCLUDE REGEX "/verilated/")
    set_target_properties(${target} PROPERTIES SOURCES "${sources}")
    return()
  endif()
  file(GLOB modules CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tb/rtl/engine/*.sv")
  # A package comes before what uses it.
  set(package "${PROJECT_SOURCE_DIR}/tb/rtl/engine/sgdma_pkg.sv")
  list(REMOVE_ITEM modules "${package}")
  set(declarations "")
  set(table "")
  foreach(shape IN LISTS sgdma_engine_shapes)
    string(REPLACE "_" ";" sizes "${shape}")
    list(GET sizes 0 slots)
    list(GET sizes 1 queue_pairs)
    list(GET sizes 2 bus_width)
    set(top "Vsgdma_engine_${shape}")
    set(library "sgdma_engine_${shape}")
    configure_file("${PROJECT_SOURCE_DIR}/cmake/verilated_engine.cpp.in"
                   "${PROJECT_BINARY_DIR}/generated/cosim/engine_${shape}.cpp" @ONLY)
    add_library(${library} STATIC "${PROJECT_BINARY_DIR}/generated/cosim/engine_${shape}.cpp")
    verilate(
      ${library}
      SOURCES "${package}" ${modules}
      TOP_MODULE sgdma_engine
      PREFIX ${top}
      VERILATOR_ARGS -Wall -O3 --x-assign fast --x-initial fast --noassert -GSLOTS=${slots}
                     -GQPS=${queue_pairs} -GDATA_BYTES=${bus_width} "-GWITH_BUGS=1'b1")
    target_include_directories(${library} PRIVATE "${PROJECT_SOURCE_DIR}/src")
    sgdma_set_verilated_options(${library})
    target_link_libraries(${library} PRIVATE Boost::headers fmt::fmt)
    target_link_libraries(${target} PRIVATE "$<BUILD_INTERFACE:${library}>")
    string(APPEND declarations "std::unique_ptr<RtlEngine> make_engine_${shape}();\n")
    string(APPEND table "    {{${slots}, ${queue_pairs}, ${bus_width}}, make_engine_${shape}},\n")
  endforeach()
  set(sgdma_engine_declarations "${declarations}")
  set(sgdma_engine_table "${table}")
  configure_file("${PROJECT_SOURCE_DIR}/cmake/verilated_engines.cpp.in"
                 "${PROJECT_BINARY_DIR}/generated/cosim/verilated_engines.cpp" @ONLY)
  target_sources(${target} PRIVATE "${PROJECT_BINARY_DIR}/generated/cosim/verilated_engines.cpp")
  foreach(part IN ITEMS in_flight_table slot_arbiter)
    set(library "sgdma_rtl_${part}")
    add_library(${library} STATIC)
    set(sizes -GQPS=64)
    if(part STREQUAL "in_flight_table")
      set(sizes -GSLOTS=64)
    endif()
    verilate(
      ${library}
      SOURCES "${package}" ${modules}
      TOP_MODULE sgdma_${part}
      PREFIX Vsgdma_${part}
      VERILATOR_ARGS -Wall -O3 --x-assign fast --x-initial fast --noassert -Wno-UNUSEDPARAM ${sizes})
    sgdma_set_verilated_options(${library})
    target_link_libraries(${target} PRIVATE "$<BUILD_INTERFACE:${library}>")
  endforeach()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources EXCLUDE REGEX "no_verilated_engines")
  set_target_properties(${target} PROPERTIES SOURCES "${sources}")
endfunction()
