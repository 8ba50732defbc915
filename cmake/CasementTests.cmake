# Casement's tests in a project's ctest. Flows and specs are looked for when ctest starts, never at
# build time, and without a browser.
#
#   casement_add_flows(<folder or file>… [NAME name] [TARGET runner] [SITE folder] [LABELS label…]
#                      [TIMEOUT seconds] [PROCESSORS n] [SHARED_BROWSER] [WORKING_DIRECTORY folder]
#                      [VARS name=value…])
#
# makes a test of each case of each *.flow.yaml below the folders, named `FLOW.CASE`, with NAME in
# front where it is given. A case's tags become labels. The timeout follows from the flow's steps
# (an hour at most), or is TIMEOUT; the runner's own deadline comes sooner, so that it can still report. SITE is a
# site's folder or the folder of several; without it `pages` above the flow is taken. TARGET is a
# program with the command line of `casement`. VARS are values for variables of the flows, as with
# --var. `casement_add_flows(name DIRECTORY folder…)` is the
# same with the name first.
#
#   casement_discover_specs(<target> [LABELS label…] [TIMEOUT seconds] [PROCESSORS n] [SITE folder]
#                           [SHARED_BROWSER] [WORKING_DIRECTORY folder] [EXTRA_ARGS argument…])
#
# makes a test of each test in a GoogleTest program that links Casement::testing.
#
# SHARED_BROWSER lets all these tests use one Chrome, which a ctest fixture starts and stops.
include_guard(GLOBAL)
set_property(GLOBAL PROPERTY CASEMENT_CMAKE_FOLDER ${CMAKE_CURRENT_LIST_DIR})

# Reports of each test stand below this folder.
set_property(GLOBAL PROPERTY CASEMENT_REPORT_FOLDER ${CMAKE_BINARY_DIR}/casement-reports)

function(_casement_runner_target result)
  if(TARGET Casement::runner)
    set(${result} Casement::runner PARENT_SCOPE)
  elseif(TARGET casement)  # in Casement's own build
    set(${result} casement PARENT_SCOPE)
  else()
    message(FATAL_ERROR "Casement: the component 'runner' is needed here")
  endif()
endfunction()

# The two tests that start and stop the Chrome which the others share; made once for a project.
function(_casement_shared_browser result_state)
  set(state ${CMAKE_BINARY_DIR}/casement-browser.json)
  set(${result_state} ${state} PARENT_SCOPE)
  get_property(made GLOBAL PROPERTY CASEMENT_SHARED_BROWSER_MADE)
  if(made)
    return()
  endif()
  set_property(GLOBAL PROPERTY CASEMENT_SHARED_BROWSER_MADE ON)
  _casement_runner_target(runner)
  add_test(NAME casement.browser.start COMMAND ${runner} browser start --state ${state})
  add_test(NAME casement.browser.stop COMMAND ${runner} browser stop --state ${state})
  set_tests_properties(casement.browser.start PROPERTIES FIXTURES_SETUP casement.browser TIMEOUT 60)
  set_tests_properties(casement.browser.stop PROPERTIES FIXTURES_CLEANUP casement.browser TIMEOUT 60)
endfunction()

