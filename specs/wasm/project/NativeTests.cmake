# The tests of a native program, without Casement: a file with the names of its tests. Programs of `gtest` and
# `catch2_xml` get none, because specs/wasm/native_outcomes.py runs the tests of the former, which this lists in
# gtest_programs, and specs/wasm/run reads the report of the latter.
file(WRITE ${CMAKE_BINARY_DIR}/gtest_programs "")
function(native_tests program framework)
  if(framework STREQUAL "gtest")
    file(APPEND ${CMAKE_BINARY_DIR}/gtest_programs "${program}\n")
  elseif(NOT framework STREQUAL "catch2_xml")
    file(STRINGS ${CMAKE_CURRENT_SOURCE_DIR}/${program}.names names)
    foreach(line IN LISTS names)
      string(REGEX MATCH "^([^|]+)[|](.*)$" line "${line}")
      add_test(NAME "${program}.${CMAKE_MATCH_1}" COMMAND ${program} "${CMAKE_MATCH_2}")
    endforeach()
  endif()
endfunction()
