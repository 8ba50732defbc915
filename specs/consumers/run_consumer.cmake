# Builds and tests one consumer project, from nothing:
#   cmake -DKIND=installed -DSOURCE=specs/consumers -DCASEMENT_SOURCE=. -DCASEMENT_BUILD=build/ci \
#         -DWORK=folder -P run_consumer.cmake
cmake_minimum_required(VERSION 3.25)
set(folder ${WORK}/${KIND})
set(prefix ${WORK}/prefix)
file(REMOVE_RECURSE ${folder})
file(MAKE_DIRECTORY ${folder})

function(step what)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${folder}
    OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${KIND}: ${what} ended with ${result}:\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

# ctest on the consumer's tests, which must be exactly those that are expected.
function(run_tests)
  step("listing tests" ${CMAKE_CTEST_COMMAND} --test-dir ${folder}/build -N)
  foreach(name IN LISTS ARGN)
    string(FIND "${output}" "${name}\n" at)
    if(at EQUAL -1)
      message(FATAL_ERROR "${KIND}: there is no test '${name}':\n${output}")
    endif()
  endforeach()
  list(LENGTH ARGN count)
  if(NOT output MATCHES "Total Tests: ${count}\n")
    message(FATAL_ERROR "${KIND}: not ${count} tests:\n${output}")
  endif()
  step("selecting by label" ${CMAKE_CTEST_COMMAND} --test-dir ${folder}/build -N -L smoke -L spec)
  if(NOT output MATCHES "Shop.TakesAVoucher" OR output MATCHES "pay\\.")
    message(FATAL_ERROR "${KIND}: labels are lost:\n${output}")
  endif()
  step("running tests" ${CMAKE_CTEST_COMMAND} --test-dir ${folder}/build --output-on-failure --no-tests=error)
endfunction()

# One property of one test, as ctest sees it.
function(expect_property test name wanted)
  string(JSON count LENGTH "${output}" tests)
  math(EXPR last "${count} - 1")
  foreach(i RANGE ${last})
    string(JSON test_name GET "${output}" tests ${i} name)
    if(NOT test_name STREQUAL test)
      continue()
    endif()
    string(JSON properties GET "${output}" tests ${i} properties)
    string(JSON property_count LENGTH "${properties}")
    math(EXPR last_property "${property_count} - 1")
    foreach(j RANGE ${last_property})
      string(JSON property_name GET "${properties}" ${j} name)
      if(property_name STREQUAL name)
        string(JSON value GET "${properties}" ${j} value)
        string(REGEX REPLACE "[\n ]+" " " value "${value}")
        if(NOT value MATCHES "${wanted}")
          message(FATAL_ERROR "${KIND}: ${test}: ${name} is ${value}, not ${wanted}")
        endif()
        return()
      endif()
    endforeach()
    message(FATAL_ERROR "${KIND}: ${test} has no ${name}: ${properties}")
  endforeach()
  message(FATAL_ERROR "${KIND}: there is no test ${test}")
endfunction()

# What casement_add_flows and casement_discover_specs were told reaches ctest; and ctest can list the
# tests where there is no environment, no Chrome and not even a PATH.
function(check_properties)
  step("listing tests without an environment" env -i ${CMAKE_CTEST_COMMAND}
    --test-dir ${folder}/build --show-only=json-v1)
  string(FIND "${output}" "{" at)
  string(SUBSTRING "${output}" ${at} -1 output)
  expect_property(Shop.TakesAVoucher TIMEOUT "^60")
  expect_property(Shop.TakesAVoucher PROCESSORS "^2$")
  expect_property(Shop.TakesAVoucher LABELS "\"smoke\", \"spec\"")
  expect_property(Shop.TakesAVoucher FIXTURES_REQUIRED "\"casement.browser\"")
  expect_property(Shop.TakesAVoucher ENVIRONMENT "CASEMENT_TEST_DEADLINE=54\"")
  expect_property(Shop.TakesAVoucher ENVIRONMENT "CASEMENT_SHARED_BROWSER=")
  expect_property("pay.with a voucher" TIMEOUT "^70")
  expect_property("pay.with a voucher" PROCESSORS "^2$")
  expect_property("pay.with a voucher" LABELS "\"browser\", \"shop\"")  # given here, and the flow's tag
  expect_property("pay.with a voucher" FIXTURES_REQUIRED "\"casement.browser\"")
  expect_property(casement.browser.start FIXTURES_SETUP "\"casement.browser\"")
  expect_property(casement.browser.stop FIXTURES_CLEANUP "\"casement.browser\"")
  if(NOT output MATCHES "\"--deadline=56\"")
    message(FATAL_ERROR "${KIND}: the run of a flow does not end before ctest ends it: ${output}")
  endif()
