// What Chrome's answers about an element come to, in the form that the bridge takes: closed shadow roots, what elements
// say through their ElementInternals, the controls of carousels. Pure.
#pragma once

#include <vector>

#include "casement/base/json.h"

namespace casement {

// The node of the element's closed shadow root; 0 if it has none. `node`: WebDriver BiDi, script.NodeProperties.
int closed_root_of(const Json& node);

// A node of CDP's DOM domain as WebDriver BiDi's script.NodeProperties describes it, as far as it is read here.
Json as_deep_serialized(const Json& node);

// What learnElements in element_internals.js takes. `tree`: an answer of Accessibility.getPartialAXTree, or null.
Json fact_of(const Json& tree, bool closed);

// The nodes of the controls that style sheets give the element (CSS Overflow 5). `node`: one of CDP's DOM domain.
std::vector<Json> controls_of(const Json& node);

// What learnParts in carousels.js takes of one of these nodes. `tree` as for fact_of.
Json fact_of_control(const Json& node, const Json& tree);

}  // namespace casement