# CASEMENT_SITES for a site's folder, or a folder of sites.
function(_casement_sites folder result)
  get_filename_component(folder ${folder} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
  if(NOT IS_DIRECTORY ${folder})
    message(FATAL_ERROR "Casement: SITE: there is no folder ${folder}")
  endif()
  if(EXISTS ${folder}/site.yaml)
    get_filename_component(folder ${folder} DIRECTORY)
  endif()
  set(${result} ${folder} PARENT_SCOPE)
endfunction()

# Without enable_testing() CMake drops tests without a word.
function(_casement_expect_testing function)
  get_property(expected GLOBAL PROPERTY CASEMENT_EXPECTS_TESTING)
  if(expected)
    return()
  endif()
  set_property(GLOBAL PROPERTY CASEMENT_EXPECTS_TESTING ON)
  cmake_language(EVAL CODE  # the arguments of a deferred call are evaluated late
    "cmake_language(DEFER DIRECTORY [==[${CMAKE_SOURCE_DIR}]==] CALL _casement_check_testing ${function})")
endfunction()

function(_casement_check_testing function)
  if(NOT CMAKE_TESTING_ENABLED AND (BUILD_TESTING OR NOT DEFINED BUILD_TESTING))
    message(WARNING "${function}: ctest will find no test, since enable_testing() or include(CTest) is "
      "not called in ${CMAKE_SOURCE_DIR}/CMakeLists.txt")
  endif()
endfunction()

# What is neither a keyword nor anything else that is meant: probably a keyword, mistyped.
function(_casement_unknown_argument function argument)
  list(JOIN ARGN " " keywords)
  message(FATAL_ERROR "${function}: what is '${argument}'? The keywords are ${keywords}")
endfunction()

function(_casement_check_arguments)
  if(arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "Casement: ${arg_KEYWORDS_MISSING_VALUES} needs a value")
  endif()
  foreach(number IN ITEMS TIMEOUT PROCESSORS)
    if(DEFINED arg_${number} AND NOT arg_${number} MATCHES "^[1-9][0-9]*$")
      message(FATAL_ERROR "Casement: ${number} must be a whole number, not '${arg_${number}}'")
    endif()
  endforeach()
endfunction()

function(casement_add_flows)
  set(one_value NAME TARGET SITE TIMEOUT PROCESSORS WORKING_DIRECTORY)
  set(many_values DIRECTORY LABELS VARS)
  cmake_parse_arguments(PARSE_ARGV 0 arg "SHARED_BROWSER" "${one_value}" "${many_values}")
  _casement_check_arguments()
  _casement_expect_testing(casement_add_flows)
  set(paths ${arg_UNPARSED_ARGUMENTS})
  if(arg_DIRECTORY)
    if(paths)
      list(POP_FRONT paths first)
      if(TARGET ${first})
        set(arg_TARGET ${first})
      else()
        set(arg_NAME ${first})
      endif()
    endif()
    list(APPEND paths ${arg_DIRECTORY})
  endif()
  if(NOT paths)
    message(FATAL_ERROR "casement_add_flows: which flows? Name a folder or a file")
  endif()
  if(NOT arg_TARGET)
    _casement_runner_target(arg_TARGET)
  endif()
  get_target_property(libraries ${arg_TARGET} LINK_LIBRARIES)
  if(libraries MATCHES "Casement::testing|GTest::")  # asked for its flows it would run its tests
    message(FATAL_ERROR "casement_add_flows: '${arg_TARGET}' is a GoogleTest program; in it, "
      "CASEMENT_FLOW_TEST makes tests of flows, and casement_discover_specs finds them")
  endif()
  if(NOT arg_WORKING_DIRECTORY)
    set(arg_WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  endif()
  get_filename_component(folder ${arg_WORKING_DIRECTORY} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})

  set(options --working-directory ${folder})
  get_property(reports GLOBAL PROPERTY CASEMENT_REPORT_FOLDER)
  list(APPEND options --report-dir ${reports})
  foreach(label IN LISTS arg_LABELS)
    list(APPEND options --label ${label})
  endforeach()
  set(variables)
  foreach(variable IN LISTS arg_VARS)
    if(NOT variable MATCHES "^[A-Za-z_][A-Za-z0-9_-]*=")
      message(FATAL_ERROR "casement_add_flows: VARS takes name=value, not '${variable}'")
    endif()
    list(APPEND variables "--var=${variable}")
  endforeach()
  list(APPEND options ${variables})
  foreach(option IN ITEMS NAME TIMEOUT PROCESSORS)
    if(DEFINED arg_${option})
      string(TOLOWER ${option} name)
      list(APPEND options --${name} ${arg_${option}})
    endif()
  endforeach()
  if(arg_SITE)
    _casement_sites(${arg_SITE} sites)
    list(APPEND options --environment CASEMENT_SITES=${sites})
  endif()
  if(arg_SHARED_BROWSER)
    _casement_shared_browser(state)
    list(APPEND options --environment CASEMENT_SHARED_BROWSER=${state} --fixture casement.browser)
  endif()
  set(shown_paths)
  foreach(path IN LISTS paths)
    set(given ${path})
    get_filename_component(path ${path} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
    if(NOT EXISTS ${path})
      if(given MATCHES "^[A-Z_]+$")
        _casement_unknown_argument(casement_add_flows ${given} ${many_values} ${one_value} SHARED_BROWSER)
      endif()
      message(FATAL_ERROR "casement_add_flows: there is no ${path}")
    endif()
    cmake_path(IS_PREFIX folder ${path} NORMALIZE is_inside)
    if(is_inside)  # short names in reports
      cmake_path(RELATIVE_PATH path BASE_DIRECTORY ${folder})
    endif()
    list(APPEND shown_paths ${path})
  endforeach()

  get_property(number GLOBAL PROPERTY CASEMENT_FLOW_SETS)
  math(EXPR number "0${number} + 1")
  set_property(GLOBAL PROPERTY CASEMENT_FLOW_SETS ${number})
  get_property(modules GLOBAL PROPERTY CASEMENT_CMAKE_FOLDER)
  set(include_file ${CMAKE_CURRENT_BINARY_DIR}/casement-flows-${number}.cmake)
  file(GENERATE OUTPUT ${include_file} CONTENT
"set(CASEMENT_RUNNER [==[$<TARGET_FILE:${arg_TARGET}>]==])
set(CASEMENT_FOLDER [==[${folder}]==])
set(CASEMENT_SET casement-flows-${number})
set(CASEMENT_LIST_OPTIONS [==[${options}]==])
set(CASEMENT_FLOWS [==[${shown_paths}]==])
set(CASEMENT_VARIABLES [==[${variables}]==])
set(CASEMENT_TESTS_FILE [==[${CMAKE_CURRENT_BINARY_DIR}/casement-flows-${number}-tests.cmake]==])
include([==[${modules}/CasementListFlows.cmake]==])
")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${include_file})
endfunction()

function(casement_discover_specs target)
  set(one_value SITE TIMEOUT PROCESSORS WORKING_DIRECTORY)
  set(many_values LABELS EXTRA_ARGS)
  cmake_parse_arguments(PARSE_ARGV 1 arg "SHARED_BROWSER" "${one_value}" "${many_values}")
  _casement_check_arguments()
  _casement_expect_testing(casement_discover_specs)
  if(arg_UNPARSED_ARGUMENTS)
    list(GET arg_UNPARSED_ARGUMENTS 0 first)
    _casement_unknown_argument(casement_discover_specs ${first} ${many_values} ${one_value} SHARED_BROWSER)
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "casement_discover_specs: there is no target '${target}'")
  endif()
  set(given_timeout "${arg_TIMEOUT}")
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 120)
  endif()
  if(NOT arg_PROCESSORS)
    set(arg_PROCESSORS 1)
  endif()
  if(NOT arg_WORKING_DIRECTORY)
    set(arg_WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
  endif()
  # The test ends itself before ctest ends it, so that there is a report.
  math(EXPR deadline "${arg_TIMEOUT} * 9 / 10")
  get_property(reports GLOBAL PROPERTY CASEMENT_REPORT_FOLDER)
  set(environment CASEMENT_TEST_DEADLINE=${deadline} CASEMENT_REPORT_DIR=${reports}/${target})
  set(properties TIMEOUT ${arg_TIMEOUT} PROCESSORS ${arg_PROCESSORS})
  if(arg_SITE)
    _casement_sites(${arg_SITE} sites)
    list(APPEND environment CASEMENT_SITES=${sites})
  endif()
  if(arg_SHARED_BROWSER)
    _casement_shared_browser(state)
    list(APPEND environment CASEMENT_SHARED_BROWSER=${state})
    list(APPEND properties FIXTURES_REQUIRED casement.browser)
  endif()
  # CMake asks a program for its tests when that was built anew. Ours may have tests of flows, which
  # come and go without a build: it is asked each time ctest starts, and tells what flows say of them.
  set(before_file ${CMAKE_CURRENT_BINARY_DIR}/casement-specs-${target}-before.cmake)
  set(told_file ${CMAKE_CURRENT_BINARY_DIR}/casement-specs-${target}.told)
  file(WRITE ${before_file}
"string(RANDOM LENGTH 12 casement_number)  # another ctest may be listing the same tests
set(ENV{CASEMENT_TELL_CTEST} \"${told_file}.\${casement_number}\")
file(GLOB casement_files \"${CMAKE_CURRENT_BINARY_DIR}/${target}?*?_include*.cmake\")
if(casement_files)
  file(TOUCH \${casement_files})
endif()
")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${before_file})
  include(GoogleTest)  # here, because it keeps variables in the folder that includes it
  gtest_discover_tests(${target} DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
    WORKING_DIRECTORY ${arg_WORKING_DIRECTORY} EXTRA_ARGS ${arg_EXTRA_ARGS}
    PROPERTIES ${properties})
  # Properties that are lists do not survive gtest_discover_tests; they are set on what it found.
  set(include_file ${CMAKE_CURRENT_BINARY_DIR}/casement-specs-${target}.cmake)
  get_property(modules GLOBAL PROPERTY CASEMENT_CMAKE_FOLDER)
  file(WRITE ${include_file}
"set(CASEMENT_SPECS \"\${${target}_TESTS}\")
set(CASEMENT_SPEC_ENVIRONMENT [==[${environment}]==])
set(CASEMENT_SPEC_LABELS [==[${arg_LABELS}]==])
set(CASEMENT_SPEC_TIMEOUT [==[${given_timeout}]==])
include([==[${modules}/CasementListSpecs.cmake]==])
")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${include_file})
endfunction()