endfunction()

# What CDash gets: each test's own times and counts, its report as a file; and what VARS gave the flow.
function(check_dashboard)
  step("testing for a dashboard" ${CMAKE_CTEST_COMMAND} --test-dir ${folder}/build -D ExperimentalTest)
  file(GLOB results ${folder}/build/Testing/2*/Test.xml)
  file(READ "${results}" results)
  foreach(wanted IN ITEMS
      "type=\"numeric/double\" name=\"Cases passed\">[ \n\t]*<Value>1</Value>"
      "type=\"numeric/double\" name=\"pay › with a voucher, seconds\">"
      "name=\"Report\" encoding=\"base64\" compression=\"tar/gzip\" filename=\"index.html\""
      "name=\"Shop › TakesAVoucher, seconds\"")
    if(NOT results MATCHES "${wanted}")
      message(FATAL_ERROR "${KIND}: a dashboard does not get ${wanted}:\n${results}")
    endif()
  endforeach()
  file(READ "${folder}/build/casement-reports/pay.with a voucher/results.json" report)
  if(NOT report MATCHES "log: from CMake")
    message(FATAL_ERROR "${KIND}: VARS did not reach the flow:\n${report}")
  endif()
endfunction()

# Where Casement itself is compiled (subdirectory): without optimisation, and each room as one file: the compiler is started 23
# times instead of 44.
set(cheap -DCMAKE_CXX_FLAGS=-O0 -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=0)
set(cases "pay.with a voucher" "pay.with 'quotes', and (brackets) €")
if(KIND STREQUAL "install")
  file(REMOVE_RECURSE ${prefix})
  step("installing" ${CMAKE_COMMAND} --install ${CASEMENT_BUILD} --prefix ${prefix})
  step("asking for the schema" ${prefix}/bin/casement schema)
  foreach(file IN ITEMS man/man1/casement.1 bash-completion/completions/casement zsh/site-functions/_casement
                        zsh/vendor-completions/_casement fish/vendor_completions.d/casement.fish)
    if(NOT EXISTS ${prefix}/share/${file})
      message(FATAL_ERROR "install: share/${file} is not there")
    endif()
  endforeach()
  file(READ ${prefix}/share/casement/flow.schema.json schema)
  if(NOT output STREQUAL schema)
    message(FATAL_ERROR "install: the installed flow.schema.json is not what casement schema prints")
  endif()
elseif(KIND MATCHES "^headers")
  if(NOT COMPILER)
    message(FATAL_ERROR "${KIND}: no second compiler was found; Debian has it as clang-19")
  endif()
  string(COMPARE EQUAL ${KIND} headers_clang together)
  step("configuring" ${CMAKE_COMMAND} -S ${SOURCE}/headers -B ${folder}/build -G Ninja
    -DCMAKE_CXX_FLAGS=-O0 -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_PREFIX_PATH=${prefix} -DTOGETHER=${together})
  step("compiling the headers" ${CMAKE_COMMAND} --build ${folder}/build)
  find_program(ninja ninja REQUIRED)
  step("asking what the headers include" ${ninja} -C ${folder}/build -t deps)
  if(NOT output MATCHES "casement/api/page\\.h")
    message(FATAL_ERROR "${KIND}: it is not known what the headers include:\n${output}")
  endif()
  string(REGEX MATCHALL "[^\n]*/(libwebsockets|lws_|libwebsockets/|yaml-cpp/|boost/|CLI/|fmt/|openssl/|png|pcre2)[^\n]*"
    foreign "${output}")
  if(foreign)
    list(REMOVE_DUPLICATES foreign)
    list(JOIN foreign "\n" foreign)
    message(FATAL_ERROR "${KIND}: public headers include what users need not have:\n${foreign}")
  endif()
