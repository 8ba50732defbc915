# Included by ctest, after a program has listed its tests: sets what they need. Of tests of flows the
# program has written a line each, TEST|SECONDS|TAG,TAG; their tags become labels, and where no TIMEOUT
# was given, they have the time that the flow may take. Of all tests it has written where they stand, TEST|at|FILE:LINE,
# which test explorers read.
cmake_policy(PUSH)
cmake_policy(VERSION 3.25)
foreach(casement_variable IN ITEMS GTEST_FILTER TESTBRIDGE_TEST_ONLY)  # unset before the program listed its tests
  if(casement_${casement_variable})
    set(ENV{${casement_variable}} "${casement_${casement_variable}}")
  endif()
endforeach()
set(CASEMENT_SPECS ${${CASEMENT_SPEC_TARGET}_TESTS})  # by gtest_discover_tests
# A program that is not built has a test of CMake's that fails. One that lists no test would be missing silently.
if(NOT CASEMENT_SPECS AND EXISTS "${CASEMENT_SPEC_PROGRAM}")
  add_test(${CASEMENT_SPEC_TARGET}_LISTS_NO_TEST ${CASEMENT_CMAKE}
    "-DCASEMENT_REASON=${CASEMENT_SPEC_TARGET} listed no test when ctest started"
    -P ${CASEMENT_MODULES}/CasementFailedTest.cmake)
endif()
foreach(casement_test IN LISTS CASEMENT_SPECS)
  set_tests_properties("${casement_test}" PROPERTIES
    ENVIRONMENT "${CASEMENT_SPEC_ENVIRONMENT}" LABELS "${CASEMENT_SPEC_LABELS}" ${CASEMENT_SPEC_PROPERTIES})
endforeach()
set(casement_lines)
if(EXISTS "$ENV{CASEMENT_TELL_CTEST}")
  file(STRINGS $ENV{CASEMENT_TELL_CTEST} casement_lines ENCODING UTF-8)
  file(REMOVE $ENV{CASEMENT_TELL_CTEST})
endif()
unset(ENV{CASEMENT_TELL_CTEST})
foreach(casement_line IN LISTS casement_lines)
  if(casement_line MATCHES "^([^|]*)[|]at[|](.*)$")
    if(CMAKE_MATCH_1 IN_LIST CASEMENT_SPECS)
      set_tests_properties("${CMAKE_MATCH_1}" PROPERTIES DEF_SOURCE_LINE "${CMAKE_MATCH_2}")
    endif()
    continue()
  endif()
  if(NOT casement_line MATCHES "^([^|]*)[|]([0-9]+)[|](.*)$" OR NOT CMAKE_MATCH_1 IN_LIST CASEMENT_SPECS)
    continue()
  endif()
  set(casement_test ${CMAKE_MATCH_1})
  set(casement_deadline ${CMAKE_MATCH_2})
  string(REPLACE "," ";" casement_tags "${CMAKE_MATCH_3}")
  set_tests_properties("${casement_test}" PROPERTIES LABELS "${CASEMENT_SPEC_LABELS};${casement_tags}")
  if(NOT CASEMENT_SPEC_TIMEOUT)
    math(EXPR casement_timeout "${casement_deadline} + 15")  # time to report
    string(REGEX REPLACE "CASEMENT_TEST_DEADLINE=[0-9]+" "CASEMENT_TEST_DEADLINE=${casement_deadline}"
      casement_environment "${CASEMENT_SPEC_ENVIRONMENT}")
    set_tests_properties("${casement_test}" PROPERTIES
      TIMEOUT ${casement_timeout} ENVIRONMENT "${casement_environment}")
  endif()
endforeach()
cmake_policy(POP)
