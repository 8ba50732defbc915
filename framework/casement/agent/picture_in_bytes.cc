#include "casement/agent/picture_in_bytes.h"

#include <algorithm>

#include "casement/base/image.h"

namespace casement {
namespace {

std::size_t bytes_in_base64(const std::string& bytes) {
  return (bytes.size() + 2) / 3 * 4;
}

}  // namespace

PictureInBytes picture_in_bytes(std::string png, std::size_t most) {
  Image image = decode_png(png);
  PictureInBytes picture{std::move(png), image.height, image.height};
  while (bytes_in_base64(picture.png) > most) {
    if (picture.shown <= 1) return {"", picture.rows, 0};
    const double share = static_cast<double>(most) / static_cast<double>(bytes_in_base64(picture.png));
    // Rows differ in bytes, so the first guess may miss; each further guess has at least a tenth fewer rows.
    picture.shown = std::clamp(static_cast<int>(picture.shown * std::min(share, 0.9)), 1, picture.shown - 1);
    image.height = picture.shown;
    image.rgba.resize(static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) * 4);
    picture.png = encode_png(image);
  }
  return picture;
}

}  // namespace casement
