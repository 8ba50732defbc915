// The keys of site.yaml. The reader accepts exactly these, and the schema for editors is made from them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace casement {
struct SiteRule;
}

namespace casement::site {

struct SiteKey {
  enum class Shape {
    Text,
    Number,    // a whole number, from `least` to `most`
    Duration,  // 300ms, 1s, 2m, or a number of milliseconds, from `least` to `most`
    True,      // true, or omitted
    Globs,     // names with globs, whole numbers or booleans
    Headers,   // names with texts or lists of texts
    Any,
    Word,   // one of `words`
    Hosts,  // host names with folders or empty values
    HostList,
    Rules,
  };
  std::string_view name;
  Shape shape = Shape::Text;
  std::string_view help;  // a few words
  int least = 0;
  int most = 0;
  std::vector<std::string> words = {};
  // For rules: reads the key's value. Throws SiteRuleError.
  void (*read)(SiteRule& rule, const nlohmann::json& value, const SiteKey& key) = nullptr;
};

// The keys of the file itself, and of each rule (rule_reader.cc).
std::span<const SiteKey> site_keys();
std::span<const SiteKey> site_rule_keys();

// The keys that set a rule's response; a rule has at most one of them.
std::span<const std::string> site_answer_keys();

std::vector<std::string> names_of(std::span<const SiteKey> keys);

}  // namespace casement::site
