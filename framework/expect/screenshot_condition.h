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
};

class PicturesDiffer : public Error {
 public:
  PicturesDiffer(ErrorKind kind, const std::string& message, std::vector<std::string> trail, ComparedPictures pictures)
      : Error(kind, message, std::move(trail)), pictures_(std::move(pictures)) {}
  const ComparedPictures& pictures() const { return pictures_; }

 private:
  ComparedPictures pictures_;
};

// Waits until a screenshot of the viewport, or of the one element that `target` names where it is
// not null, is the same as the PNG in `approved` within the tolerance. Throws PicturesDiffer: an
// Error{Assertion} with how they differ, an Error{Usage} where there is no approved one; NAME.actual.png and
// NAME.difference.png have been put where the tolerance says, else into the `picture_folder`, if they can be written
// there. Throws Error{Usage} where the approved one is no PNG. With CASEMENT_APPROVE=1 in the environment the picture
// is written instead.
void await_screenshot(PageSession& page, const Target* target, const std::string& approved,
                      const ImageTolerance& tolerance, Negated negated, const WaitBudget& within);

}  // namespace casement
