// Converts Chrome's answers about an element into the bridge's format: closed shadow roots, data from ElementInternals,
// the controls of carousels. Pure.
#pragma once

#include <vector>

#include "casement/base/json.h"

namespace casement {

// The node of the element's closed shadow root; 0 if there is none. `node`: WebDriver BiDi, script.NodeProperties.
int closed_root_of(const Json& node);

// Converts a node of CDP's DOM domain to WebDriver BiDi's script.NodeProperties, as far as Casement reads them.
Json as_deep_serialized(const Json& node);

// The input of learnElements in element_internals.js. `tree`: an answer of Accessibility.getPartialAXTree, or null.
Json fact_of(const Json& tree, bool closed);

// The nodes of the controls that style sheets give the element (CSS Overflow 5). `node`: from CDP's DOM domain.
std::vector<Json> controls_of(const Json& node);

// The input of learnParts in carousels.js for one of these nodes. `tree`: as for fact_of.
Json fact_of_control(const Json& node, const Json& tree);

}  // namespace casement
