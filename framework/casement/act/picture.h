// Pictures of a page: the viewport, the whole document or one element as PNG, and the page as PDF.
#pragma once

#include <string>
#include <vector>

#include "casement/act/frame_boxes.h"
#include "casement/input/pointer.h"

namespace casement {

// Returns the bytes of a PNG. A picture of a whole page shows only the top `most_height` CSS pixels; 0: no limit.
// `part`, if given, is set to the pictured area in the main frame's viewport. Throws Error{Timeout}, or
// Error{FrameGone} if a document is still being replaced at the deadline.
std::string take_picture(PageSession& page, const ScreenshotOptions& options, Deadline deadline, double most_height = 0,
                         Box* part = nullptr);
// Returns the height of the whole document in CSS pixels.
double document_height(PageSession& page, Deadline deadline);
// Takes a picture of the target's element after the element is visible and has stopped moving. The picture shows the
// element's box, without parts that a frame cuts off. Throws the errors of retry_action.
std::string take_picture_of(PageSession& page, const Target& target, const ScreenshotOptions& options,
                            Deadline deadline, Box* part = nullptr);

// An element as it appears in reports, with its box in the main frame's viewport.
struct SeenElement {
  std::string name;  // `button "Pay" [ref=f1_e3]`
  Box box;
};
// Returns the elements of a new snapshot of which the frames around them show a part, frame by frame, in document
// order.
std::vector<SeenElement> seen_elements(PageSession& page, Deadline deadline);

// Returns the bytes of a PDF of the page as printed. Throws Error{Usage} for an invalid scale or paper.
std::string print_pdf(PageSession& page, const PdfOptions& options, Deadline deadline);

}  // namespace casement
