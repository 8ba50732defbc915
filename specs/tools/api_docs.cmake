# Makes the API's pages and fails on any warning; and on a public class or struct, or a function of the
# API's face, that does not say what it is. HEADERS, if given, are looked at instead of the project's.
cmake_policy(VERSION 3.25)
if(NOT DOXYGEN OR NOT EXISTS ${DOXYGEN})
  message(FATAL_ERROR "Doxygen is needed for this; the package is called doxygen")
endif()
file(READ ${DOXYFILE} settings)
if(HEADERS)
  string(REGEX REPLACE "INPUT  [^\n]*" "INPUT = ${HEADERS}" settings "${settings}")
endif()
# Doxygen keeps no folder's path but the last.
file(MAKE_DIRECTORY ${WORK})
string(APPEND settings "\nOUTPUT_DIRECTORY = ${WORK}\n")
file(WRITE ${WORK}/Doxyfile "${settings}")
execute_process(COMMAND ${DOXYGEN} ${WORK}/Doxyfile OUTPUT_VARIABLE said ERROR_VARIABLE said RESULT_VARIABLE result)
if(NOT result EQUAL 0 OR NOT said STREQUAL "")
  message(FATAL_ERROR "Doxygen ended with ${result}:\n${said}")
endif()

file(WRITE ${WORK}/Doxyfile.strict "${settings}
EXTRACT_ALL = NO
WARN_IF_UNDOCUMENTED = YES
WARN_AS_ERROR = NO
HTML_OUTPUT = strict
")
execute_process(COMMAND ${DOXYGEN} ${WORK}/Doxyfile.strict OUTPUT_VARIABLE said ERROR_VARIABLE said RESULT_VARIABLE result)
string(REGEX MATCHALL "[^\n]*Compound [^\n]* is not documented[^\n]*" undocumented "${said}")
# Of what every test uses, each function too.
string(REGEX MATCHALL
  "[^\n]*(/api/[a-z]+|fixtures/(browser_test|site_test|role_test|visitors|process|expectations))[.]h:[^\n]*[(]function[)][^\n]* is not documented[^\n]*"
  functions "${said}")
list(FILTER functions EXCLUDE REGEX "operator|[(][A-Z][A-Za-z]+ ?&&|~")
list(APPEND undocumented ${functions})
if(undocumented)
  list(JOIN undocumented "\n" lines)
  message(FATAL_ERROR "say what these are:\n${lines}")
endif()
