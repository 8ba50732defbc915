// The argument that an expectation compares an element with. Plain data.
#pragma once

#include <string>
#include <vector>

#include "casement/target/target.h"

namespace casement {

// Each expectation reads some of the members: see its row in casement/expect/element_conditions.cc.
struct ElementArgument {
  std::string word = {};                   // a state, a role, classes; the name of an attribute or CSS property
  std::vector<TextPattern> patterns = {};  // for the text or the value; one for each chosen option of a list
};

}  // namespace casement
