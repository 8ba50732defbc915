# Included by ctest: asks the runner for the tests of a set of flows. What cannot be listed becomes a
# test that fails and says why: nothing that was asked for is ever missing silently.
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
  add_test(${CASEMENT_SET} ${CASEMENT_RUNNER} check ${CASEMENT_VARIABLES} -- ${CASEMENT_FLOWS})
  set_tests_properties(${CASEMENT_SET} PROPERTIES WORKING_DIRECTORY ${CASEMENT_FOLDER})
endif()
cmake_policy(POP)
