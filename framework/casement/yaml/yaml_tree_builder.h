// Turns the events of the YAML parser into a YamlNode tree. Refuses YAML that flows do not use, and translates the
// parser's errors for testers. Used by YamlSource alone.
#pragma once

#include "casement/yaml/yaml_node.h"

namespace casement {

class YamlSource;

class YamlTreeBuilder {
 public:
  // Returns one or two documents. Throws Error{Authoring}.
  static std::vector<YamlNode> build(const YamlSource& source);
};

}  // namespace casement
