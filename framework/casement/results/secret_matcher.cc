#include "casement/results/secret_matcher.h"

#include <algorithm>
#include <array>
#include <utility>

#include "casement/base/bare_letters.h"

namespace casement::results {
namespace {

constexpr std::size_t kIndexedUnits = 4;
constexpr std::size_t kShortestCut = 4;                               // units in front of "…"
constexpr std::size_t kShortestSpread = 4;                            // units that are each followed by a separator
constexpr std::size_t kShortestRegrouped = 6;                         // units with other separators than the secret has
constexpr std::size_t kShortestBase64 = 6, kShortestHexadecimal = 4;  // bytes
constexpr std::size_t kMostLayers = 8;
constexpr std::size_t kLongestEdge = 256;
constexpr char32_t kCut = U'…';
constexpr char32_t kBreakCode = 0xFFFFFFFF;

enum class Kind { Letter, Space, Separator, Unseen };

Kind kind_of(char32_t code) {
  if (code == 0xA0 || code == 0x85 || code == 0x1680 || (code >= 0x2000 && code <= 0x200A) || code == 0x2028 ||
      code == 0x2029 || code == 0x202F || code == 0x205F || code == 0x3000) {
    return Kind::Space;
  }
  if (code < 0x80) {
    constexpr std::string_view kSpaces = " \t\n\r\v\f+", kSeparators = "-_.,\"'|";
    const char c = static_cast<char>(code);
    if (kSpaces.find(c) != std::string_view::npos) return Kind::Space;
    if (kSeparators.find(c) != std::string_view::npos) return Kind::Separator;
    return code < 0x20 || code == 0x7F || c == '\\' ? Kind::Unseen : Kind::Letter;
  }
  if ((code >= 0x2010 && code <= 0x2015) || code == 0x2212 || code == 0xB7 || code == 0xFE63 || code == 0xFF0D) {
    return Kind::Separator;
  }
  const bool is_unseen = code < 0xA0 || code == 0xAD || code == 0x34F || code == 0x61C || code == 0x180E ||
                         (code >= 0x200B && code <= 0x200F) || (code >= 0x202A && code <= 0x202E) ||
                         (code >= 0x2060 && code <= 0x206F) || (code >= 0xFE00 && code <= 0xFE0F) || code == 0xFEFF ||
                         (code >= 0xE0000 && code <= 0xE0FFF);
  return is_unseen ? Kind::Unseen : Kind::Letter;
}

const std::array<Kind, 128>& ascii_kinds() {
  static const std::array<Kind, 128> kinds = [] {
    std::array<Kind, 128> made{};
    for (char32_t code = 0; code < 128; ++code) made[code] = kind_of(code);
    return made;
  }();
  return kinds;
}

struct Character {
  char32_t code;
  std::uint32_t length;
};

// A byte that is not UTF-8 reads as ISO 8859-1, as in `escape("ö")`.
Character character_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
  const unsigned char first = byte(0);
  if (first == static_cast<unsigned char>(kViewBreak)) return {kBreakCode, 1};
  const std::uint32_t length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 1;
  if (length == 1 || at + length > text.size()) return {first, 1};
  char32_t code = first & (0xFFu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {first, 1};
    code = code << 6 | (byte(i) & 0x3Fu);
  }
  return code > 0x10FFFF ? Character{first, 1} : Character{code, length};
}

// Writes separators in one spelling: one space for white space, "-" for dashes, nothing for invisible characters.
std::string plain_gap(std::string_view raw) {
  std::string gap;
  std::array<char32_t, 3> letters{};
  for (std::size_t at = 0; at < raw.size();) {
    const Character next = character_at(raw, at);
    const Kind kind = kind_of(next.code);
    if (kind == Kind::Space) {
      if (gap.empty() || gap.back() != ' ') gap += ' ';
    } else if (kind == Kind::Separator) {
      if (next.code < 0x80)
        gap += static_cast<char>(next.code);
      else
        gap += next.code == 0xB7 ? '.' : '-';
    } else if (kind == Kind::Letter && bare_letters(next.code, letters) > 0) {
      gap += '?';  // not part of a gap
    }
    at += next.length;
  }
  return gap;
}

std::uint32_t mix(std::uint32_t hash, char32_t code) {
  hash = (hash ^ static_cast<std::uint32_t>(code)) * 0x9E3779B1u;
  return hash ^ hash >> 15;
}
constexpr std::size_t kFilterBits = 1 << 16;

// Whether a UTF-8 character begins or the text ends at `at`.
bool is_border(std::string_view text, std::size_t at) {
  return at == text.size() || (text[at] & 0xC0) != 0x80;
}

// Converts the text to ISO 8859-1, as `btoa` encodes it; "" for ASCII and for text that has other characters.
std::string latin1_of(std::string_view text) {
  std::string latin1;
  bool is_ascii = true;
  for (std::size_t at = 0; at < text.size();) {
    const Character next = character_at(text, at);
    if (next.code > 0xFF) return "";
    is_ascii = is_ascii && next.code < 0x80;
    latin1 += static_cast<char>(next.code);
    at += next.length;
  }
  return is_ascii ? "" : latin1;
}

void find_literals(std::string_view text, const std::vector<std::string>& literals, std::vector<TextRange>& found) {
  for (const std::string& literal : literals) {
    for (std::size_t at = text.find(literal); at != std::string_view::npos;
         at = text.find(literal, at + literal.size())) {
      found.push_back({static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + literal.size())});
    }
  }
}

}  // namespace

