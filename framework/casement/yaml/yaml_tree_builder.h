// Turns the events of the YAML parser into a YamlNode tree, refusing what flows do not take, and
// turns the parser's errors into ones a tester understands. Used by YamlSource alone.
#pragma once

#include "casement/yaml/yaml_node.h"

namespace casement {

class YamlSource;

class YamlTreeBuilder {
 public:
  // The documents, one or two. Throws Error{Authoring}.
  static std::vector<YamlNode> build(const YamlSource& source);
};

}  // namespace casement
