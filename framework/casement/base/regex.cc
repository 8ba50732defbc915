#include "casement/base/regex.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <fmt/format.h>
#include <pcre2.h>

#include <algorithm>

#include "casement/base/regex_deadline.h"
#include "casement/base/regex_translation.h"
#include "casement/base/text.h"

namespace casement {
namespace {

constexpr std::size_t kLongestPattern = 20'000;  // bytes
// A search ends with an error after this many steps: a fraction of a second, the same on every machine.
constexpr std::uint32_t kMostSteps = 5'000'000;
constexpr std::uint32_t kMostMemory = 64 * 1024;  // KiB

thread_local Deadline last_begin = Deadline::never();  // the latest start of a search on this thread

std::string message_of(int code) {
  PCRE2_UCHAR text[256] = {};
  pcre2_get_error_message(code, text, sizeof text);
  return reinterpret_cast<const char*>(text);
}

PCRE2_SPTR bytes(std::string_view text) {
  return reinterpret_cast<PCRE2_SPTR>(text.data());
}

}  // namespace

RegexDeadline::RegexDeadline(Deadline deadline) : outer_(last_begin) {
  last_begin = last_begin.sooner(deadline);
}
RegexDeadline::~RegexDeadline() {
  last_begin = outer_;
}
Deadline RegexDeadline::current() {
  return last_begin;
}

struct Regex::Program {
  struct Free {
    void operator()(pcre2_code* it) const { pcre2_code_free(it); }
    void operator()(pcre2_match_data* it) const { pcre2_match_data_free(it); }
    void operator()(pcre2_match_context* it) const { pcre2_match_context_free(it); }
    void operator()(pcre2_compile_context* it) const { pcre2_compile_context_free(it); }
  };

  std::string written, script;
  bool ignores_case = false;
  std::unique_ptr<pcre2_code, Free> code;
  std::unique_ptr<pcre2_match_context, Free> limits;

  std::string described() const { return "/" + shorten(written, 200) + "/" + (ignores_case ? "i" : ""); }

  // Finds the first match at or after `from`, and stores the spans of the match and its groups. `text` is valid UTF-8.
  bool search(std::string_view text, std::size_t from, pcre2_match_data* spans) const {
    if (last_begin.expired()) {
      throw Error(ErrorKind::Timeout,
                  fmt::format("the regular expression {} could not be compared with all texts in time", described()));
    }
    static constexpr char kNothing = '\0';
    const std::string_view subject = text.data() == nullptr ? std::string_view(&kNothing, 0) : text;
    const int result =
        pcre2_match(code.get(), bytes(subject), subject.size(), from, PCRE2_NO_UTF_CHECK, spans, limits.get());
    if (result == PCRE2_ERROR_NOMATCH) return false;
    if (result >= 0) return true;
    if (result == PCRE2_ERROR_MATCHLIMIT || result == PCRE2_ERROR_HEAPLIMIT || result == PCRE2_ERROR_DEPTHLIMIT) {
      throw Error(ErrorKind::Authoring,
                  fmt::format("matching the regular expression {} on a text of {} characters is too slow", described(),
                              count_characters(text)),
                  {"it can match in too many ways, because of repetitions inside repetitions, as in (a+)+; remove one "
                   "of them"});
    }
    throw Error(ErrorKind::Internal, fmt::format("the regular expression {}: {}", described(), message_of(result)));
  }
};

Regex::Regex(std::string_view pattern, std::string_view flags) {
  const auto program = std::make_shared<Program>();
  program->written = to_valid_utf8(pattern);
  for (const char flag : flags) {
    if (flag == 'i')
      program->ignores_case = true;
    else if (flag != 'u')
      throw RegexError(fmt::format("the flag '{}' is not supported; use i or u", flag), pattern.size());
  }
  if (pattern.size() > kLongestPattern) {
    throw RegexError(fmt::format("it is too long: it has {} bytes, the limit is {}", pattern.size(), kLongestPattern),
                     0);
  }
  RegexTranslation translation = translate_regex(program->written, program->ignores_case);
  program->script = std::move(translation.script);

  const std::unique_ptr<pcre2_compile_context, Program::Free> context(pcre2_compile_context_create(nullptr));
  pcre2_set_newline(context.get(), PCRE2_NEWLINE_ANYCRLF);
  const std::uint32_t options = PCRE2_UTF | PCRE2_NEVER_BACKSLASH_C | PCRE2_NO_UTF_CHECK | PCRE2_ALLOW_EMPTY_CLASS |
                                PCRE2_DOLLAR_ENDONLY | PCRE2_MATCH_UNSET_BACKREF |
                                (program->ignores_case ? PCRE2_CASELESS : 0u);
  int error = 0;
  PCRE2_SIZE at = 0;
  program->code.reset(
      pcre2_compile(bytes(translation.pcre), translation.pcre.size(), options, &error, &at, context.get()));
  if (!program->code) {
    throw RegexError(message_of(error), translation.origin[std::min<std::size_t>(at, translation.pcre.size())]);
  }
  program->limits.reset(pcre2_match_context_create(nullptr));
  pcre2_set_match_limit(program->limits.get(), kMostSteps);
  pcre2_set_heap_limit(program->limits.get(), kMostMemory);
  program_ = program;
}

bool Regex::found_in(std::string_view text) const {
  const std::unique_ptr<pcre2_match_data, Program::Free> spans(pcre2_match_data_create(1, nullptr));
  return is_valid_utf8(text) ? program_->search(text, 0, spans.get())
                             : program_->search(to_valid_utf8(text), 0, spans.get());
}

std::vector<std::string> Regex::groups(std::string_view text) const {
  const std::string valid = to_valid_utf8(text);
  const std::unique_ptr<pcre2_match_data, Program::Free> spans(
      pcre2_match_data_create_from_pattern(program_->code.get(), nullptr));
  std::vector<std::string> groups;
  if (!program_->search(valid, 0, spans.get())) return groups;
  const PCRE2_SIZE* const ends = pcre2_get_ovector_pointer(spans.get());
  for (std::uint32_t i = 0; i < pcre2_get_ovector_count(spans.get()); ++i) {
    const bool took_part = ends[2 * i] != PCRE2_UNSET;
    groups.push_back(took_part ? valid.substr(ends[2 * i], ends[2 * i + 1] - ends[2 * i]) : "");
  }
  return groups;
}

std::optional<std::string> Regex::replaced(std::string_view text, std::string_view with) const {
  const std::string valid = to_valid_utf8(text);
  const std::unique_ptr<pcre2_match_data, Program::Free> spans(pcre2_match_data_create(1, nullptr));
  const PCRE2_SIZE* const ends = pcre2_get_ovector_pointer(spans.get());
  std::string result;
  std::size_t copied = 0, from = 0;
  while (from <= valid.size() && program_->search(valid, from, spans.get())) {
    const std::size_t begin = ends[0], end = ends[1];
    if (end > begin) {
      result.append(valid, copied, begin - copied).append(with);
      copied = from = end;
      continue;
    }
    from = end + 1;  // past an empty match, to the beginning of the next character
    while (from < valid.size() && (static_cast<unsigned char>(valid[from]) & 0xC0) == 0x80) ++from;
  }
  if (copied == 0) return std::nullopt;
  return result.append(valid, copied);
}

const std::string& Regex::script_source() const {
  return program_->script;
}
std::string Regex::script_flags() const {
  return program_->ignores_case ? "iu" : "u";
}

}  // namespace casement