elseif(KIND STREQUAL "init")
  # What `casement init` says is done, word for word.
  step("casement init" ${prefix}/bin/casement init ${folder}/tea)
  if(NOT output MATCHES "  (cd [^\n]*)\n  (casement run [^\n]*)\n.*\n  (cmake [^\n]*)\n")
    message(FATAL_ERROR "init: it does not say how to go on:\n${output}")
  endif()
  set(here ${CMAKE_MATCH_1})
  set(run_flows ${CMAKE_MATCH_2})
  set(run_all ${CMAKE_MATCH_3})
  set(ENV{PATH} "${prefix}/bin:$ENV{PATH}")
  set(ENV{CXX} ${COMPILER})
  step("the flow" sh -c "${here} && ${run_flows}")
  if(NOT output MATCHES "3 passed in")
    message(FATAL_ERROR "init: the flow did not run:\n${output}")
  endif()
  step("the whole project" sh -c "${here} && ${run_all}")
  if(NOT output MATCHES "100% tests passed, 0 tests failed out of 7\n")
    message(FATAL_ERROR "init: not all of its tests ran:\n${output}")
  endif()
  # So is what its README.md says.
  file(STRINGS ${folder}/tea/README.md commands REGEX "^(casement|cmake|ctest) ")
  list(LENGTH commands count)
  if(NOT count EQUAL 3)
    message(FATAL_ERROR "init: these are not the commands of README.md: ${commands}")
  endif()
  foreach(command IN LISTS commands)
    step("${command}" sh -c "cd '${folder}/tea' && ${command}")
  endforeach()
  # The recipes for CI servers do the same: every command of theirs but those that get packages from
  # elsewhere or send results there.
  file(APPEND ${folder}/tea/CMakeLists.txt "include(CTest)\n")  # docs/ci.md, CDash
  file(READ ${CASEMENT_SOURCE}/docs/ci.md recipes)
  string(REGEX MATCHALL "(cmake -S|ctest --test-dir)[^\n']*" commands "${recipes}")
  list(TRANSFORM commands REPLACE " -D ExperimentalSubmit" "")
  list(LENGTH commands count)
  if(count LESS 8)
    message(FATAL_ERROR "init: these are not all commands of docs/ci.md: ${commands}")
  endif()
  file(REMOVE_RECURSE ${folder}/tea/build)
  set(ENV{CMAKE_PREFIX_PATH} ${prefix})
  foreach(command IN LISTS commands)
    step("${command}" sh -c "cd '${folder}/tea' && ${command}")
  endforeach()
  file(GLOB_RECURSE reports ${folder}/tea/build/casement-reports/*/junit.xml)
  if(NOT reports OR NOT EXISTS ${folder}/tea/build/junit.xml)
    message(FATAL_ERROR "init: there are no reports where docs/ci.md looks for them")
  endif()
elseif(KIND STREQUAL "mistakes")
  foreach(pair IN ITEMS
      "no_flows|casement_add_flows: which flows. Name a folder or a file"
      "no_folder|casement_add_flows: there is no .*/no_such_folder"
      "no_site|SITE: there is no folder .*/no_such_site"
      "timeout|TIMEOUT must be a whole number, not '2min'"
      "value|NAME needs a value"
      "gtest_as_runner|'shop_spec' is a GoogleTest program"
      "no_target|there is no target 'shop_spec'"
      "stray|what is 'LABEL'. The keywords are LABELS"
      "stray_of_flows|what is 'LABEL'. The keywords are DIRECTORY LABELS"
      "join|casement_join_reports: it takes no arguments"
      "property|'FIXTURES_REQUIRED' is a property of ctest; write PROPERTIES FIXTURES_REQUIRED"
      "property_of_specs|casement_discover_specs: 'RESOURCE_LOCK' is a property of ctest; write PROPERTIES RESOURCE_LOCK"
      "property_typo|ctest has no property 'FIXTURE_REQUIRED'"
      "property_list|ctest has no property 'coffee'.*in quotes: PROPERTIES FIXTURES_REQUIRED"
      "property_value|the property COST has no value"
      "property_twice|RESOURCE_LOCK is given twice"
      "property_keyword|PROPERTIES needs a value"
      "property_environment|ENVIRONMENT takes NAME=value, not 'B'"
      "twice|pay.flow.yaml are named 'first.pay.*another NAME"
      "not_enabled|casement_add_flows: ctest will find no test, since enable_testing")
    string(REGEX MATCH "^([a-z_]+)\\|(.*)$" pair "${pair}")
    set(mistake ${CMAKE_MATCH_1})
    set(wanted ${CMAKE_MATCH_2})
    execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE}/mistakes -B ${folder}/build -G Ninja
        -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_PREFIX_PATH=${prefix} -DMISTAKE=${mistake}
      OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE result)
    string(REGEX REPLACE "[\n ]+" " " output "${output}")
    if((result EQUAL 0 AND NOT mistake STREQUAL "not_enabled") OR NOT output MATCHES "${wanted}")
      message(FATAL_ERROR "mistakes: ${mistake} ended with ${result}, not with '${wanted}': ${output}")
    endif()
  endforeach()
