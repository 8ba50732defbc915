#include "casement/expect/picture_options.h"

#include <fmt/format.h>

#include <string_view>

#include "casement/base/error.h"

namespace casement {
namespace {

[[noreturn]] void refuse_option(std::string why) {
  throw Error(ErrorKind::Usage, std::move(why));
}

void require_word(std::string_view option, std::string_view given, std::string_view one, std::string_view other) {
  if (given == one || given == other) return;
  refuse_option(fmt::format("'{}' of a picture must be {} or {}, not '{}'", option, one, other, given));
}

}  // namespace

void check_picture_options(const PictureOptions& options) {
  require_word("compare", options.compare, "exact", "perceptual");
  require_word("animations", options.animations, "settle", "run");
  require_word("caret", options.caret, "hide", "show");
  if (options.channel < 0 || options.channel > 255) refuse_option("'channel' of a picture must be 0 to 255");
  if (!(options.colour >= 0 && options.colour <= 1)) refuse_option("'colour' of a picture must be 0 to 1");
  if (options.share && !(*options.share >= 0 && *options.share <= 1))
    refuse_option("'share' of a picture must be 0 to 1");
  if (options.pixels && *options.pixels < 0) refuse_option("'pixels' of a picture cannot be negative");
  if (options.compare == "perceptual" && options.channel != 0) {
    refuse_option("'channel' is for exact comparison; use 'colour' for perceptual comparison");
  }
  if (!options.area) return;
  const PictureArea& area = *options.area;
  if (area.x < 0 || area.y < 0 || area.width < 1 || area.height < 1) {
    refuse_option("'area' of a picture must begin at 0,0 or later, and be at least 1 pixel wide and high");
  }
}

}  // namespace casement
