// Limits the time that evidence of a failure costs: an unresponsive page is asked once, not once for each piece of
// evidence.
#pragma once

#include "casement/browser/page/page_session.h"

namespace casement {

// Throws Error{Timeout} if the page's script does not answer within half a second, or longer on a busy machine. While
// that question is unanswered, later calls throw at once.
void require_answering(PageSession& page);

// The same, but also throws at once if Chrome has not painted the page yet, because no screenshot is possible then.
void require_painted(PageSession& page);

}  // namespace casement
