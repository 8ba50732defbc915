# Writes OUTPUT, which defines example_project(): each of FILES (a|b) below ROOT, unchanged; and ci_files(): the recipes of
# CI_DOCUMENT, which `casement init` writes into projects unchanged.
string(REPLACE "|" ";" files "${FILES}")
set(entries "")
foreach(file IN LISTS files)
  file(READ ${ROOT}/${file} text)
  if(text MATCHES "\\)example\"")
    message(FATAL_ERROR "${file} holds the delimiter of the literal it is put into")
  endif()
  string(APPEND entries "    {\"${file}\", R\"example(${text})example\"},\n")
endforeach()
set(recipes "")
file(READ ${CI_DOCUMENT} document)
foreach(recipe IN ITEMS "yaml not-run=\"GitHub runs it\"|.github/workflows/tests.yml" "yaml not-run=\"GitLab runs it\"|.gitlab-ci.yml"
                        "groovy not-run=\"Jenkins runs it\"|Jenkinsfile")
  string(REGEX MATCH "^(.*)\\|(.*)$" _ "${recipe}")
  set(fence "```${CMAKE_MATCH_1}\n")
  set(path "${CMAKE_MATCH_2}")
  string(FIND "${document}" "${fence}" begin)
  if(begin EQUAL -1)
    message(FATAL_ERROR "${CI_DOCUMENT} has no block ${fence}")
  endif()
  string(LENGTH "${fence}" length)
  math(EXPR begin "${begin} + ${length}")
  string(SUBSTRING "${document}" ${begin} -1 rest)
  string(FIND "${rest}" "```" end)
  string(SUBSTRING "${rest}" 0 ${end} text)
  string(APPEND recipes "    {\"${path}\", R\"example(${text})example\"},\n")
endforeach()
file(WRITE ${OUTPUT} "// Generated; see runners/casement/runners/embed_example.cmake.
#include \"casement/runners/example_project.h\"

namespace casement::runners {

std::span<const ExampleFile> example_project() {
  static constexpr ExampleFile files[] = {
${entries}  };
  return files;
}

std::span<const ExampleFile> ci_files() {
  static constexpr ExampleFile files[] = {
${recipes}  };
  return files;
}

}  // namespace casement::runners
")
