# Rooms: each folder of the library is a CMake target that says which rooms it may include.
#
#   casement_room(site USES base LINK PkgConfig::websockets)
#   casement_room(structure USES base cdp bridge browser find SCRIPTS structure)
#
# makes the static library casement_site from every .cc file in the folder, and in those below it that FOLDERS names: each of
# these may include only what stands before it there. Headers are spelled
# <casement/ROOM/NAME.h> everywhere, in the source tree as in an installed copy, and their paths end with that.
# specs/tools/room_rule.cmake checks that the #include lines keep to USES, and casement_room_names' order keeps the rooms free of cycles.

include(CasementRoomNames)

set(CASEMENT_INCLUDE_ROOTS framework reports fixtures runners)
list(TRANSFORM CASEMENT_INCLUDE_ROOTS PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)

# What every target of the project is compiled with; private, so that users' flags stay their own.
# `PCH` names the target whose compiled headers are shared, casement_base by default.
function(casement_target_settings target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PCH" "")
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wshadow
                                           -Wno-missing-field-initializers)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # GCC 12 finds these in its own std::string and std::optional once they are inlined (GCC bugs
    # 105329, 105651, 80635).
    target_compile_options(${target} PRIVATE -Wno-restrict -Wno-stringop-overflow
                                             -Wno-stringop-overread -Wno-array-bounds
                                             -Wno-maybe-uninitialized)
  endif()
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # libstdc++ 12's own std::stable_sort uses what it has deprecated; GCC keeps quiet about it.
    target_compile_options(${target} PRIVATE -Wno-deprecated-declarations)
  endif()
  if(CASEMENT_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(CASEMENT_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${CASEMENT_SANITIZE}
                                             -fno-omit-frame-pointer -fno-sanitize-recover=all)
    if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
      # nlohmann_json casts whatever number a peer says to the type that is asked for; GCC's `undefined` leaves that out.
      target_compile_options(${target} PRIVATE -fno-sanitize=float-cast-overflow)
    endif()
    if(CASEMENT_SANITIZE MATCHES "address.*undefined")
      # A check at every access of what `address` reports anyway, or the processor allows: a fifth of the compile time.
      target_compile_options(${target} PRIVATE -fno-sanitize=null,object-size,alignment)
    endif()
    target_link_options(${target} PUBLIC -fsanitize=${CASEMENT_SANITIZE})
  endif()
  # The std and JSON headers are most of a file's compile time; they are compiled once.
  if(NOT arg_PCH)
    set(arg_PCH casement_base)
  endif()
  if(NOT target STREQUAL arg_PCH)
    target_precompile_headers(${target} REUSE_FROM ${arg_PCH})
  endif()
endfunction()

# The in-page scripts of all rooms become one script, js/NAME.js of each room's SCRIPTS: in the order of the rooms, then of
# the list, and behind them in the same order all LATER_SCRIPTS, which no first reading needs. They share one function scope;
# a const must stand before what uses it at load. `core` gives the text of the former, `rest` that of the latter.
function(casement_bridge_scripts core rest)
  embed_script(${core} "$<TARGET_PROPERTY:casement_bridge,CASEMENT_SCRIPTS>")
  embed_script(${rest} "$<TARGET_PROPERTY:casement_bridge,CASEMENT_LATER_SCRIPTS>")
  set(embedded_scripts ${embedded_scripts} PARENT_SCOPE)
endfunction()

# The scripts js/NAME.js, which stand alone together, become a C++ function that gives their text.
function(casement_embedded_script function)
  list(TRANSFORM ARGN REPLACE "(.+)" "${CMAKE_CURRENT_SOURCE_DIR}/js/\\1.js" OUTPUT_VARIABLE files)
  embed_script(${function} "${files}")
  set(embedded_scripts ${embedded_scripts} PARENT_SCOPE)
endfunction()

# A text file of the project becomes a C++ function that gives its text; its source is added to `embedded_texts`.
function(casement_embedded_text function file)
  embed_files(${function} ${file} OFF)
  set(embedded_texts ${embedded_texts} ${embedded_source} PARENT_SCOPE)
endfunction()

# Adds to `embedded_scripts` a source file with the function, which gives the text of `files` behind each other.
function(embed_script function files)
  embed_files(${function} "${files}" ON)
  set(embedded_scripts ${embedded_scripts} ${embedded_source} PARENT_SCOPE)
endfunction()

function(embed_files function files is_script)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${function}.cc)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DNAMESPACE=casement -DFUNCTION=${function} -DSCRIPT=${is_script}
            "-DFILES=$<JOIN:${files},|>" -P ${PROJECT_SOURCE_DIR}/cmake/EmbedText.cmake
    DEPENDS "${files}" ${PROJECT_SOURCE_DIR}/cmake/EmbedText.cmake VERBATIM)
  # One literal, longer than the standard's minimum for compilers.
  set_source_files_properties(${output} PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)
  set(embedded_source ${output} PARENT_SCOPE)
endfunction()

function(casement_room room)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "USES;LINK;SOURCES;FOLDERS;SCRIPTS;LATER_SCRIPTS")
  set(patterns ${CMAKE_CURRENT_SOURCE_DIR}/*.cc)
  foreach(name IN LISTS arg_FOLDERS)
    list(APPEND patterns ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cc)
  endforeach()
  file(GLOB sources CONFIGURE_DEPENDS ${patterns})
  if(NOT sources AND NOT arg_SOURCES)
    message(FATAL_ERROR "The room ${room} has no source file")
  endif()
  add_library(casement_${room} STATIC ${sources} ${arg_SOURCES})
  add_library(Casement::${room} ALIAS casement_${room})
  if(BUILD_SHARED_LIBS)  # its objects become part of the shared library
    set_property(TARGET casement_${room} PROPERTY POSITION_INDEPENDENT_CODE ON)
  endif()
  cmake_path(SET include_root NORMALIZE ${CMAKE_CURRENT_SOURCE_DIR}/../..)
  target_include_directories(casement_${room} PUBLIC $<BUILD_INTERFACE:${include_root}>)
  list(TRANSFORM arg_USES PREPEND Casement:: OUTPUT_VARIABLE used_targets)
  target_link_libraries(casement_${room} PUBLIC ${used_targets} nlohmann_json::nlohmann_json
                                         PRIVATE fmt::fmt ${arg_LINK})
  casement_target_settings(casement_${room})
  set_property(TARGET casement_${room} PROPERTY CASEMENT_USES "${arg_USES}")
  foreach(kind SCRIPTS LATER_SCRIPTS)
    if(arg_${kind})
      list(TRANSFORM arg_${kind} REPLACE "(.+)" "${CMAKE_CURRENT_SOURCE_DIR}/js/\\1.js")
      set_property(TARGET casement_bridge APPEND PROPERTY CASEMENT_${kind} ${arg_${kind}})
    endif()
  endforeach()
endfunction()
