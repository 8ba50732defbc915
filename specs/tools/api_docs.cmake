# Makes the API's pages and fails on any warning; and on a public class or struct, or a function of the
# API's face, that does not say what it is. HEADERS, if given, are looked at instead of the project's.
cmake_policy(VERSION 3.25)
if(NOT DOXYGEN OR NOT EXISTS ${DOXYGEN})
  message(FATAL_ERROR "Doxygen is needed for this; the package is called doxygen")
endif()
file(READ ${DOXYFILE} settings)
if(HEADERS)
  string(REGEX REPLACE "INPUT  [^\n]*" "INPUT = \"${HEADERS}\"" settings "${settings}")
endif()
# Doxygen keeps no folder's path but the last.
file(MAKE_DIRECTORY ${WORK})
string(APPEND settings "\nOUTPUT_DIRECTORY = \"${WORK}\"\n")
file(WRITE ${WORK}/Doxyfile "${settings}")
execute_process(COMMAND ${DOXYGEN} ${WORK}/Doxyfile OUTPUT_VARIABLE said ERROR_VARIABLE said RESULT_VARIABLE result)
if(NOT result EQUAL 0 OR NOT said STREQUAL "")
  message("${said}")
  message(FATAL_ERROR "Doxygen ended with ${result}")
endif()

file(WRITE ${WORK}/Doxyfile.strict "${settings}
EXTRACT_ALL = NO
WARN_IF_UNDOCUMENTED = YES
WARN_AS_ERROR = NO
HTML_OUTPUT = strict
")
execute_process(COMMAND ${DOXYGEN} ${WORK}/Doxyfile.strict OUTPUT_VARIABLE said ERROR_VARIABLE said RESULT_VARIABLE result)
string(REGEX MATCHALL "[^\n]*Compound [^\n]* is not documented[^\n]*" undocumented "${said}")
# Of what users call, each function too. What only the engine's own rooms call is left out, and what
# GoogleMock or C++ prescribes.
string(REGEX MATCHALL "[^\n]*[(]function[)][^\n]* is not documented[^\n]*" functions "${said}")
list(FILTER functions EXCLUDE REGEX "/(cdp|bridge|transport)/")
list(FILTER functions EXCLUDE REGEX
  "/(browser/[a-z]+/(console_log|event_log|event_table|frame|frame_id|frame_tree|navigation_log|network_log|page_extension|page_session|route_table)|frames/(frame_query|frame_query_state|owner_lookup)|input/[a-z_]+)[.]h")
list(FILTER functions EXCLUDE REGEX "/(base/(log_ring|unique_fd|weak_ptr)|process/profile_folder|flow/(play/flow_page|run/browser_flow_page|model/variables)|yaml/yaml_(node|source)|snapshot/node)[.]h")
list(FILTER functions EXCLUDE REGEX "operator|[(][A-Z][A-Za-z]+ ?&&|[)] &&|~|MatchAndExplain|DescribeTo|DescribeNegationTo")
list(APPEND undocumented ${functions})
if(undocumented)
  list(JOIN undocumented "\n" lines)
  message("say what these are:\n${lines}")  # as it is: CMake wraps the text of an error wherever its line gets long
  message(FATAL_ERROR "there are silent classes or functions")
endif()
