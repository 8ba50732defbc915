# Writes OUTPUT, which defines example_project(): every one of FILES (a|b) below ROOT as it is.
string(REPLACE "|" ";" files "${FILES}")
set(entries "")
foreach(file IN LISTS files)
  file(READ ${ROOT}/${file} text)
  if(text MATCHES "\\)example\"")
    message(FATAL_ERROR "${file} holds the delimiter of the literal it is put into")
  endif()
  string(APPEND entries "    {\"${file}\", R\"example(${text})example\"},\n")
endforeach()
file(WRITE ${OUTPUT} "// Generated; see runners/embed_example.cmake.
#include \"casement/runners/example_project.h\"

namespace casement::runners {

std::span<const ExampleFile> example_project() {
  static constexpr ExampleFile files[] = {
${entries}  };
  return files;
}

}  // namespace casement::runners
")
