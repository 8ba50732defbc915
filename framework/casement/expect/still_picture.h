// Pictures of a page that stands still, ready to be compared.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "casement/act/still_page.h"
#include "casement/base/image.h"
#include "casement/expect/difference_places.h"
#include "casement/expect/image_compare.h"
#include "casement/expect/picture_options.h"

namespace casement {

struct StillPicture {
  std::string png;         // what Chrome drew, if nothing was cut off or painted over; "" otherwise
  Image image;             // the part that counts, without paint
  std::vector<Box> masks;  // in its pixels
  Box part;                // what it shows, in the main frame's viewport
};

// Paints over what is masked.
void paint_masks(Image& image, const std::vector<Box>& masks);
// As it is written and reported.
std::string png_of(const StillPicture& picture);
// Without the masked pixels. Pictures of two sizes are never the same.
ImageDifference compare_pictures(const Image& expected, const StillPicture& actual, const PictureOptions& options);

class StillCamera {
 public:
  // Throws what `check_picture_options` throws. `target` is null for the page.
  StillCamera(PageSession& page, const Target* target, const PictureOptions& options);

  // Spares decoding a picture with the same bytes as this one.
  void know(std::string png, Image image);
  // Takes pictures until two in a row are the same; `why` then stays empty. Otherwise returns nothing, and `why` says
  // what moves or is missing: call again after a change.
  std::optional<StillPicture> take(Deadline deadline, std::string& why);
  // The page's elements in pixels of this picture.
  std::vector<PictureElement> elements_in(const StillPicture& picture, Deadline deadline);
  // The last picture that was taken, also if the page did not stand still; null for none.
  const StillPicture* last() const { return last_ ? &*last_ : nullptr; }

 private:
  StillPicture take_one(Deadline deadline);

  PageSession& page_;
  const Target* target_;
  PictureOptions options_;
  StillPage still_;
  std::optional<StillPicture> last_;
  std::string drawn_;  // what Chrome drew last, or a picture that is known
  Image drawn_image_;  // the same, decoded
};

}  // namespace casement
