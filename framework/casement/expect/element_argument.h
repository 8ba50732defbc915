// What an expectation of one element compares the element with. Plain data.
#pragma once

#include <string>
#include <vector>

#include "casement/target/target.h"

namespace casement {

// Which of its members an expectation reads: see its row in casement/expect/element_conditions.cc.
struct ElementArgument {
  std::string word = {};                   // a state, a role, classes; the name of an attribute or CSS property
  std::vector<TextPattern> patterns = {};  // the text, the value; several for all that is chosen in a list
};

}  // namespace casement
