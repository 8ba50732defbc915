// Keeps evidence of a failure cheap: a page that does not answer is asked once, and not by each piece of evidence.
#pragma once

#include "casement/browser/page/page_session.h"

namespace casement {

// Throws Error{Timeout} if the page's script does not answer within half a second, longer on a busy machine. While that
// question is open, later calls throw at once.
void require_answering(PageSession& page);

// The same, and throws at once if Chrome paints nothing of the page yet, so that there is no picture of it.
void require_painted(PageSession& page);

}  // namespace casement
