# casement_discover_wasm_tests, see CasementTests.cmake.
include_guard(GLOBAL)

function(casement_discover_wasm_tests target)
  set(flags ISOLATED TOGETHER SHARED_BROWSER)
  set(one_value TIMEOUT PROCESSORS WORKING_DIRECTORY FRAMEWORK PREFIX)
  set(many_values LABELS ARGS PROPERTIES)
  cmake_parse_arguments(PARSE_ARGV 1 arg "${flags}" "${one_value}" "${many_values}")
  _casement_check_arguments()
  _casement_stray_properties(casement_discover_wasm_tests ${arg_UNPARSED_ARGUMENTS} ${arg_LABELS} ${arg_ARGS})
  _casement_test_properties(casement_discover_wasm_tests)
  _casement_expect_testing(casement_discover_wasm_tests)
  if(arg_UNPARSED_ARGUMENTS)
    list(GET arg_UNPARSED_ARGUMENTS 0 first)
    _casement_unknown_argument(casement_discover_wasm_tests ${first} ${many_values} ${one_value} ${flags})
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "casement_discover_wasm_tests: the target '${target}' does not exist")
  endif()
  if(arg_ISOLATED AND arg_TOGETHER)
    message(FATAL_ERROR "casement_discover_wasm_tests: ISOLATED and TOGETHER cannot be used together")
  endif()
  if(DEFINED arg_FRAMEWORK AND NOT arg_FRAMEWORK MATCHES "^(gtest|catch2|catch3|doctest|boost)$")
    message(FATAL_ERROR "casement_discover_wasm_tests: FRAMEWORK is gtest, catch2, catch3, doctest or boost, not "
      "'${arg_FRAMEWORK}'")
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 60)
  endif()
  if(NOT arg_PROCESSORS)
    set(arg_PROCESSORS 1)
  endif()
  if(NOT arg_WORKING_DIRECTORY)
    set(arg_WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
  endif()
  _casement_runner_target(runner)
  get_property(reports GLOBAL PROPERTY CASEMENT_REPORT_FOLDER)
  set(environment ${property_ENVIRONMENT})
  if(arg_SHARED_BROWSER)
    _casement_shared_browser(state)
    list(APPEND environment CASEMENT_SHARED_BROWSER=${state})
    list(APPEND property_FIXTURES_REQUIRED casement.browser)
  endif()
  list(APPEND property_FIXTURES_REQUIRED casement.reports)
  _casement_include_in_ctest(casement-wasm-${target} CasementListWasmTests.cmake
    CASEMENT_RUNNER $<TARGET_FILE:${runner}>
    CASEMENT_WASM_PROGRAM $<TARGET_FILE:${target}>
    CASEMENT_WASM_TARGET ${target}
    CASEMENT_WASM_PREFIX "${arg_PREFIX}"
    CASEMENT_WASM_TOGETHER "${arg_TOGETHER}"
    CASEMENT_WASM_FRAMEWORK "${arg_FRAMEWORK}"
    CASEMENT_WASM_ARGUMENTS "${arg_ARGS}"
    CASEMENT_WASM_FOLDER "${arg_WORKING_DIRECTORY}"
    CASEMENT_WASM_TIMEOUT ${arg_TIMEOUT}
    CASEMENT_WASM_PROCESSORS ${arg_PROCESSORS}
    CASEMENT_WASM_LABELS "${arg_LABELS}"
    CASEMENT_WASM_ENVIRONMENT "${environment}"
    CASEMENT_WASM_FIXTURES "${property_FIXTURES_REQUIRED}"
    CASEMENT_WASM_PROPERTIES "${properties}"
    CASEMENT_WASM_REPORTS ${reports}/${target}
    CASEMENT_WASM_RECORDS ${CMAKE_CURRENT_BINARY_DIR}/casement-wasm-${target}-results
    CASEMENT_WASM_TESTS_FILE ${CMAKE_CURRENT_BINARY_DIR}/casement-wasm-${target}-tests.cmake)
endfunction()
