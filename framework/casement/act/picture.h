// Pictures of a page: its viewport, the whole of it, or one element, as PNG; and as PDF.
#pragma once

#include <string>
#include <vector>

#include "casement/act/frame_boxes.h"
#include "casement/input/pointer.h"

namespace casement {

// The bytes of a PNG. Of a whole page that is taller than `most_height` CSS pixels, the top; 0: all of it. `part`, if
// given, gets what the picture shows, in the main frame's viewport. Throws Error{Timeout}.
std::string take_picture(PageSession& page, const ScreenshotOptions& options, Deadline deadline, double most_height = 0,
                         Box* part = nullptr);
// Of the whole document, in CSS pixels.
double document_height(PageSession& page, Deadline deadline);
// Of the element that the target names, once it is visible and stands still: its box, of which a
// frame may show a part only. Throws what retry_action throws.
std::string take_picture_of(PageSession& page, const Target& target, const ScreenshotOptions& options,
                            Deadline deadline, Box* part = nullptr);

// An element of the page as people name it, with its box in the main frame's viewport.
struct SeenElement {
  std::string name;  // `button "Pay" [ref=f1_e3]`
  Box box;
};
// All that a snapshot of every frame has, in document order.
std::vector<SeenElement> seen_elements(PageSession& page, Deadline deadline);

// The bytes of a PDF, as the page prints.
std::string print_pdf(PageSession& page, const PdfOptions& options, Deadline deadline);

}  // namespace casement
