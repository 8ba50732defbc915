// Pictures of a page: its viewport, the whole of it, or one element, as PNG; and as PDF.
#pragma once

#include <optional>
#include <string>

#include "casement/input/pointer.h"

namespace casement {

enum class PictureExtent { Viewport, FullPage };

struct PictureOptions {
  PictureExtent extent = PictureExtent::Viewport;
  // Draws a box with its ref around everything that has one in a snapshot taken for it. Into the
  // picture: the page is not touched.
  bool boxes = false;
};

// The bytes of a PNG. Throws Error{Timeout}.
std::string take_picture(PageSession& page, const PictureOptions& options, Deadline deadline);
// Of the element that the target names, once it is visible and stands still: its box, of which a
// frame may show a part only. Throws what retry_action throws.
std::string take_picture_of(PageSession& page, const Target& target, const PictureOptions& options, Deadline deadline);

// The bytes of a PDF, as the page prints.
std::string print_pdf(PageSession& page, const PdfOptions& options, Deadline deadline);

}  // namespace casement
