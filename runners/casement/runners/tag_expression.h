// The expression of `--tag`, which selects cases: tags joined by `and`, `or`, `not` and parentheses; `not` binds
// tightest, `or` loosest. Immutable. Any thread.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace casement::runners {

class TagExpression {
 public:
  // Throws Error{Usage} with the column of a syntax error.
  explicit TagExpression(std::string_view text);

  bool matches(const std::vector<std::string>& tags) const;
  // The tags in the expression, in order.
  const std::vector<std::string>& tags() const { return tags_; }

  struct Node;

 private:
  std::vector<std::string> tags_;
  std::shared_ptr<const Node> root_;  // shared by copies, because it never changes
};

}  // namespace casement::runners
