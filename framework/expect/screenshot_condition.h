// Whether a page looks like an approved picture.
#pragma once

#include <string>

#include "casement/expect/element_conditions.h"
#include "casement/expect/image_compare.h"

namespace casement {

// Waits until a screenshot of the viewport, or of the one element that `target` names where it is
// not null, is the same as the PNG in `approved` within the tolerance. Throws Error{Assertion} with
// how they differ, having put NAME.actual.png and NAME.difference.png beside it, or where the
// tolerance says; Error{Usage} where it cannot be read or is no PNG, having put NAME.actual.png
// there if that can be written. With CASEMENT_APPROVE=1 in the environment the picture is written
// instead.
void await_screenshot(PageSession& page, const Target* target, const std::string& approved,
                      const ImageTolerance& tolerance, Negated negated, const WaitBudget& within);

}  // namespace casement
