#include "casement/base/regex_translation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "casement/base/characters.h"
#include "casement/base/regex.h"

namespace casement {
namespace {

constexpr std::string_view kSyntax = "^$\\.*+?()[]{}|/";

// Whether both ECMA-262 and PCRE2 know the property (ECMA-262, tables 67 and 68; short names of categories).
bool is_known_property(std::string_view name) {
  static constexpr std::array<std::string_view, 49> kNames{"C",
                                                           "Cc",
                                                           "Cf",
                                                           "Cn",
                                                           "Co",
                                                           "Cs",
                                                           "L",
                                                           "Ll",
                                                           "Lm",
                                                           "Lo",
                                                           "Lt",
                                                           "Lu",
                                                           "M",
                                                           "Mc",
                                                           "Me",
                                                           "Mn",
                                                           "N",
                                                           "Nd",
                                                           "Nl",
                                                           "No",
                                                           "P",
                                                           "Pc",
                                                           "Pd",
                                                           "Pe",
                                                           "Pf",
                                                           "Pi",
                                                           "Po",
                                                           "Ps",
                                                           "S",
                                                           "Sc",
                                                           "Sk",
                                                           "Sm",
                                                           "So",
                                                           "Z",
                                                           "Zl",
                                                           "Zp",
                                                           "Zs",
                                                           "Any",
                                                           "ASCII",
                                                           "Alphabetic",
                                                           "Lowercase",
                                                           "Uppercase",
                                                           "White_Space",
                                                           "Emoji",
                                                           "Emoji_Presentation",
                                                           "Extended_Pictographic",
                                                           "Ideographic",
                                                           "ID_Start",
                                                           "ID_Continue"};
  for (const std::string_view prefix : {"Script=", "sc=", "Script_Extensions=", "scx="}) {
    if (name.starts_with(prefix)) return true;
  }
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

class Translator {
 public:
  Translator(std::string_view pattern, bool ignores_case) : pattern_(pattern), ignores_case_(ignores_case) {}

  RegexTranslation run() {
    while (!done()) {
      begin_ = at_;
      take_one();
    }
    if (!groups_.empty()) throw RegexError("this ( has no closing )", groups_.back().begin);
    out_.origin.push_back(pattern_.size());
    return std::move(out_);
  }

 private:
  bool done() const { return at_ >= pattern_.size(); }
  char peek(std::size_t ahead = 0) const { return at_ + ahead < pattern_.size() ? pattern_[at_ + ahead] : '\0'; }
  std::string_view rest() const { return pattern_.substr(std::min(at_, pattern_.size())); }
  [[noreturn]] void fail(const std::string& message) const { throw RegexError(message, begin_); }

  void write(std::string_view pcre, std::string_view script) {
    out_.pcre += pcre;
    out_.origin.resize(out_.pcre.size(), begin_);
    out_.script += script;
  }
  void write(std::string_view both) { write(both, both); }
  void copy(std::size_t bytes) {
    write(rest().substr(0, bytes));
    at_ += bytes;
  }

  void take_one() {
    const char c = peek();
    switch (c) {
      case '\\':
        return escape();
      case '[':
        return character_class();
      case '(':
        return open_group();
      case ')':
        return close_group();
      case '*':
      case '+':
      case '?':
        return quantifier(1);
      case '{':
        if (const std::size_t length = braces(); length > 0) return quantifier(length);
        [[fallthrough]];
      case '}':
      case ']':  // alone it is a character as any other
        write(std::string{'\\', c});
        ++at_;
        break;
      case '|':
      case '^':
      case '$':
        copy(1);
        repeatable_ = false;
        return;
      default:
        copy(1);
    }
    repeatable_ = true;
  }

  // The length of a quantifier in braces, or 0.
  std::size_t braces() const {
    std::size_t i = 1;
    while (is_ascii_digit(peek(i))) ++i;
    if (i == 1) return 0;
    if (peek(i) == ',') {
      ++i;
      while (is_ascii_digit(peek(i))) ++i;
    }
    return peek(i) == '}' ? i + 1 : 0;
  }

  void quantifier(std::size_t length) {
    if (!repeatable_) fail("nothing to repeat before " + std::string(rest().substr(0, length)));
    copy(length);
    if (peek() == '?') copy(1);
    repeatable_ = false;
  }

  void open_group() {
    bool looks_around = false;
    std::size_t length = 1;
    if (peek(1) == '?') {
      const std::string_view kind = rest().substr(2);
      looks_around = kind.starts_with("=") || kind.starts_with("!") || kind.starts_with("<=") || kind.starts_with("<!");
      if (!looks_around && !kind.starts_with(":") &&
          !(kind.starts_with("<") && kind.find('>') != std::string_view::npos)) {
        fail("a group must begin with (, (?:, (?<name>, (?=, (?!, (?<= or (?<!");
      }
      length = kind.starts_with("<") ? (looks_around ? 4 : 3 + kind.find('>')) : 3;
    }
    copy(length);
    groups_.push_back({begin_, looks_around});
    repeatable_ = false;
  }

  void close_group() {
    if (groups_.empty()) fail("this ) has no opening (");
    copy(1);
    repeatable_ = !groups_.back().looks_around;
    groups_.pop_back();
  }

  void escape() {
    const char c = peek(1);
    repeatable_ = c != 'b' && c != 'B';
    if (!repeatable_) return copy(2);
    if (c >= '1' && c <= '9') {
      std::size_t length = 2;
      while (is_ascii_digit(peek(length))) ++length;
      const std::string_view all = rest().substr(0, length);
      write(fmt::format("\\g{{{}}}", all.substr(1)), all);
      at_ += length;
      return;
    }
    if (c == 'k') {
      const std::size_t close = peek(2) == '<' ? rest().find('>') : std::string_view::npos;
      if (close == std::string_view::npos) fail("\\k needs the name of a group, as in \\k<name>");
      return copy(close + 1);
    }
    character_escape(false);
  }

  // Reads an escape that names a character or a set of characters.
  void character_escape(bool in_class) {
    const char c = peek(1);
    switch (c) {
      case '\0':
        if (at_ + 1 >= pattern_.size()) fail("it ends with \\; write \\\\ for a backslash");
        break;
      case 'd':
      case 'D':
      case 'w':
      case 'W':
      case 't':
      case 'n':
      case 'r':
      case 'f':
        return copy(2);
      case 's':
        return replace(2, "\\p{Xsp}");
      case 'S':
        return replace(2, "\\P{Xsp}");
      case 'v':
        return replace(2, "\\x{b}");
      case '0':
        if (is_ascii_digit(peek(2))) fail("octal escapes are not supported; write \\x and two hexadecimal digits");
        return replace(2, "\\x{0}");
      case 'c':
        if (!is_ascii_letter(peek(2))) fail("\\c needs a letter");
        return copy(3);
      case 'x':
        return code(2, hex(2, 2));
      case 'u':
        return unicode();
      case 'p':
      case 'P':
        return property();
      default:
        break;
    }
    if (is_ascii_letter(c) || is_ascii_digit(c)) fail(fmt::format("\\{} is not an escape of regular expressions", c));
    ++at_;
    // With the flag u, JavaScript allows an escape only for certain characters, and only these need an escape.
    if (kSyntax.find(c) != std::string_view::npos || (in_class && c == '-')) write("\\");
    copy(1);
  }

  void replace(std::size_t length, std::string_view pcre) {
    write(pcre, rest().substr(0, length));
    at_ += length;
  }

  // Reads `digits` hexadecimal digits that begin `ahead` bytes from here.
  std::uint32_t hex(std::size_t ahead, std::size_t digits) const {
    std::uint32_t value = 0;
    const std::string_view text = rest().substr(std::min(ahead, rest().size())).substr(0, digits);
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value, 16);
    if (text.size() != digits || read.ptr != text.data() + digits) {
      fail(fmt::format("\\{} needs {} hexadecimal digits", peek(1), digits));
    }
    return value;
  }
  void code(std::size_t digits, std::uint32_t value) { replace(2 + digits, fmt::format("\\x{{{:x}}}", value)); }

  void unicode() {
    if (peek(2) == '{') {
      const std::size_t close = rest().find('}');
      const std::size_t digits = close == std::string_view::npos ? 0 : close - 3;
      if (digits == 0 || digits > 6) fail("\\u{ needs one to six hexadecimal digits and }");
      return replace(close + 1, fmt::format("\\x{{{:x}}}", hex(3, digits)));
    }
    const std::uint32_t first = hex(2, 4);
    if (first >= 0xD800 && first <= 0xDBFF && peek(6) == '\\' && peek(7) == 'u') {  // a surrogate pair
      const std::uint32_t second = hex(8, 4);
      if (second >= 0xDC00 && second <= 0xDFFF) {
        return replace(12, fmt::format("\\x{{{:x}}}", 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00)));
      }
    }
    code(4, first);
  }

