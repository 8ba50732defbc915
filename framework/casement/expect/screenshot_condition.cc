#include "casement/expect/screenshot_condition.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "casement/base/file_text.h"
#include "casement/base/private_file.h"
#include "casement/base/system_message.h"
#include "casement/browser/page/page_session.h"
#include "casement/browser/values/page_environment.h"
#include "casement/expect/picture_baseline.h"
#include "casement/expect/picture_folder.h"
#include "casement/expect/still_picture.h"

namespace casement {
namespace {

// Creates missing folders.
void write_approved(const std::string& path, const std::string& bytes) {
  std::error_code failed;
  if (const auto folder = std::filesystem::path(path).parent_path(); !folder.empty()) {
    std::filesystem::create_directories(folder, failed);
  }
  if (!failed) failed = write_whole_file(path, bytes);
  if (!failed) return;
  throw Error(ErrorKind::Environment,
              fmt::format("cannot write the approved screenshot {}: {}", path, system_message(failed)));
}

// "shots/cart.png" → "cart.actual.png" in the folder for such pictures. Returns the path, or "" if the picture cannot
// be written.
std::string keep_picture(const std::string& approved, const std::string& word, const PictureOptions& options,
                         const std::string& png) {
  namespace fs = std::filesystem;
  const fs::path folder = options.keep_in.empty() ? picture_folder() : fs::path(options.keep_in);
  const fs::path name = fs::path(approved).filename();
  const fs::path path = folder / ((name.extension() == ".png" ? name.stem() : name).string() + "." + word + ".png");
  const bool is_kept = !make_private_folders(folder.string()) && !write_private_file(path.string(), png);
  return is_kept ? path.string() : "";
}

std::string file_of(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

Image read_approved(const std::string& path, const std::string& bytes) {
  try {
    return decode_png(bytes);
  } catch (const Error& error) {
    throw Error(ErrorKind::Usage, fmt::format("{} is not a picture: {}", path, error.message()));
  }
}

// One expectation during its wait.
class PictureComparison {
 public:
  PictureComparison(PageSession& page, const Target* target, const std::string& approved, const PictureOptions& options)
      : page_(page), target_(target), approved_(approved), options_(options), camera_(page, target, options) {}

  void compare(Negated negated, const WaitBudget& within);
  void approve(Approval approval, const WaitBudget& within);

 private:
  // Reads the approved picture, if there is one.
  void read_baseline();
  std::string subject() const { return target_ == nullptr ? "the page" : target_->text(); }
  // Returns the picture once the page stands still; otherwise sets `why` to what is missing.
  std::optional<StillPicture> look(Deadline by, std::string& why);
  // Runs once for each picture, because a snapshot costs as much as the picture.
  void name_places(const StillPicture& seen, Deadline by);
  // Writes the last picture to files, and returns the pictures for reports.
  ComparedPictures keep_pictures(std::vector<std::string>& trail);

  PageSession& page_;
  const Target* target_;
  const std::string& approved_;
  const PictureOptions& options_;
  StillCamera camera_;
  std::string baseline_;  // the file that the page is compared with
  std::optional<std::string> baseline_bytes_;
  Image wanted_;
  ImageDifference difference_;       // of the last picture
  std::vector<std::string> places_;  // where it differs
  Image named_;                      // the picture that `places_` belongs to
};

void PictureComparison::read_baseline() {
  baseline_ = chosen_baseline(approved_, page_.environment().own_user_agent);
  baseline_bytes_ = read_whole_file(baseline_);
  if (!baseline_bytes_) return;
  wanted_ = read_approved(baseline_, *baseline_bytes_);
  camera_.know(*baseline_bytes_, wanted_);
}

std::optional<StillPicture> PictureComparison::look(Deadline by, std::string& why) {
  try {
    return camera_.take(by, why);
  } catch (const Error& error) {
    // The element, or what is masked or hidden, is not there yet; or the time ended in the middle.
    const bool is_expected = error.kind() == ErrorKind::NotFound || error.kind() == ErrorKind::NotActionable;
    if (is_expected && camera_.last() != nullptr) throw Error(ErrorKind::Timeout, error.message());
    if (!is_expected) throw;
    why = error.message();
    return std::nullopt;
  }
}

void PictureComparison::name_places(const StillPicture& seen, Deadline by) {
  if (difference_.marks.empty()) {
    places_.clear();
    return;
  }
  if (named_.rgba == seen.image.rgba && named_.width == seen.image.width) return;
  places_ = name_difference_places(difference_.marks, seen.image.width, camera_.elements_in(seen, by));
  named_ = seen.image;
}

ComparedPictures PictureComparison::keep_pictures(std::vector<std::string>& trail) {
  ComparedPictures pictures{file_of(approved_), baseline_bytes_.value_or(""), "", ""};
  const auto keep = [&](std::string_view what, const std::string& word, const std::string& png) {
    const std::string path = keep_picture(approved_, word, options_, png);
    if (!path.empty()) trail.push_back(fmt::format("{}: {}", what, path));
  };
  const StillPicture* const last = camera_.last();
  if (last == nullptr) return pictures;
  if (baseline_bytes_) keep_picture(approved_, "expected", options_, *baseline_bytes_);
  pictures.actual = png_of(*last);
  keep("how it looks now", "actual", pictures.actual);
  if (difference_.marks.empty()) return pictures;
  Image drawn = last->image;
  paint_masks(drawn, last->masks);
  pictures.difference = encode_png(draw_difference(drawn, difference_.marks));
  keep("what differs", "difference", pictures.difference);
  pictures.heat = encode_png(draw_heat(drawn, difference_.marks));
  keep("where it differs most", "heat", pictures.heat);
  return pictures;
}

void PictureComparison::compare(Negated negated, const WaitBudget& within) {
  read_baseline();
  Expectation expected;
  if (!baseline_bytes_) {
    expected.what = fmt::format("{} to stop changing for its picture", subject());
    std::vector<std::string> trail{"To approve how the page looks now, run with CASEMENT_APPROVE=1."};
    try {
      await_condition(page_, expected, within, [&](Deadline by) -> Observation {
        std::string why;
        const bool still = look(by, why).has_value();
        return {still, why};
      });
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::Assertion) throw;
      trail.push_back(error.message());
    }
    ComparedPictures pictures = keep_pictures(trail);
    throw PicturesDiffer(ErrorKind::Usage, fmt::format("there is no approved screenshot {}", approved_), trail,
                         std::move(pictures));
  }
  expected.what = fmt::format("{} {} look like {}", subject(), negated == Negated::Yes ? "not to" : "to", baseline_);
  try {
    await_condition(page_, expected, within, [&](Deadline by) -> Observation {
      std::string why;
      const std::optional<StillPicture> seen = look(by, why);
      if (!seen) return {false, why};
      difference_ = compare_pictures(wanted_, *seen, options_);
      if (difference_.same) return {negated == Negated::No, "it does"};
      if (negated == Negated::No) name_places(*seen, by);
      std::string seen_words = difference_.description;
      if (!places_.empty()) seen_words += "; " + places_.front();
      return {negated == Negated::Yes, seen_words};
    });
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::Assertion || negated == Negated::Yes || camera_.last() == nullptr) throw;
    std::vector<std::string> trail;
    if (places_.size() > 1) {
      for (const std::string& place : places_) trail.push_back("differs: " + place);
    }
    trail.insert(trail.end(), error.trail().begin(), error.trail().end());
    // The last picture may show a page that moved, but is still reported.
    difference_ = compare_pictures(wanted_, *camera_.last(), options_);
    ComparedPictures pictures = keep_pictures(trail);
    if (baseline_ != approved_) trail.push_back("compared with " + baseline_);
    throw PicturesDiffer(error.kind(), error.message(), std::move(trail), std::move(pictures));
  }
}

void PictureComparison::approve(Approval approval, const WaitBudget& within) {
  if (approval == Approval::Changed) read_baseline();
  std::string png;
  bool is_same = false;
  Expectation expected;
  expected.what = fmt::format("{} to stop changing for its picture", subject());
  await_condition(page_, expected, within, [&](Deadline by) -> Observation {
    std::string why;
    const std::optional<StillPicture> seen = look(by, why);
    if (!seen) return {false, why};
    is_same = baseline_bytes_ && compare_pictures(wanted_, *seen, options_).same;
    png = png_of(*seen);
    return {true, ""};
  });
  if (is_same) return;
  write_approved(written_baseline(approved_, page_.environment().own_user_agent), png);
}

}  // namespace

void await_screenshot(PageSession& page, const Target* target, const std::string& approved,
                      const PictureOptions& options, Negated negated, const WaitBudget& within) {
  PictureComparison comparison(page, target, approved, options);
  const Approval approval = picture_approval();
  if (approval != Approval::None && negated == Negated::No) return comparison.approve(approval, within);
  comparison.compare(negated, within);
}

}  // namespace casement
