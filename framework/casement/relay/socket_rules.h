// Applies the rules of a routed socket, and remembers what they did. Any thread.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "casement/relay/socket_route.h"

namespace casement::relay {

class SocketRules {
 public:
  explicit SocketRules(std::vector<SocketRule> rules) : rules_(std::move(rules)), uses_(rules_.size()) {}

  SocketAnswer answer(const RoutedMessage& message);
  // A line for each rule that has answered no message although messages of its side came, at most three:
  // "rule 1 answered none of 3 messages of the server; the newest was …".
  std::vector<std::string> unused_lines() const;

 private:
  struct Use {
    int seen = 0;     // messages of the rule's side that earlier rules had left
    int matched = 0;  // of these
    bool has_answered = false;
    std::string newest = {};  // of the messages that the rule did not answer
  };
  bool applies(std::size_t index, std::uint64_t connection);

  const std::vector<SocketRule> rules_;
  mutable std::mutex mutex_;  // connections have threads of their own
  std::vector<Use> uses_;
  std::map<std::pair<std::uint64_t, std::size_t>, int> counts_;
};

}  // namespace casement::relay
