# Casement's tests in a project's ctest. Flows and specs are looked for when ctest starts, never at
# build time, and without a browser.
#
#   casement_add_flows(<folder or file>… [NAME name] [TARGET runner] [SITE folder] [LABELS label…]
#                      [TIMEOUT seconds] [PROCESSORS n] [SHARED_BROWSER] [GRID url] [WORKING_DIRECTORY folder]
#                      [SERVERS name] [VARS name=value…] [PROPERTIES property value…])
#
# makes a test of each case of each *.flow.yaml below the folders, named `FLOW.CASE`, with NAME in
# front where it is given. A case's tags become labels. The timeout follows from the flow's steps
# (an hour at most), or is TIMEOUT; the runner's own deadline comes sooner, so that it can still report. SITE is a
# site's folder or the folder of several; without it `pages` above the flow is taken. TARGET is a
# program with the command line of `casement`. VARS are values for variables of the flows, as with
# --var. PROPERTIES are properties of ctest for each of the tests, a list in quotes ("tea;coffee"): FIXTURES_REQUIRED,
# ENVIRONMENT, RESOURCE_LOCK and the like. `casement_add_flows(name DIRECTORY folder…)` is the
# same with the name first.
#
#   casement_discover_specs(<target> [LABELS label…] [TIMEOUT seconds] [PROCESSORS n] [SITE folder]
#                           [SHARED_BROWSER] [GRID url] [WORKING_DIRECTORY folder] [EXTRA_ARGS argument…]
#                           [SERVERS name] [PROPERTIES property value…])
#
# makes a test of each test in a GoogleTest program that links Casement::testing.
#
#   casement_add_app_tests(<target> APPLICATION <target or program> [ARGS argument…] [WINDOW title or address]
#                          [LABELS label…] [TIMEOUT seconds] [PROCESSORS n] [WORKING_DIRECTORY folder]
#                          [EXTRA_ARGS argument…] [SERVERS name] [PROPERTIES property value…])
#
# is casement_discover_specs for tests of the fixture `casement::AppTest`: each of them starts the application, with ARGS
# (`{debugging_port}` in one of them is the port for its Chromium), and has the page WINDOW of it, its only one by default.
#
#   casement_discover_wasm_tests(<target> [ISOLATED|TOGETHER] [LABELS label…] [TIMEOUT seconds] [ARGS argument…]
#                                [FRAMEWORK name] [PREFIX text] [PROCESSORS n] [SHARED_BROWSER]
#                                [WORKING_DIRECTORY folder] [PROPERTIES property value…])
#
# makes a test of each test in a program that Emscripten compiled, and runs the tests in a browser: docs/wasm.md.
#
#   casement_start_servers([NAME name] [FILE casement.yaml] [TIMEOUT seconds] [ENVIRONMENT NAME=value…])
#
# starts the servers of casement.yaml (FILE, or the nearest from this folder upwards) once, before the first test that this
# folder and those below it make after this call, and stops them behind the last. Two more tests do that, a ctest fixture,
# with ENVIRONMENT in their environment. Tests that run side by side use the same servers. With NAME, only the tests of calls
# with SERVERS name use the servers, and no others of the folder.
#
#   casement_join_reports()
#
# joins the reports of all these tests into one, when the last has ended: index.html, junit.xml and results.json in
# casement-reports/ of the build folder. Two more tests do that, a ctest fixture.
#
# SHARED_BROWSER lets all these tests use one Chrome, which a ctest fixture starts and stops. GRID is the URL of a Selenium
# Grid that their browsers come from; a password in it would stand in ctest's files: set CASEMENT_GRID for ctest instead.
include_guard(GLOBAL)
set_property(GLOBAL PROPERTY CASEMENT_CMAKE_FOLDER ${CMAKE_CURRENT_LIST_DIR})
include(${CMAKE_CURRENT_LIST_DIR}/CasementAppTests.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/CasementTestProperties.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/CasementStartServers.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/CasementWasmTests.cmake)

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