void SecretMatcher::add_break(std::vector<Unit>& units, std::uint32_t begin, std::uint32_t end) {
  if (units.empty() || units.back().code != kBreakCode) units.push_back({kBreakCode, begin, end});
}

std::vector<SecretMatcher::Unit> SecretMatcher::units_of(std::string_view text, bool is_decoded) {
  const std::array<Kind, 128>& kinds = ascii_kinds();
  std::vector<Unit> units;
  units.reserve(text.size());
  std::array<char32_t, 3> letters{};
  for (std::uint32_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0x80) {
      if (kinds[byte] == Kind::Letter) {
        units.push_back({byte >= 'A' && byte <= 'Z' ? byte + char32_t{32} : byte, at, at + 1});
      } else if (is_decoded && byte < 0x20 && kinds[byte] == Kind::Unseen && byte != 0) {
        add_break(units, at, at + 1);  // bytes that are not text
      }
      ++at;
      continue;
    }
    const Character next = character_at(text, at);
    const std::uint32_t end = at + next.length;
    if (next.code == kBreakCode || (is_decoded && next.length == 1)) {
      add_break(units, at, end);
    } else if (kind_of(next.code) == Kind::Letter) {
      const std::size_t count = bare_letters(next.code, letters);
      for (std::size_t i = 0; i < count; ++i) units.push_back({letters[i], at, end});
      if (count == 0 && !units.empty() && units.back().end == at) units.back().end = end;  // an accent
    }
    at = end;
  }
  return units;
}

std::string SecretMatcher::gap_of(std::string_view text, const std::vector<Unit>& units, std::size_t before) {
  const std::size_t begin = before == 0 ? 0 : units[before - 1].end;
  const std::size_t end = before == units.size() ? text.size() : units[before].begin;
  return end <= begin ? std::string() : plain_gap(text.substr(begin, end - begin));
}

SecretMatcher::SecretMatcher(const std::vector<std::string>& secrets) {
  for (const std::string& secret : secrets) {
    if (secret.empty()) continue;
    longest_ = std::max(longest_, secret.size());
    add_pattern(secret, true);
    if (std::string latin1 = latin1_of(secret); latin1.size() >= kShortestBase64) latin1_.push_back(std::move(latin1));
    // A page can decode a secret that itself reads as an escape.
    std::string text = secret;
    for (std::size_t layer = 0; layer < kMostLayers; ++layer) {
      TextView inner = without_escapes(text, text.size());
      if (inner.text.empty() || inner.text == text) break;
      has_escapes_ = true;
      text = std::move(inner.text);
      add_pattern(text, false);
    }
  }
  shortest_ = longest_;
  for (const Pattern& pattern : patterns_) shortest_ = std::min(shortest_, pattern.codes.size());
  for (const std::string& literal : literals_) shortest_ = std::min(shortest_, literal.size());
  if (std::ranges::any_of(patterns_, [](const Pattern& one) { return one.codes.size() >= kShortestCut; })) {
    shortest_ = std::min(shortest_, kShortestCut);  // a part of a secret in a message that was cut
  }
}

void SecretMatcher::add_pattern(std::string_view secret, bool is_secret_itself) {
  const std::vector<Unit> units = units_of(secret, false);
  if (units.empty()) {
    if (is_secret_itself) literals_.emplace_back(secret);
    return;
  }
  if (!is_secret_itself && units.size() < kShortestSpread) return;
  Pattern pattern;
  pattern.bytes = secret.size();
  for (const Unit& unit : units) pattern.codes += unit.code;
  for (std::size_t i = 0; i <= units.size(); ++i) pattern.gaps.push_back(gap_of(secret, units, i));
  const std::size_t indexed = std::min(kIndexedUnits, units.size());
  auto index = std::ranges::find(indexes_, indexed, &Index::units);
  if (index == indexes_.end()) {
    indexes_.push_back({indexed, {}, std::vector<std::uint64_t>(kFilterBits / 64), {}});
    index = indexes_.end() - 1;
  }
  if (pattern.codes[0] < index->begins.size()) index->begins[pattern.codes[0]] = true;
  std::uint32_t hash = 0;
  for (std::size_t i = 0; i < indexed; ++i) hash = mix(hash, pattern.codes[i]);
  index->filter[hash % kFilterBits / 64] |= std::uint64_t{1} << hash % 64;
  index->patterns[hash].push_back(static_cast<std::uint32_t>(patterns_.size()));
  patterns_.push_back(std::move(pattern));
}

