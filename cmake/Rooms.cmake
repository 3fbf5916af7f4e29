# One library for each room of src/, sgdma::<room>. A room whose sources are all headers is an
# INTERFACE library.

define_property(
  GLOBAL
  PROPERTY SGDMA_ROOMS
  BRIEF_DOCS "Rooms of src/, in order of dependence")
define_property(
  GLOBAL
  PROPERTY SGDMA_ROOM_RULES
  BRIEF_DOCS "<room>=<rooms that it depends on>!<rooms that it avoids> for CheckRooms.cmake")

# sgdma_add_room(<room> [ONE_UNIT] [DEPENDS <room>...] [AVOIDS <room>...] [LINK <target>...])
#
# ONE_UNIT: the room's sources are compiled as one, where SGDMA_UNITY is on: calls between them on the
# beat path are inlined, and headers are read once.
function(sgdma_add_room room)
  cmake_parse_arguments(PARSE_ARGV 1 arg "ONE_UNIT" "" "DEPENDS;AVOIDS;LINK")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${room}/*.cpp")
  list(REMOVE_ITEM sources "${PROJECT_SOURCE_DIR}/src/app/main.cpp")

  set(target sgdma_${room})
  if(sources)
    set(scope PUBLIC)
    add_library(${target} STATIC ${sources})
    sgdma_set_compile_options(${target})
    add_dependencies(${target} sgdma_version)
    if(arg_ONE_UNIT AND SGDMA_UNITY)
      set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
    endif()
  else()
    set(scope INTERFACE)
    add_library(${target} INTERFACE)
  endif()
  add_library(sgdma::${room} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${room})

  target_compile_features(${target} ${scope} cxx_std_17)
  target_include_directories(
    ${target}
    ${scope}
    "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>"
    "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>"
    "$<BUILD_INTERFACE:${SGDMA_GENERATED_INCLUDE_DIR}>")
  list(TRANSFORM arg_DEPENDS PREPEND "sgdma::" OUTPUT_VARIABLE rooms)
  target_link_libraries(${target} ${scope} ${rooms} ${arg_LINK})

  set_property(GLOBAL APPEND PROPERTY SGDMA_ROOMS ${room})
  list(JOIN arg_DEPENDS "," depends)
  list(JOIN arg_AVOIDS "," avoids)
  set_property(GLOBAL APPEND PROPERTY SGDMA_ROOM_RULES "${room}=${depends}!${avoids}")
endfunction()

# The command line, build/sgdma. Absent as long as src/app/main.cpp is.
function(sgdma_add_command_line target)
  set(main "${PROJECT_SOURCE_DIR}/src/app/main.cpp")
  if(NOT EXISTS "${main}")
    message(STATUS "No src/app/main.cpp: the command line is left out")
    return()
  endif()
  add_executable(${target} "${main}")
  add_executable(sgdma::cli ALIAS ${target})
  set_target_properties(
    ${target}
    PROPERTIES OUTPUT_NAME sgdma
               EXPORT_NAME cli
               RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
  sgdma_set_compile_options(${target})
  target_link_libraries(${target} PRIVATE sgdma::app)
endfunction()

# What an embedding engineer links: sgdma::sgdma, the public headers and everything behind them.
function(sgdma_add_library_target target)
  add_library(${target} INTERFACE)
  add_library(sgdma::sgdma ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME sgdma VERIFY_INTERFACE_HEADER_SETS ON)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/include/sgdma/*.h")
  target_sources(
    ${target}
    INTERFACE FILE_SET
              HEADERS
              BASE_DIRS
              "${PROJECT_SOURCE_DIR}/include"
              "${SGDMA_GENERATED_INCLUDE_DIR}"
              FILES
              ${headers}
              "${SGDMA_VERSION_HEADER}")
  target_link_libraries(${target} INTERFACE sgdma::workload)
endfunction()