# Whether this is the first call with `name` in the whole build: for what is made once for a project.
function(_casement_first_call name result)
  get_property(called GLOBAL PROPERTY CASEMENT_CALLED_${name})
  set_property(GLOBAL PROPERTY CASEMENT_CALLED_${name} ON)
  if(called)
    set(${result} OFF PARENT_SCOPE)
  else()
    set(${result} ON PARENT_SCOPE)
  endif()
endfunction()

# The two tests that start and stop the Chrome which the others share; made once for a project. The runner is named by its
# file, because CMake starts a target with CMAKE_CROSSCOMPILING_EMULATOR, which in a build for Emscripten is node.
function(_casement_shared_browser result_state)
  set(state ${CMAKE_BINARY_DIR}/casement-browser.json)
  set(${result_state} ${state} PARENT_SCOPE)
  _casement_first_call(shared_browser is_first)
  if(NOT is_first)
    return()
  endif()
  _casement_runner_target(runner)
  add_test(NAME casement.browser.start COMMAND $<TARGET_FILE:${runner}> browser start --state ${state})
  add_test(NAME casement.browser.stop COMMAND $<TARGET_FILE:${runner}> browser stop --state ${state})
  set_tests_properties(casement.browser.start PROPERTIES FIXTURES_SETUP casement.browser TIMEOUT 60)
  set_tests_properties(casement.browser.stop PROPERTIES FIXTURES_CLEANUP casement.browser TIMEOUT 60)
endfunction()