void SecretMatcher::match(const Pattern& pattern, std::string_view text, const std::vector<Unit>& units,
                          std::size_t first, Origin origin, const std::vector<TextRange>* parts,
                          std::vector<TextRange>& found) const {
  std::size_t same = 0;
  while (same < pattern.codes.size() && first + same < units.size() &&
         units[first + same].code == pattern.codes[same]) {
    ++same;
  }
  const bool is_whole = same == pattern.codes.size();
  const bool is_cut = !is_whole && same >= kShortestCut && first + same < units.size() &&
                      units[first + same].code == kCut && origin == Origin::Text;
  if (!is_whole && !is_cut) return;
  if ((origin == Origin::Base64 && pattern.bytes < kShortestBase64) ||
      (origin == Origin::Hexadecimal && pattern.bytes < kShortestHexadecimal))
    return;

  bool is_exact = true, is_spread = true;
  for (std::size_t i = 1; i < same; ++i) {
    const Unit &before = units[first + i - 1], &behind = units[first + i];
    const bool is_new_part = parts != nullptr && (*parts)[before.end - 1].end != (*parts)[behind.begin].begin;
    if (behind.begin <= before.end) {
      if (!is_new_part) is_spread = false;
      if (!pattern.gaps[i].empty()) is_exact = false;
      continue;
    }
    if (is_exact && gap_of(text, units, first + i) != pattern.gaps[i]) is_exact = false;
  }
  if (origin == Origin::Parts) is_exact = false;
  TextRange range{units[first].begin, units[first + same - 1].end};
  // Separators around the secret belong to it. As few separators as possible are hidden.
  const std::string &leading = pattern.gaps.front(), &trailing = pattern.gaps.back();
  if (!leading.empty()) {
    const std::uint32_t limit = first == 0 ? 0 : units[first - 1].end;
    std::uint32_t begin = range.begin;
    bool holds = false;
    while (!holds && begin > limit && range.begin - begin < kLongestEdge) {
      --begin;
      holds = is_border(text, begin) && plain_gap(text.substr(begin, range.begin - begin)) == leading;
    }
    is_exact = is_exact && holds;
    if (holds) range.begin = begin;
  }
  if (is_whole && !trailing.empty()) {
    const std::size_t next = first + same;
    const auto limit = next < units.size() ? units[next].begin : static_cast<std::uint32_t>(text.size());
    std::uint32_t end = range.end;
    bool holds = false;
    while (!holds && end < limit && end - range.end < kLongestEdge) {
      ++end;
      holds = is_border(text, end) && plain_gap(text.substr(range.end, end - range.end)) == trailing;
    }
    is_exact = is_exact && holds;
    if (holds) range.end = end;
  }
  const bool is_long_enough =
      is_exact || same >= kShortestRegrouped || (is_spread && is_whole && same >= kShortestSpread);
  if (is_long_enough) found.push_back(range);
}

std::vector<TextRange> SecretMatcher::find(std::string_view text, Origin origin,
                                           const std::vector<TextRange>* parts) const {
  std::vector<TextRange> found;
  if (text.size() < shortest_) return found;
  const bool is_decoded = origin == Origin::Base64 || origin == Origin::Hexadecimal;
  if (origin == Origin::Text) find_literals(text, literals_, found);
  if (is_decoded) find_literals(text, latin1_, found);
  const std::vector<Unit> units = units_of(text, is_decoded);
  for (const Index& index : indexes_) {
    for (std::size_t first = 0; first + index.units <= units.size(); ++first) {
      std::uint32_t hash = 0;
      const char32_t code = units[first].code;
      if (code < index.begins.size() && !index.begins[code]) continue;
      for (std::size_t i = 0; i < index.units; ++i) hash = mix(hash, units[first + i].code);
      if ((index.filter[hash % kFilterBits / 64] >> hash % 64 & 1) == 0) continue;
      const auto patterns = index.patterns.find(hash);
      if (patterns == index.patterns.end()) continue;
      for (const std::uint32_t place : patterns->second) {
        match(patterns_[place], text, units, first, origin, parts, found);
      }
    }
  }
  return found;
}

}  // namespace casement::results