  void property() {
    const std::size_t close = peek(2) == '{' ? rest().find('}') : std::string_view::npos;
    if (close == std::string_view::npos || !is_known_property(rest().substr(3, close - 3))) {
      fail(fmt::format("\\{} needs a property such as {{L}}, {{Lu}}, {{Emoji}} or {{Script=Greek}}", peek(1)));
    }
    const std::string_view name = rest().substr(3, close - 3);
    if (ignores_case_ && (name == "Lu" || name == "Ll" || name == "Lt" || name == "Uppercase" || name == "Lowercase")) {
      fail(fmt::format("\\{}{{{}}} depends on the case of letters, which the flag i ignores", peek(1), name));
    }
    copy(close + 1);
  }

  void character_class() {
    const std::size_t begin = at_;
    copy(1);
    if (peek() == '^') copy(1);
    while (true) {
      if (done()) throw RegexError("this [ has no closing ]", begin);
      begin_ = at_;
      const char c = peek();
      if (c == ']') break;
      if (c == '[') {
        if (peek(1) == ':' && rest().find(":]") != std::string_view::npos) {
          fail("classes such as [:alpha:] are not supported; write \\p{L}, \\d or \\s");
        }
        write("\\[");
        ++at_;
      } else if (c == '\\') {
        class_escape();
      } else {
        copy(1);
      }
    }
    copy(1);
    repeatable_ = true;
  }

  void class_escape() {
    const char c = peek(1);
    if (c == 'b') return replace(2, "\\x{8}");
    character_escape(true);
    // A set, such as \d, cannot begin a range, so the dash is literal.
    if (std::string_view("dDwWsSpP").find(c) == std::string_view::npos || peek() != '-' || peek(1) == ']') return;
    begin_ = at_;
    write("\\");
    copy(1);
  }

  struct Group {
    std::size_t begin;
    bool looks_around;
  };
  std::string_view pattern_;
  bool ignores_case_;
  std::size_t at_ = 0;
  std::size_t begin_ = 0;  // where the construct that is being read begins
  bool repeatable_ = false;
  std::vector<Group> groups_;
  RegexTranslation out_;
};

}  // namespace

RegexTranslation translate_regex(std::string_view pattern, bool ignores_case) {
  return Translator(pattern, ignores_case).run();
}

}  // namespace casement
