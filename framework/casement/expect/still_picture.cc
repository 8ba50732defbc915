#include "casement/expect/still_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "casement/act/picture.h"
#include "casement/base/text.h"

namespace casement {
namespace {

struct Cut {  // a part of a picture, in its pixels
  int left = 0, top = 0, width = 0, height = 0;
};

Image cut_out(const Image& image, const Cut& cut) {
  Image part{cut.width, cut.height, {}};
  part.rgba.reserve(4 * static_cast<std::size_t>(cut.width) * static_cast<std::size_t>(cut.height));
  for (int y = cut.top; y < cut.top + cut.height; ++y) {
    const auto row = image.rgba.begin() + 4 * (static_cast<std::ptrdiff_t>(y) * image.width + cut.left);
    part.rgba.insert(part.rgba.end(), row, row + 4 * static_cast<std::ptrdiff_t>(cut.width));
  }
  return part;
}

Cut cut_of(const PictureArea& area, const Image& image, double scale) {
  const auto pixels = [&](int css) { return static_cast<int>(std::lround(css * scale)); };
  const Cut cut{pixels(area.x), pixels(area.y), pixels(area.width), pixels(area.height)};
  if (cut.left + cut.width <= image.width && cut.top + cut.height <= image.height) return cut;
  throw Error(
      ErrorKind::Usage,
      fmt::format("the area {} × {} at {},{} is not inside the picture, which is {} × {} CSS pixels", area.width,
                  area.height, area.x, area.y, std::lround(image.width / scale), std::lround(image.height / scale)));
}

StillOptions still_options(const PictureOptions& options) {
  return {options.animations == "settle", options.caret == "hide", options.full_page, options.hide};
}

const PictureOptions& checked(const PictureOptions& options, const Target* target) {
  check_picture_options(options);
  if (target != nullptr && options.full_page) {
    throw Error(ErrorKind::Usage, "a picture can show one element or the full page, not both");
  }
  return options;
}

}  // namespace

void paint_masks(Image& image, const std::vector<Box>& masks) {
  constexpr std::uint8_t kPaint[] = {255, 0, 255, 255};
  for (const Box& box : masks) {
    const int left = std::max(0, static_cast<int>(std::floor(box.left)));
    const int right = std::min(image.width, static_cast<int>(std::ceil(box.right)));
    const int top = std::max(0, static_cast<int>(std::floor(box.top)));
    const int bottom = std::min(image.height, static_cast<int>(std::ceil(box.bottom)));
    for (int y = top; y < bottom; ++y) {
      for (int x = left; x < right; ++x) {
        const auto at = 4 * (static_cast<std::ptrdiff_t>(y) * image.width + x);
        std::ranges::copy(kPaint, image.rgba.begin() + at);
      }
    }
  }
}

std::string png_of(const StillPicture& picture) {
  if (!picture.png.empty()) return picture.png;
  Image image = picture.image;
  paint_masks(image, picture.masks);
  return encode_png(image);
}

ImageDifference compare_pictures(const Image& expected, const StillPicture& actual, const PictureOptions& options) {
  if (actual.masks.empty()) return compare_images(expected, actual.image, options);
  Image one = expected, other = actual.image;
  paint_masks(one, actual.masks);
  paint_masks(other, actual.masks);
  return compare_images(one, other, options);
}

StillCamera::StillCamera(PageSession& page, const Target* target, const PictureOptions& options)
    : page_(page), target_(target), options_(checked(options, target)), still_(page, still_options(options)) {}

void StillCamera::know(std::string png, Image image) {
  drawn_ = std::move(png);
  drawn_image_ = std::move(image);
}

StillPicture StillCamera::take_one(Deadline deadline) {
  StillPicture taken;
  const ScreenshotOptions how{.full_page = options_.full_page};
  taken.png = target_ == nullptr ? take_picture(page_, how, deadline, 0, &taken.part)
                                 : take_picture_of(page_, *target_, how, deadline, &taken.part);
  for (const Target& target : options_.mask) {
    for (const Box& box : boxes_of_all(page_, target, "mask", deadline)) taken.masks.push_back(box);
  }
  // Chrome writes the same picture as the same bytes, so most pictures need no decoding.
  if (taken.png == drawn_)
    taken.image = drawn_image_;
  else
    taken.image = drawn_image_ = decode_png(drawn_ = taken.png);
  const double scale = taken.image.width / (taken.part.right - taken.part.left);
  if (options_.area) {
    const Cut cut = cut_of(*options_.area, taken.image, scale);
    taken.image = cut_out(taken.image, cut);
    taken.part.left += cut.left / scale, taken.part.top += cut.top / scale;
    taken.part.right = taken.part.left + cut.width / scale, taken.part.bottom = taken.part.top + cut.height / scale;
  }
  for (Box& box : taken.masks) {
    box = {(box.left - taken.part.left) * scale, (box.top - taken.part.top) * scale,
           (box.right - taken.part.left) * scale, (box.bottom - taken.part.top) * scale};
  }
  if (options_.area || !taken.masks.empty()) taken.png.clear();
  return taken;
}

std::optional<StillPicture> StillCamera::take(Deadline deadline, std::string& why) {
  why.clear();
  if (const std::vector<std::string> awaited = still_.settle(deadline); !awaited.empty()) {
    why = fmt::format("it waits for {}", join(awaited, ", "));
    return std::nullopt;
  }
  if (!last_) last_ = take_one(deadline);
  StillPicture now = take_one(deadline);
  const ImageDifference moved = compare_pictures(last_->image, now, options_);
  last_ = now;
  if (moved.same) return now;
  why = fmt::format("the page keeps changing: from one picture to the next {}", moved.description);
  return std::nullopt;
}

std::vector<PictureElement> StillCamera::elements_in(const StillPicture& picture, Deadline deadline) {
  const double scale = picture.image.width / (picture.part.right - picture.part.left);
  std::vector<PictureElement> elements;
  for (SeenElement& seen : seen_elements(page_, deadline)) {
    const Box& box = seen.box;
    elements.push_back({std::move(seen.name), (box.left - picture.part.left) * scale,
                        (box.top - picture.part.top) * scale, (box.right - picture.part.left) * scale,
                        (box.bottom - picture.part.top) * scale});
  }
  return elements;
}

}  // namespace casement
