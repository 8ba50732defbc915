// Checks whether a page looks like an approved picture.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "casement/base/error.h"
#include "casement/expect/element_conditions.h"
#include "casement/expect/image_compare.h"

namespace casement {

// PNGs of a failed comparison, for reports; "" for a picture that does not exist.
struct ComparedPictures {
  std::string name;  // the approved picture's file name, without its folder
  std::string expected;
  std::string actual;
  std::string difference;
  std::string heat = {};  // where differences are dense
};

// The error of `await_screenshot`, with the pictures.
class PicturesDiffer : public Error {
 public:
  PicturesDiffer(ErrorKind kind, const std::string& message, std::vector<std::string> trail, ComparedPictures pictures)
      : Error(kind, message, std::move(trail)), pictures_(std::move(pictures)) {}
  const ComparedPictures& pictures() const { return pictures_; }

 private:
  ComparedPictures pictures_;
};

// Waits until the page stands still, two pictures in a row are the same within the options, and the picture is the same
// as the PNG that `chosen_baseline` returns for `approved`. The picture shows the viewport, the whole document, or the
// element that `target` names if it is not null. Restores the page afterwards. Throws PicturesDiffer: an
// Error{Assertion} that says how and in which elements the pictures differ, or an Error{Usage} if there is no approved
// picture. Before that, writes NAME.actual.png, NAME.difference.png and NAME.heat.png into the folder of the options,
// or else into the `picture_folder`, if possible. Throws Error{Usage} if an option is invalid, or the approved file is
// no PNG. With CASEMENT_APPROVE in the environment, writes the picture instead.
void await_screenshot(PageSession& page, const Target* target, const std::string& approved,
                      const PictureOptions& options, Negated negated, const WaitBudget& within);

}  // namespace casement
