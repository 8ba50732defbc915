# The tests of a native program, without Casement: CMake's own list of a GoogleTest program, and a file with the names of
# others. A program of `catch2_xml` gets no test, because specs/wasm/run reads its own report.
function(native_tests program framework)
  if(framework STREQUAL "gtest")
    gtest_discover_tests(${program} DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60 NO_PRETTY_VALUES NO_PRETTY_TYPES
      TEST_PREFIX ${program}.)
  elseif(NOT framework STREQUAL "catch2_xml")
    file(STRINGS ${CMAKE_CURRENT_SOURCE_DIR}/${program}.names names)
    foreach(line IN LISTS names)
      string(REGEX MATCH "^([^|]+)[|](.*)$" line "${line}")
      add_test(NAME "${program}.${CMAKE_MATCH_1}" COMMAND ${program} "${CMAKE_MATCH_2}")
    endforeach()
  endif()
endfunction()
