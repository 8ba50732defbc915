// Whether a page looks like an approved picture.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "casement/base/error.h"
#include "casement/expect/element_conditions.h"
#include "casement/expect/image_compare.h"

namespace casement {

// PNGs of a comparison that failed, for reports; "" for what there is none of.
struct ComparedPictures {
  std::string name;  // the approved one's file, without its folder
  std::string expected;
  std::string actual;
  std::string difference;
  std::string heat = {};  // where differences are dense
};

// What `await_screenshot` throws, with the pictures.
class PicturesDiffer : public Error {
 public:
  PicturesDiffer(ErrorKind kind, const std::string& message, std::vector<std::string> trail, ComparedPictures pictures)
      : Error(kind, message, std::move(trail)), pictures_(std::move(pictures)) {}
  const ComparedPictures& pictures() const { return pictures_; }

 private:
  ComparedPictures pictures_;
};

// Waits until the page stands still, two pictures in a row are the same within the options, and the picture is the same
// as the PNG that `chosen_baseline` finds for `approved`. The picture shows the viewport, the whole document, or the
// element that `target` names if it is not null. Puts the page back afterwards. Throws PicturesDiffer: an
// Error{Assertion} that says how and in which elements they differ, or an Error{Usage} if there is no approved picture;
// NAME.actual.png, NAME.difference.png and NAME.heat.png have been put where the options say, else into the
// `picture_folder`, if they can be written there. Throws Error{Usage} if an option makes no sense, or the approved file
// is no PNG. With CASEMENT_APPROVE in the environment the picture is written instead.
void await_screenshot(PageSession& page, const Target* target, const std::string& approved,
                      const PictureOptions& options, Negated negated, const WaitBudget& within);

}  // namespace casement
