# Included by ctest: asks the runner for the tests of a set of flows. Flows that cannot be listed become one test that fails
# with the reason. The test does not look again: an earlier test may have mended what was wrong, and a check that passes then
# would stand for flows that nobody ran.
cmake_policy(PUSH)
cmake_policy(VERSION 3.25)
string(RANDOM LENGTH 12 casement_number)  # another ctest may be listing the same tests
set(casement_written ${CASEMENT_TESTS_FILE}.${casement_number})
if(EXISTS ${CASEMENT_RUNNER})
  execute_process(COMMAND ${CASEMENT_RUNNER} ctest-script ${CASEMENT_LIST_OPTIONS} -- ${CASEMENT_FLOWS}
    WORKING_DIRECTORY ${CASEMENT_FOLDER} OUTPUT_FILE ${casement_written}
    ERROR_VARIABLE casement_error RESULT_VARIABLE casement_result)
else()
  set(casement_result "${CASEMENT_RUNNER} is not built")
endif()
if(casement_result STREQUAL "0")
  file(RENAME ${casement_written} ${CASEMENT_TESTS_FILE})
  if(casement_error)  # what a person should mend
    string(STRIP "${casement_error}" casement_error)
    message("${casement_error}")
  endif()
  include(${CASEMENT_TESTS_FILE})
else()
  file(REMOVE ${casement_written})
  message("Casement: the flows ${CASEMENT_FLOWS} cannot be listed: ${casement_result} ${casement_error}")
  string(REPLACE ";" "," casement_error "${casement_error}")
  add_test(${CASEMENT_SET} ${CASEMENT_CMAKE} "-DCASEMENT_REASON=When ctest started, the flows ${CASEMENT_FLOWS} could not be listed: ${casement_result} ${casement_error}"
    -P ${CASEMENT_MODULES}/CasementFailedTest.cmake)
endif()
cmake_policy(POP)
