# The C++ blocks of a page of documentation as a source file of tests: awk -f cpp_blocks.awk writing_specs.md
# A block with a test, a class or an #include stands as it is, after those before it; any other is the
# body of a test of the fixture Guide, on the page that `on=` behind the fence names. A `main` is called by a test.
BEGIN {
  page = ARGV[1]
  sub(/.*\//, "", page)
  sub(/\.md$/, "", page)
  print "// Generated from " page ".md; see specs/docs/cpp_blocks.awk."
  print "#include \"specs/docs/guide.h\""
  # What the blocks include belongs to no namespace.
  while ((getline line < ARGV[1]) > 0) {
    if (line ~ /^ *```/) story = line ~ /^ *```cpp.* step( |$)/
    if (line ~ /^#include </ && !story) print line
  }
  print "namespace docs_" tolower(page) " {"
}
# Steps of a story are compiled by docs_spec.cc.
/^ *```cpp.* step( |$)/ && !inside {
  skipped = 1
  next
}
/^ *```/ && skipped {
  skipped = 0
  next
}
skipped { next }
/^ *```cpp/ && !inside {
  inside = 1
  line = FNR
  info = $0
  text = ""
  whole = 0
  next
}
/^ *```/ && inside {
  inside = 0
  on = ""
  if (match(info, / on=[^ ]+/)) on = substr(info, RSTART + 4, RLENGTH - 4)
  print "// " page ".md:" line
  if (!whole) printf "TEST_F(Guide, %s_line_%d) {\n  at(\"%s\");\n", page, line, on
  printf "%s", text
  if (!whole) print "}"
  if (text ~ /int main\(\)/) printf "TEST(%s_line_%d, Main) { EXPECT_EQ(main(), 0); }\n", page, line
  next
}
inside {
  if ($0 ~ /^(TEST|class |struct |#include|CASEMENT_)/) whole = 1
  text = text $0 "\n"
}
END { print "}  // namespace" }
