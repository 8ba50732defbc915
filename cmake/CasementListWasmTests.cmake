# Included by ctest: lists the tests of a program that Emscripten compiled. The program lists them in a browser, so the list
# is kept until the program or the runner is built anew. A program that cannot list its tests becomes one test that fails
# with the reason.
cmake_policy(PUSH)
cmake_policy(VERSION 3.25)

# The runner prints the framework, and a call for each test: its name, whether it is disabled, and the arguments that run it alone.
function(casement_wasm_test name is_disabled)
  set(test "${CASEMENT_WASM_PREFIX}${name}")
  string(MAKE_C_IDENTIFIER "${name}" folder)
  string(MD5 number "${name}")
  string(SUBSTRING "${number}" 0 8 number)
  string(SUBSTRING "${folder}" 0 60 folder)
  set(report --report-dir ${CASEMENT_WASM_REPORTS}/${folder}_${number} --suite ${CASEMENT_WASM_TARGET} "--test=${name}")
  set(fixtures ${CASEMENT_WASM_FIXTURES})
  if(CASEMENT_WASM_TOGETHER)
    add_test("${test}" ${CASEMENT_RUNNER} wasm-result --record ${CASEMENT_WASM_RECORDS} ${report} ${CASEMENT_WASM_PROGRAM})
    list(APPEND fixtures ${CASEMENT_WASM_TARGET}.together)
  else()
    math(EXPR deadline "${CASEMENT_WASM_TIMEOUT} * 9 / 10")
    if(deadline LESS 1)
      set(deadline 1)
    endif()
    add_test("${test}" ${CASEMENT_RUNNER} run-wasm --timeout ${deadline} ${report} --framework ${casement_framework}
      ${CASEMENT_WASM_PROGRAM} -- ${ARGN} ${CASEMENT_WASM_ARGUMENTS})
  endif()
  set_tests_properties("${test}" PROPERTIES TIMEOUT ${CASEMENT_WASM_TIMEOUT} PROCESSORS ${CASEMENT_WASM_PROCESSORS}
    WORKING_DIRECTORY "${CASEMENT_WASM_FOLDER}" LABELS "${CASEMENT_WASM_LABELS}"
    ENVIRONMENT "${CASEMENT_WASM_ENVIRONMENT}" FIXTURES_REQUIRED "${fixtures}" DISABLED ${is_disabled}
    SKIP_REGULAR_EXPRESSION "casement: the test skipped itself"
    ${CASEMENT_WASM_PROPERTIES})
endfunction()

set(casement_options --timeout ${CASEMENT_WASM_TIMEOUT})
if(CASEMENT_WASM_FRAMEWORK)
  list(APPEND casement_options --framework ${CASEMENT_WASM_FRAMEWORK})
endif()
foreach(casement_argument IN LISTS CASEMENT_WASM_ARGUMENTS)
  list(APPEND casement_options "--argument=${casement_argument}")
endforeach()
set(casement_error)
set(casement_result 0)
if(NOT EXISTS ${CASEMENT_WASM_PROGRAM})
  set(casement_result "it is not built")
elseif(NOT EXISTS ${CASEMENT_WASM_TESTS_FILE} OR ${CASEMENT_WASM_PROGRAM} IS_NEWER_THAN ${CASEMENT_WASM_TESTS_FILE}
       OR ${CMAKE_PARENT_LIST_FILE} IS_NEWER_THAN ${CASEMENT_WASM_TESTS_FILE}
       OR ${CASEMENT_RUNNER} IS_NEWER_THAN ${CASEMENT_WASM_TESTS_FILE})
  string(RANDOM LENGTH 12 casement_number)  # another ctest may be listing the same tests
  set(casement_written ${CASEMENT_WASM_TESTS_FILE}.${casement_number})
  execute_process(COMMAND ${CASEMENT_RUNNER} wasm-tests ${casement_options} ${CASEMENT_WASM_PROGRAM}
    WORKING_DIRECTORY ${CASEMENT_WASM_FOLDER} OUTPUT_FILE ${casement_written}
    ERROR_VARIABLE casement_error RESULT_VARIABLE casement_result)
  if(casement_result STREQUAL "0")
    file(RENAME ${casement_written} ${CASEMENT_WASM_TESTS_FILE})
  else()
    file(REMOVE ${casement_written})
  endif()
endif()
if(casement_result STREQUAL "0")
  if(CASEMENT_WASM_TOGETHER)
    file(STRINGS ${CASEMENT_WASM_TESTS_FILE} casement_tests REGEX "^casement_wasm_test")
    list(LENGTH casement_tests casement_count)
    math(EXPR casement_longest "${CASEMENT_WASM_TIMEOUT} * (${casement_count} + 1)")
    add_test(${CASEMENT_WASM_TARGET}.together ${CASEMENT_RUNNER} wasm-together ${casement_options}
      --record ${CASEMENT_WASM_RECORDS} ${CASEMENT_WASM_PROGRAM})
    set_tests_properties(${CASEMENT_WASM_TARGET}.together PROPERTIES FIXTURES_SETUP ${CASEMENT_WASM_TARGET}.together
      TIMEOUT ${casement_longest} WORKING_DIRECTORY "${CASEMENT_WASM_FOLDER}" LABELS "${CASEMENT_WASM_LABELS}"
      ENVIRONMENT "${CASEMENT_WASM_ENVIRONMENT}" FIXTURES_REQUIRED "${CASEMENT_WASM_FIXTURES}")
  endif()
  include(${CASEMENT_WASM_TESTS_FILE})
else()
  string(STRIP "${casement_result} ${casement_error}" casement_error)
  message("Casement: the tests of ${CASEMENT_WASM_PROGRAM} cannot be listed: ${casement_error}")
  string(REPLACE ";" "," casement_error "${casement_error}")
  add_test(${CASEMENT_WASM_TARGET}_LISTS_NO_TEST ${CASEMENT_CMAKE}
    "-DCASEMENT_REASON=When ctest started, the tests of ${CASEMENT_WASM_PROGRAM} could not be listed: ${casement_error}"
    -P ${CASEMENT_MODULES}/CasementFailedTest.cmake)
endif()
cmake_policy(POP)
