#include "casement/api/page_structure.h"

#include "casement/api/engine.h"
#include "casement/api/observed.h"
#include "casement/browser/page/page_session.h"

namespace casement {

ContainerChain PageStructure::container(const std::string& ref, Where where) const {
  return observed(handle_of(page_), where, {"resolve_container", "", ref}, [&](PageSession& page) {
    return casement::resolve_container(page, ref, page.deadline(Milliseconds{0}));
  });
}

Pattern PageStructure::pattern(const std::string& ref, int level, const StructureLimits& limits, Where where) const {
  return observed(handle_of(page_), where, {"inspect_pattern", "", ref}, [&](PageSession& page) {
    return casement::inspect_pattern(page, ref, level, limits, page.deadline(Milliseconds{0}));
  });
}

Anchors PageStructure::anchors(const std::string& ref, int level, const StructureLimits& limits, Where where) const {
  return observed(handle_of(page_), where, {"extract_anchors", "", ref}, [&](PageSession& page) {
    return casement::extract_anchors(page, ref, level, limits, page.deadline(Milliseconds{0}));
  });
}

}  // namespace casement