# Makes ctest include `script` of Casement after these variables, names and values in turns. `name` is the file's, unique in
# the folder. Generator expressions in values are evaluated.
function(_casement_include_in_ctest name script)
  get_property(modules GLOBAL PROPERTY CASEMENT_CMAKE_FOLDER)
  set(text "set(CASEMENT_CMAKE [==[${CMAKE_COMMAND}]==])\nset(CASEMENT_MODULES [==[${modules}]==])\n")
  math(EXPR last "${ARGC} - 1")
  foreach(at RANGE 2 ${last} 2)  # by number, because a value may be a list
    math(EXPR next "${at} + 1")
    string(APPEND text "set(${ARGV${at}} [==[${ARGV${next}}]==])\n")
  endforeach()
  set(include_file ${CMAKE_CURRENT_BINARY_DIR}/${name}.cmake)
  file(GENERATE OUTPUT ${include_file} CONTENT "${text}include([==[${modules}/${script}]==])\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${include_file})
endfunction()

# Joins the reports of all tests of a ctest run into one, beside their folders.
function(casement_join_reports)
  if(ARGC GREATER 0)
    message(FATAL_ERROR "casement_join_reports: it has no parameters, and joins the reports of all tests of the project")
  endif()
  _casement_first_call(join_reports is_first)
  if(NOT is_first)
    return()
  endif()
  _casement_expect_testing(casement_join_reports)
  _casement_runner_target(runner)
  get_property(reports GLOBAL PROPERTY CASEMENT_REPORT_FOLDER)
  add_test(NAME casement.reports.start COMMAND $<TARGET_FILE:${runner}> report start ${reports})
  add_test(NAME casement.reports.finish COMMAND $<TARGET_FILE:${runner}> report finish ${reports} --ctest ${CMAKE_BINARY_DIR})
  set_tests_properties(casement.reports.start PROPERTIES FIXTURES_SETUP casement.reports TIMEOUT 60)
  set_tests_properties(casement.reports.finish PROPERTIES FIXTURES_CLEANUP casement.reports TIMEOUT 300)
endfunction()

# CASEMENT_SITES for a site's folder, or a folder of sites.
function(_casement_sites folder result)
  get_filename_component(folder ${folder} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
  if(NOT IS_DIRECTORY ${folder})
    message(FATAL_ERROR "Casement: SITE: the folder ${folder} does not exist")
  endif()
  if(EXISTS ${folder}/site.yaml)
    get_filename_component(folder ${folder} DIRECTORY)
  endif()
  set(${result} ${folder} PARENT_SCOPE)
endfunction()

# Without enable_testing() CMake drops tests without a word.
function(_casement_expect_testing function)
  _casement_first_call(expect_testing is_first)
  if(NOT is_first)
    return()
  endif()
  cmake_language(EVAL CODE  # the arguments of a deferred call are evaluated late
    "cmake_language(DEFER DIRECTORY [==[${CMAKE_SOURCE_DIR}]==] CALL _casement_check_testing ${function})")
endfunction()

function(_casement_check_testing function)
  if(NOT CMAKE_TESTING_ENABLED AND (BUILD_TESTING OR NOT DEFINED BUILD_TESTING))
    message(WARNING "${function}: ctest will find no test, because enable_testing() or include(CTest) is "
      "not called in ${CMAKE_SOURCE_DIR}/CMakeLists.txt")
  endif()
endfunction()

# What is neither a keyword nor anything else that is meant: probably a keyword, mistyped.
function(_casement_unknown_argument function argument)
  list(JOIN ARGN " " keywords)
  message(FATAL_ERROR "${function}: unknown argument '${argument}'. The keywords are ${keywords}")
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
  if(arg_GRID AND arg_SHARED_BROWSER)
    message(FATAL_ERROR "Casement: GRID and SHARED_BROWSER cannot be used together")
  endif()
  if(arg_GRID MATCHES "://[^/]*@")
    message(FATAL_ERROR "Casement: GRID: the password would be written into ctest's files; set CASEMENT_GRID for ctest instead")
  endif()
endfunction()

# Two calls whose flows make tests of the same names: ctest would mix up their properties, and the
# tests write the same reports.
function(_casement_claim_flows name)
  set(claimed)
  foreach(path IN LISTS ARGN)
    set(files ${path})
    if(IS_DIRECTORY ${path})
      file(GLOB_RECURSE files ${path}/*.flow.yaml)
    endif()
    foreach(file IN LISTS files)
      cmake_path(GET file STEM stem)  # up to the first dot
      set(test ${name}${stem})
      get_property(other GLOBAL PROPERTY CASEMENT_FLOW_OF_${test})
      if(other)
        message(FATAL_ERROR "casement_add_flows: the tests of ${file} are named '${test}.…', as those of "
          "${other} in another call; give one of the calls another NAME")
      endif()
      list(APPEND claimed "${test}|${file}")
    endforeach()
  endforeach()
  foreach(claim IN LISTS claimed)
    string(REGEX MATCH "^([^|]*)[|](.*)$" claim "${claim}")
    set_property(GLOBAL PROPERTY CASEMENT_FLOW_OF_${CMAKE_MATCH_1} ${CMAKE_MATCH_2})
  endforeach()
endfunction()

function(casement_add_flows)
  set(one_value NAME TARGET SITE TIMEOUT PROCESSORS WORKING_DIRECTORY GRID SERVERS)
  set(many_values DIRECTORY LABELS VARS PROPERTIES)
  cmake_parse_arguments(PARSE_ARGV 0 arg "SHARED_BROWSER" "${one_value}" "${many_values}")
  _casement_check_arguments()
  _casement_stray_properties(casement_add_flows ${arg_UNPARSED_ARGUMENTS} ${arg_DIRECTORY} ${arg_LABELS} ${arg_VARS})
  _casement_test_properties(casement_add_flows)
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
    message(FATAL_ERROR "casement_add_flows: no flows are given; name a folder or a file")
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
      message(FATAL_ERROR "casement_add_flows: VARS needs name=value, not '${variable}'")
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
  if(arg_GRID)
    list(APPEND options --environment CASEMENT_GRID=${arg_GRID})
  endif()
  if(arg_SHARED_BROWSER)
    _casement_shared_browser(state)
    list(APPEND options --environment CASEMENT_SHARED_BROWSER=${state} --fixture casement.browser)
  endif()
  _casement_used_servers(casement_add_flows servers_state servers_fixture)
  if(servers_state)
    list(APPEND options --environment CASEMENT_SERVERS=${servers_state} --fixture ${servers_fixture})
  endif()
  foreach(variable IN LISTS property_ENVIRONMENT)
    list(APPEND options --environment "${variable}")
  endforeach()
  foreach(fixture IN LISTS property_FIXTURES_REQUIRED ITEMS casement.reports)
    list(APPEND options --fixture "${fixture}")
  endforeach()
  set(name)
  foreach(part IN LISTS properties)
    if(NOT name)
      set(name ${part})
    else()
      string(REPLACE ";" "\\;" part "--property=${name}=${part}")
      list(APPEND options "${part}")
      set(name)
    endif()
  endforeach()
  set(shown_paths)
  set(found_paths)
  foreach(path IN LISTS paths)
    set(given ${path})
    get_filename_component(path ${path} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
    if(NOT EXISTS ${path})
      if(given MATCHES "^[A-Z_]+$")
        _casement_unknown_argument(casement_add_flows ${given} ${many_values} ${one_value} SHARED_BROWSER)
      endif()
      message(FATAL_ERROR "casement_add_flows: ${path} does not exist")
    endif()
    list(APPEND found_paths ${path})
    cmake_path(IS_PREFIX folder ${path} NORMALIZE is_inside)
    if(is_inside)  # short names in reports
      cmake_path(RELATIVE_PATH path BASE_DIRECTORY ${folder})
    endif()
    list(APPEND shown_paths ${path})
  endforeach()
  set(prefix)
  if(arg_NAME)
    set(prefix ${arg_NAME}.)
  endif()
  _casement_claim_flows("${prefix}" ${found_paths})

  get_property(number GLOBAL PROPERTY CASEMENT_FLOW_SETS)
  math(EXPR number "0${number} + 1")
  set_property(GLOBAL PROPERTY CASEMENT_FLOW_SETS ${number})
  set(flows casement-flows-${number})
  _casement_include_in_ctest(${flows} CasementListFlows.cmake
    CASEMENT_RUNNER $<TARGET_FILE:${arg_TARGET}>
    CASEMENT_FOLDER "${folder}"
    CASEMENT_SET ${flows}
    CASEMENT_LIST_OPTIONS "${options}"
    CASEMENT_FLOWS "${shown_paths}"
    CASEMENT_TESTS_FILE ${CMAKE_CURRENT_BINARY_DIR}/${flows}-tests.cmake)
endfunction()

function(casement_discover_specs target)
  set(one_value SITE TIMEOUT PROCESSORS WORKING_DIRECTORY GRID SERVERS)
  set(many_values LABELS EXTRA_ARGS PROPERTIES)
  cmake_parse_arguments(PARSE_ARGV 1 arg "SHARED_BROWSER" "${one_value}" "${many_values}")
  _casement_check_arguments()
  _casement_stray_properties(casement_discover_specs ${arg_UNPARSED_ARGUMENTS} ${arg_LABELS} ${arg_EXTRA_ARGS})
  _casement_test_properties(casement_discover_specs)
  _casement_expect_testing(casement_discover_specs)
  if(arg_UNPARSED_ARGUMENTS)
    list(GET arg_UNPARSED_ARGUMENTS 0 first)
    _casement_unknown_argument(casement_discover_specs ${first} ${many_values} ${one_value} SHARED_BROWSER)
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "casement_discover_specs: the target '${target}' does not exist")
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
  # The variables of GoogleTest: ctest runs one test at a time, and a shard of one test may be empty.
  set(environment CASEMENT_TEST_DEADLINE=${deadline} CASEMENT_REPORT_DIR=${reports}/${target}
    CASEMENT_FILES_DIR=${reports}/files
    GTEST_TOTAL_SHARDS=1 GTEST_SHARD_INDEX=0)
  if("casement.setup" IN_LIST property_FIXTURES_REQUIRED)
    list(APPEND environment CASEMENT_SETUP=done)
  endif()
  if(arg_SITE)
    _casement_sites(${arg_SITE} sites)
    list(APPEND environment CASEMENT_SITES=${sites})
  endif()
  if(arg_GRID)
    list(APPEND environment CASEMENT_GRID=${arg_GRID})
  endif()
  if(arg_SHARED_BROWSER)
    _casement_shared_browser(state)
    list(APPEND environment CASEMENT_SHARED_BROWSER=${state})
    list(APPEND property_FIXTURES_REQUIRED casement.browser)
  endif()
  set(caller casement_discover_specs)
  if(_casement_application)
    set(caller casement_add_app_tests)
  endif()
  _casement_used_servers(${caller} servers_state servers_fixture)
  if(servers_state)
    list(APPEND environment CASEMENT_SERVERS=${servers_state})
    list(APPEND property_FIXTURES_REQUIRED ${servers_fixture})
  endif()
  list(APPEND environment ${property_ENVIRONMENT} ${_casement_application})  # the latter of casement_add_app_tests
  list(APPEND property_FIXTURES_REQUIRED casement.reports)
  string(REPLACE ";" "\\;" fixtures "${property_FIXTURES_REQUIRED}")
  list(APPEND properties FIXTURES_REQUIRED "${fixtures}")
  # CMake asks a program for its tests when that was built anew. Ours may have tests of flows, which
  # come and go without a build: it is asked each time ctest starts, and tells what flows say of them.
  set(before_file ${CMAKE_CURRENT_BINARY_DIR}/casement-specs-${target}-before.cmake)
  set(report_file ${CMAKE_CURRENT_BINARY_DIR}/casement-specs-${target}.ctest)
  file(WRITE ${before_file}
"string(RANDOM LENGTH 12 casement_number)  # another ctest may be listing the same tests
set(ENV{CASEMENT_TELL_CTEST} \"${report_file}.\${casement_number}\")
foreach(casement_variable IN ITEMS GTEST_FILTER TESTBRIDGE_TEST_ONLY)  # all tests are listed, whatever a shell says
  set(casement_\${casement_variable} \"\$ENV{\${casement_variable}}\")
  unset(ENV{\${casement_variable}})
endforeach()
file(GLOB casement_files \"${CMAKE_CURRENT_BINARY_DIR}/${target}?*?_include*.cmake\")
if(casement_files)
  file(TOUCH \${casement_files})
endif()
")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${before_file})
  include(GoogleTest)  # here, because it keeps variables in the folder that includes it
  gtest_discover_tests(${target} DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
    WORKING_DIRECTORY ${arg_WORKING_DIRECTORY} EXTRA_ARGS ${arg_EXTRA_ARGS}
    PROPERTIES TIMEOUT ${arg_TIMEOUT} PROCESSORS ${arg_PROCESSORS})
  # The line that the crash reporter prints for a program that ended within a test: an exit code of 0 may be behind it.
  list(APPEND properties FAIL_REGULAR_EXPRESSION ".  ENDED   . the test program")
  # Properties that are lists do not survive gtest_discover_tests; they are set on what it found.
  _casement_include_in_ctest(casement-specs-${target} CasementListSpecs.cmake
    CASEMENT_SPEC_TARGET ${target}
    CASEMENT_SPEC_PROGRAM $<TARGET_FILE:${target}>
    CASEMENT_SPEC_ENVIRONMENT "${environment}"
    CASEMENT_SPEC_LABELS "${arg_LABELS}"
    CASEMENT_SPEC_PROPERTIES "${properties}"
    CASEMENT_SPEC_TIMEOUT "${given_timeout}")
endfunction()
