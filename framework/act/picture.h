// Pictures of a page: its viewport, the whole of it, or one element, as PNG; and as PDF.
#pragma once

#include <string>

#include "casement/input/pointer.h"

namespace casement {

// The bytes of a PNG. Of a whole page that is taller than `most_height` CSS pixels, the top; 0: all of it. Throws
// Error{Timeout}.
std::string take_picture(PageSession& page, const ScreenshotOptions& options, Deadline deadline,
                         double most_height = 0);
// Of the whole document, in CSS pixels.
double document_height(PageSession& page, Deadline deadline);
// Of the element that the target names, once it is visible and stands still: its box, of which a
// frame may show a part only. Throws what retry_action throws.
std::string take_picture_of(PageSession& page, const Target& target, const ScreenshotOptions& options,
                            Deadline deadline);

// The bytes of a PDF, as the page prints.
std::string print_pdf(PageSession& page, const PdfOptions& options, Deadline deadline);

}  // namespace casement
