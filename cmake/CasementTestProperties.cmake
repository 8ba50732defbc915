# PROPERTIES of casement_add_flows and casement_discover_specs. The tests are made when ctest starts, so nobody else can give
# them any.
include_guard(GLOBAL)

# cmake-properties(7), of tests; without those that are keywords of ours, which Casement heeds itself.
set_property(GLOBAL PROPERTY CASEMENT_TEST_PROPERTIES
  ATTACHED_FILES ATTACHED_FILES_ON_FAIL COST DEPENDS DISABLED ENVIRONMENT ENVIRONMENT_MODIFICATION
  FAIL_REGULAR_EXPRESSION FIXTURES_CLEANUP FIXTURES_REQUIRED FIXTURES_SETUP GENERATED_RESOURCE_SPEC_FILE MEASUREMENT
  PASS_REGULAR_EXPRESSION PROCESSOR_AFFINITY REQUIRED_FILES RESOURCE_GROUPS RESOURCE_LOCK RUN_SERIAL
  SKIP_REGULAR_EXPRESSION SKIP_RETURN_CODE TIMEOUT_AFTER_MATCH TIMEOUT_SIGNAL_GRACE_PERIOD TIMEOUT_SIGNAL_NAME WILL_FAIL)

# One that was written as if it were a keyword of ours.
function(_casement_stray_properties function)
  get_property(known GLOBAL PROPERTY CASEMENT_TEST_PROPERTIES)
  foreach(argument IN LISTS ARGN)
    if(argument IN_LIST known)
      message(FATAL_ERROR "${function}: '${argument}' is a property of ctest; write PROPERTIES ${argument} …, after "
        "the other arguments")
    endif()
  endforeach()
endfunction()

# Checks arg_PROPERTIES. Sets property_ENVIRONMENT and property_FIXTURES_REQUIRED, to which Casement adds, and
# `properties`, the others as names and values; semicolons within a value are escaped.
function(_casement_test_properties function)
  get_property(known GLOBAL PROPERTY CASEMENT_TEST_PROPERTIES)
  set(property_ENVIRONMENT)
  set(property_FIXTURES_REQUIRED)
  set(properties)
  set(given)
  set(name)
  foreach(part IN LISTS arg_PROPERTIES)
    if(NOT name)
      set(name "${part}")
      if(NOT name IN_LIST known)
        message(FATAL_ERROR "${function}: ctest has no property '${name}'. PROPERTIES needs a property and a value in "
          "turns, and several values in quotes: PROPERTIES FIXTURES_REQUIRED \"tea;coffee\" RESOURCE_LOCK clipboard")
      elseif(name IN_LIST given)
        message(FATAL_ERROR "${function}: ${name} is given twice; put several values in quotes: \"tea;coffee\"")
      endif()
      list(APPEND given ${name})
      continue()
    endif()
    if(name MATCHES "^(ENVIRONMENT|FIXTURES_REQUIRED)$")
      set(property_${name} "${part}")
    else()
      string(REPLACE ";" "\\;" escaped "${part}")
      list(APPEND properties ${name} "${escaped}")
    endif()
    set(name)
  endforeach()
  if(name)
    message(FATAL_ERROR "${function}: the property ${name} has no value")
  endif()
  foreach(variable IN LISTS property_ENVIRONMENT)
    if(NOT variable MATCHES "^[^=]+=")
      message(FATAL_ERROR "${function}: ENVIRONMENT needs NAME=value, not '${variable}'")
    endif()
  endforeach()
  set(property_ENVIRONMENT "${property_ENVIRONMENT}" PARENT_SCOPE)
  set(property_FIXTURES_REQUIRED "${property_FIXTURES_REQUIRED}" PARENT_SCOPE)
  set(properties "${properties}" PARENT_SCOPE)
endfunction()
