# What Doxygen reads of a header: its plain comments as Doxygen's own. The first paragraph is the file's,
# and that of the class the file is named after; a comment behind a declaration belongs to it; one
# above a run of functions to each of them that has none of its own. Texts are taken as they are, not as
# commands.
function snake(name,  text, i, c) {
  text = ""
  for (i = 1; i <= length(name); ++i) {
    c = substr(name, i, 1)
    if (c ~ /[A-Z]/) text = text (i > 1 ? "_" : "") tolower(c)
    else text = text c
  }
  return text
}
function plain(text) {
  gsub(/[\\@<>&$#"%]/, "\\\\&", text)
  return text
}
function function_name(line) {
  if (!match(line, /[ ~][A-Za-z_~]+\(/)) return ""
  return substr(line, RSTART + 1, RLENGTH - 2)
}
function flush_comment() {
  if (comment != "") printf "%s", comment
}
FNR == 1 {
  name = FILENAME
  sub(/.*\//, "", name)
  sub(/\.h$/, "", name)
  in_paragraph = 1
  has_paragraph = 0
  paragraph = ""
}
in_paragraph {
  if ($0 ~ /^\/\//) {
    text = $0
    sub(/^\/\/ ?/, "", text)
    paragraph = paragraph "/// " plain(text) "\n"
    if (FNR == 1) print "/// \\file"
    print "/// " plain(text)
    next
  }
  in_paragraph = 0
}
/^ *\/\/( |$)/ {
  text = $0
  match(text, /^ */)
  spaces = RLENGTH
  sub(/^ *\/\/ ?/, "", text)
  if (!in_comment) comment = ""
  comment = comment sprintf("%*s/// %s\n", spaces, "", plain(text))
  in_comment = 1
  pending = 1
  next
}
{
  line = $0
  trailing = ""
  if (match(line, /[^ \/:] +\/\/ [^"]*$/)) {
    trailing = substr(line, RSTART + 1)
    sub(/^ *\/\/ /, "", trailing)
    line = substr(line, 1, RSTART)
  }
  if (line ~ /^ *$/ || line ~ /^ *(public|private|protected):/ || line ~ /^#/) {
    # A comment that stands alone is about what comes, but about no declaration.
    comment = ""
    pending = in_comment = 0
    print line
    next
  }
  # Between a template's head and the rest nothing can stand.
  if (line ~ /^ *template <.*>$/ && trailing == "") {
    head = head line "\n"
    next
  }
  if (line ~ /^ *(class|struct|enum class) [A-Z][A-Za-z]*( final)?( :.*)? *\{/) {
    split(line, words, " ")
    if (trailing != "") {
      print "/// " plain(trailing)
      trailing = ""
    } else if (!pending && !has_paragraph && (words[1] == "class" && index(snake(words[2]), name) || snake(words[2]) == name)) {
      printf "%s", paragraph
      has_paragraph = 1
    }
  }
  called = function_name(line)
  if (pending || (comment != "" && called != "" && commented != "" && trailing == "" && ended)) flush_comment()
  if (pending && comment != "") commented = called
  ended = line ~ /[;}]$/
  pending = in_comment = 0
  if (line ~ /^ *\};$/) comment = ""
  printf "%s", head
  head = ""
  if (trailing == "" || line ~ /^}/) print line
  else print line "  ///< " plain(trailing)
}
