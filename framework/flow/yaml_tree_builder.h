// Turns the events of the YAML parser into a YamlNode tree, refusing what flows do not take, and
// turns the parser's errors into ones a tester understands. Used by YamlSource alone.
#pragma once

#include "casement/flow/yaml_node.h"

namespace casement {

class YamlSource;

class YamlTreeBuilder {
 public:
  // Throws Error{Authoring}.
  static YamlNode build(const YamlSource& source);
};

}  // namespace casement
