# Script: checks that the includes below src/ keep to the rooms' order of dependence, and that the
# plain C++ rooms and tests include nothing of SystemC. A folder called systemc/ is not plain.
#
#   cmake -DSOURCE_DIR=... -DRULES="types=!;core=types!;oracle=platform!core,model;..."
#         -DPLAIN="src/core;tb/unit;..." -P CheckRooms.cmake

cmake_minimum_required(VERSION 3.25)

# reach_<room>: the rooms behind it. allowed_<room>: those that its files may name in an include.
set(rooms "")
foreach(rule IN LISTS RULES)
  string(REGEX MATCH "^([^=]+)=([^!]*)!(.*)$" _ "${rule}")
  set(room "${CMAKE_MATCH_1}")
  string(REPLACE "," ";" direct "${CMAKE_MATCH_2}")
  string(REPLACE "," ";" avoided "${CMAKE_MATCH_3}")
  set(reach_${room} "${room}")
  foreach(other IN LISTS direct)
    list(APPEND reach_${room} ${reach_${other}})
  endforeach()
  set(allowed_${room} "${reach_${room}}")
  if(avoided)
    list(REMOVE_ITEM allowed_${room} ${avoided})
  endif()
  list(APPEND rooms "${room}")
endforeach()

set(broken "")

foreach(room IN LISTS rooms)
  file(GLOB_RECURSE files RELATIVE "${SOURCE_DIR}" "${SOURCE_DIR}/src/${room}/*.h"
       "${SOURCE_DIR}/src/${room}/*.cpp")
  foreach(file IN LISTS files)
    file(STRINGS "${SOURCE_DIR}/${file}" includes REGEX "^[ \t]*#[ \t]*include[ \t]+\"[a-z_]+/")
    foreach(line IN LISTS includes)
      string(REGEX MATCH "\"([a-z_]+)/" _ "${line}")
      set(other "${CMAKE_MATCH_1}")
      if(other IN_LIST rooms AND NOT other IN_LIST allowed_${room})
        list(APPEND broken "${file}: ${room} must not depend on ${other}: ${line}")
      endif()
    endforeach()
  endforeach()
endforeach()

foreach(folder IN LISTS PLAIN)
  file(GLOB_RECURSE files RELATIVE "${SOURCE_DIR}" "${SOURCE_DIR}/${folder}/*.h"
       "${SOURCE_DIR}/${folder}/*.cpp")
  list(FILTER files EXCLUDE REGEX "/systemc/")
  foreach(file IN LISTS files)
    file(STRINGS "${SOURCE_DIR}/${file}" includes
         REGEX "^[ \t]*#[ \t]*include[ \t]+[<\"](systemc|sysc/|tlm)")
    foreach(line IN LISTS includes)
      list(APPEND broken "${file}: ${folder} is plain C++, without SystemC: ${line}")
    endforeach()
  endforeach()
endforeach()

if(broken)
  list(JOIN broken "\n" broken)
  message(FATAL_ERROR "Includes against the order of the rooms:\n${broken}")
endif()
