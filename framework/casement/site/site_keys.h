// The keys of site.yaml. The reader accepts exactly these, and the schema for editors is made from them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace casement {
struct SiteRule;
struct StreamAction;
}  // namespace casement

namespace casement::site {

struct SiteKey {
  enum class Shape {
    Text,
    Scalar,    // a text, a whole number or a boolean
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
    Texts,           // a list of texts
    Socket,          // a map of socket_keys(), or nothing
    SocketMessages,  // a list of maps of socket_message_keys()
    SocketActions,   // a list of maps of socket_action_keys()
    Match,           // a text with *, or names with such texts
    Pointers,        // JSON pointers with JSON pointers
    Events,          // a list of maps of event_keys(), or nothing
  };
  using ActionReader = void(StreamAction& action, const nlohmann::json& value, const SiteKey& key,
                            const std::string& pointer);
  std::string_view name;
  Shape shape = Shape::Text;
  std::string_view help;  // a few words
  int least = 0;
  int most = 0;
  std::vector<std::string> words = {};
  // For rules: reads the key's value. Throws SiteRuleError.
  void (*read)(SiteRule& rule, const nlohmann::json& value, const SiteKey& key, const std::string& pointer) = nullptr;
  // For actions of sockets and event streams: the same.
  ActionReader* read_action = nullptr;
};

// The keys of the file itself, and of each rule (rule_reader.cc).
std::span<const SiteKey> site_keys();
std::span<const SiteKey> site_rule_keys();

// The keys below `socket` and `events` (stream_reader.cc).
std::span<const SiteKey> socket_keys();
std::span<const SiteKey> socket_message_keys();
std::span<const SiteKey> socket_action_keys();
std::span<const SiteKey> event_keys();
// The keys that set what an action does; an action has at most one of them.
std::span<const std::string> stream_answer_keys();

// The keys that set a rule's response; a rule has at most one of them.
std::span<const std::string> site_answer_keys();

std::vector<std::string> names_of(std::span<const SiteKey> keys);

}  // namespace casement::site