elseif(KIND STREQUAL "pkg_config")
  file(GLOB_RECURSE module RELATIVE ${WORK} ${prefix}/casement-testing.pc)
  get_filename_component(modules ${module} DIRECTORY)  # prefix/…, as below the link
  file(CREATE_LINK ${SOURCE} ${folder}/source SYMBOLIC)  # make and pkg-config know no names with blanks
  file(CREATE_LINK ${prefix} ${folder}/prefix SYMBOLIC)
  step("make check" ${CMAKE_COMMAND} -E env "PKG_CONFIG_PATH=${modules}" make -f ${SOURCE}/pkg_config/Makefile
    SOURCE=source PREFIX=prefix check)
else()
  set(project ${KIND})
  set(arguments -DCMAKE_PREFIX_PATH=${prefix})
  if(KIND STREQUAL "deb")
    step("packing" ${CMAKE_CPACK_COMMAND} -G DEB --config ${CASEMENT_BUILD}/CPackConfig.cmake -B ${folder}/packages)
    file(GLOB packages ${folder}/packages/*.deb)
    list(LENGTH packages count)
    if(NOT count EQUAL 2)
      message(FATAL_ERROR "deb: not two packages: ${packages}")
    endif()
    foreach(package IN LISTS packages)
      step("asking ${package}" dpkg-deb --field ${package} Depends)
      if(NOT output MATCHES "libwebsockets|casement \\(=")
        message(FATAL_ERROR "deb: ${package} does not say what it needs: ${output}")
      endif()
    endforeach()
    set(arguments -DCMAKE_PREFIX_PATH=${folder}/root/usr)
    # dpkg itself installs them, where it keeps its own account of what is installed; and they need
    # nothing that Debian does not have.
    step("asking whether the packages can be installed" dpkg --no-act --install ${packages})
    file(REMOVE_RECURSE ${folder}/root)
    file(MAKE_DIRECTORY ${folder}/root/var/lib/dpkg/updates ${folder}/root/var/lib/dpkg/info)
    file(TOUCH ${folder}/root/var/lib/dpkg/status)
    step("installing" ${CMAKE_COMMAND} -E env PATH=$ENV{PATH}:/usr/sbin:/sbin
      dpkg --root=${folder}/root --force-not-root --force-depends --log=${folder}/dpkg.log --install ${packages})
    step("the installed program" ${folder}/root/usr/bin/casement --version)
  elseif(KIND STREQUAL "shared")
    step("installing Casement" ${CMAKE_COMMAND} --install ${WORK}/subdirectory/build --prefix ${folder}/prefix)
    file(GLOB_RECURSE library ${folder}/prefix/libcasement.so)
    step("asking what it exports" nm --dynamic --defined-only --demangle ${library})
    string(REGEX MATCHALL "casement::Page::open\\(" known "${output}")
    if(NOT known)
      message(FATAL_ERROR "shared: casement::Page::open is not exported:\n${output}")
    endif()
    string(REGEX REPLACE "[0-9a-f]+ [A-Za-z] [^\n]*casement::[^\n]*\n" "" foreign "${output}")
    if(foreign)
      message(FATAL_ERROR "shared: names of others are not hidden:\n${foreign}")
    endif()
    set(arguments -DCMAKE_PREFIX_PATH=${folder}/prefix -DCASEMENT_IS_SHARED=ON)
    set(project installed)
  elseif(KIND STREQUAL "subdirectory")
    step("configuring with FetchContent" ${CMAKE_COMMAND} -S ${SOURCE}/subdirectory -B ${folder}/fetched -G Ninja
      -DCMAKE_CXX_COMPILER=${COMPILER} -DCASEMENT_SOURCE=${CASEMENT_SOURCE} -DWITH_FETCH_CONTENT=ON)
    # As a shared library, which consumer_shared installs: Casement is compiled once for the two.
    set(arguments -DCASEMENT_SOURCE=${CASEMENT_SOURCE} -DBUILD_SHARED_LIBS=ON -DCASEMENT_INSTALL=ON)
    set(cases "shop.pay.with a voucher" "shop.pay.with 'quotes', and (brackets) €")
  endif()
  step("configuring" ${CMAKE_COMMAND} -S ${SOURCE}/${project} -B ${folder}/build -G Ninja
    ${cheap} -DCMAKE_CXX_COMPILER=${COMPILER} ${arguments})
  step("building" ${CMAKE_COMMAND} --build ${folder}/build)
  file(GLOB discovered ${folder}/build/*_tests.cmake ${folder}/build/*-tests.cmake)
  if(discovered)
    message(FATAL_ERROR "${KIND}: tests were looked for at build time: ${discovered}")
  endif()
  if(project STREQUAL "installed")
    list(APPEND cases casement.browser.start casement.browser.stop)
  endif()
  run_tests(Shop.TakesAVoucher ${cases})
  if(project STREQUAL "installed")
    check_properties()
    check_dashboard()
  endif()
endif()
