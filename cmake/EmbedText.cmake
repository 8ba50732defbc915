# Joins text files and writes a C++ source that holds them as one string:
#   cmake -DOUTPUT=x.cc -DNAMESPACE=casement -DFUNCTION=bridge_source -DFILES=a|b -P EmbedText.cmake
# Compilers limit a literal's length, so the text stands in adjacent pieces. With SCRIPT=ON it is JavaScript that is sent
# often: comments (lines, and what two spaces set apart from code) and indentation are left out, so in texts of several lines
# white space must not count; and it has to be ASCII, which every program that it goes through keeps as one byte a character.
string(REPLACE "|" ";" files "${FILES}")
set(text "")
foreach(file IN LISTS files)
  file(READ ${file} content)
  string(APPEND text "${content}\n")
endforeach()

if(SCRIPT)
  # The last of two functions of one name would be called for both.
  string(REGEX MATCHALL "\n(async )?function [A-Za-z0-9_]+" names "\n${text}")
  list(TRANSFORM names REPLACE ".* " "")
  set(seen)
  foreach(name IN LISTS names)
    list(FIND seen ${name} place)
    if(NOT place EQUAL -1)
      message(FATAL_ERROR "${FILES}: two functions are named ${name}")
    endif()
    list(APPEND seen ${name})
  endforeach()
  string(REGEX REPLACE "\n[ \t]+" "\n" text "\n${text}")
  string(REGEX REPLACE "\n//[^\n]*" "" text "${text}")
  string(REGEX REPLACE "  // [^\n]*" "" text "${text}")
  string(REGEX REPLACE "\n\n+" "\n" text "${text}")
  string(REGEX MATCH "[^\n]*[^ -~\n][^\n]*" beyond "${text}")
  if(beyond)
    message(FATAL_ERROR "${FILES}: only comments may contain non-ASCII characters; write \\uXXXX: ${beyond}")
  endif()
endif()

set(pieces "")
string(LENGTH "${text}" length)
set(at 0)
set(piece_length 8000)
while(at LESS length)
  string(SUBSTRING "${text}" ${at} ${piece_length} piece)
  math(EXPR end_of_piece "${at} + ${piece_length}")
  string(FIND "${piece}" "\n" last_line_end REVERSE)
  if(end_of_piece LESS length AND last_line_end GREATER 0)
    # Lengths are in bytes, and a character of several would be cut in two.
    math(EXPR kept "${last_line_end} + 1")
    string(SUBSTRING "${piece}" 0 ${kept} piece)
  endif()
  string(APPEND pieces "    R\"CASEMENT(${piece})CASEMENT\"\n")
  string(LENGTH "${piece}" kept)
  math(EXPR at "${at} + ${kept}")
endwhile()
file(WRITE ${OUTPUT} "// Generated; see cmake/EmbedText.cmake.
#include <string_view>

namespace ${NAMESPACE} {

std::string_view ${FUNCTION}() {
  static constexpr std::string_view text =
${pieces}  ;
  return text;
}

}  // namespace ${NAMESPACE}
")
