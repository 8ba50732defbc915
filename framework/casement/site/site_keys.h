// The keys of site.yaml: the reader takes these and no others, and the schema for editors is made of them.
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
    Number,   // whole, from `least` to `most`
    True,     // true, or left out
    Globs,    // names with globs
    Headers,  // names with texts, or with lists of them
    Any,
    Word,   // one of `words`
    Hosts,  // host names with folders, or with nothing
    HostList,
    Rules,
  };
  std::string_view name;
  Shape shape = Shape::Text;
  std::string_view help;  // a few words
  int least = 0;
  int most = 0;
  std::vector<std::string> words = {};
  // Of a rule: reads the key's value. Throws SiteRuleError.
  void (*read)(SiteRule& rule, const nlohmann::json& value, const SiteKey& key) = nullptr;
};

// Of the file itself, and of each of its rules (rule_reader.cc).
std::span<const SiteKey> site_keys();
std::span<const SiteKey> site_rule_keys();

// Those of a rule that say what is answered: at most one of them stands in it.
std::span<const std::string> site_answer_keys();

std::vector<std::string> names_of(std::span<const SiteKey> keys);

}  // namespace casement::site
