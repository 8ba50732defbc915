// Finds secrets in a text, and ignores case, accents, the width of letters, and separators between letters. Reads the
// text as it is; text_views.h has the other readings. Immutable. Any thread.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "casement/results/text_views.h"

namespace casement::results {

class SecretMatcher {
 public:
  // The origin of a text decides which matches may be coincidences.
  enum class Origin {
    Text,
    Base64,       // only secrets of 6 bytes and more
    Hexadecimal,  // only secrets of 4 bytes and more
    Parts,        // texts that were joined: only secrets of 6 characters, or of 4 characters that are a part each
  };

  explicit SecretMatcher(const std::vector<std::string>& secrets);

  // Returns the places of secrets in any order; the places can overlap.
  std::vector<TextRange> find(std::string_view text, Origin origin, const std::vector<TextRange>* parts) const;

  bool has_escapes() const { return has_escapes_; }   // a secret itself reads as an escape
  std::size_t longest() const { return longest_; }    // of the secrets, in bytes
  std::size_t shortest() const { return shortest_; }  // of possible matches, in bytes

 private:
  // A letter, a digit or a sign. Separators and invisible characters are between units.
  struct Unit {
    char32_t code;
    std::uint32_t begin, end;
  };
  struct Pattern {
    std::u32string codes;
    std::vector<std::string> gaps;  // before the first unit, between units, after the last
    std::size_t bytes = 0;
  };
  // Patterns by the hash of their first units.
  struct Index {
    std::size_t units = 0;
    std::array<bool, 128> begins{};  // whether a pattern begins with this unit
    std::vector<std::uint64_t> filter;
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> patterns;
  };

  static void add_break(std::vector<Unit>& units, std::uint32_t begin, std::uint32_t end);
  static std::vector<Unit> units_of(std::string_view text, bool is_decoded);
  static std::string gap_of(std::string_view text, const std::vector<Unit>& units, std::size_t before);
  void add_pattern(std::string_view secret, bool is_secret_itself);
  // Appends the place of the pattern, if its first units are at `first`.
  void match(const Pattern& pattern, std::string_view text, const std::vector<Unit>& units, std::size_t first,
             Origin origin, const std::vector<TextRange>* parts, std::vector<TextRange>& found) const;

  std::vector<Pattern> patterns_;
  std::vector<Index> indexes_;
  std::vector<std::string> literals_;  // secrets that consist of separators only
  std::vector<std::string> latin1_;    // secrets in ISO 8859-1, searched in bytes
  std::size_t longest_ = 0, shortest_ = 0;
  bool has_escapes_ = false;
};

}  // namespace casement::results
