// Takes pictures of a page that stands still, ready to be compared.
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
  std::string png;         // Chrome's PNG, if nothing was cut off or painted over; "" otherwise
  Image image;             // the part that counts, without paint
  std::vector<Box> masks;  // in pixels of the image
  Box part;                // the pictured area, in the main frame's viewport
};

// Paints over the masked boxes.
void paint_masks(Image& image, const std::vector<Box>& masks);
// Returns the picture as PNG, as it is written and reported.
std::string png_of(const StillPicture& picture);
// Ignores the masked pixels. Pictures of different sizes are never the same.
ImageDifference compare_pictures(const Image& expected, const StillPicture& actual, const PictureOptions& options);

class StillCamera {
 public:
  // Throws the errors of `check_picture_options`. `target` is null for the page.
  StillCamera(PageSession& page, const Target* target, const PictureOptions& options);

  // Avoids decoding a picture with the same bytes as this one.
  void know(std::string png, Image image);
  // Takes a picture, and returns it if it is the same as the one before; `why` is then empty. Otherwise returns
  // nothing, and sets `why` to what moves or is missing: call again after a change.
  std::optional<StillPicture> take(Deadline deadline, std::string& why);
  // Returns the page's elements in pixels of this picture.
  std::vector<PictureElement> elements_in(const StillPicture& picture, Deadline deadline);
  // Returns the last picture that was taken, even if the page did not stand still; null if there is none.
  const StillPicture* last() const { return last_ ? &*last_ : nullptr; }

 private:
  StillPicture take_one(Deadline deadline);

  PageSession& page_;
  const Target* target_;
  PictureOptions options_;
  StillPage still_;
  std::optional<StillPicture> last_;
  std::string drawn_;  // the PNG that Chrome drew last, or a known picture
  Image drawn_image_;  // the same picture, decoded
};

}  // namespace casement
