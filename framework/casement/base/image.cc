#include "casement/base/image.h"

#include <png.h>

#include "casement/base/error.h"

namespace casement {
namespace {

png_image new_image() {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  return image;
}

[[noreturn]] void fail(png_image& image, ErrorKind kind) {
  const std::string message = image.message;
  png_image_free(&image);
  throw Error(kind, "PNG: " + message);
}

}  // namespace

Image decode_png(std::string_view png) {
  png_image image = new_image();
  if (png_image_begin_read_from_memory(&image, png.data(), png.size()) == 0) {
    fail(image, ErrorKind::Protocol);
  }
  image.format = PNG_FORMAT_RGBA;
  Image decoded{static_cast<int>(image.width), static_cast<int>(image.height), {}};
  decoded.rgba.resize(PNG_IMAGE_SIZE(image));
  if (png_image_finish_read(&image, nullptr, decoded.rgba.data(), 0, nullptr) == 0) {
    fail(image, ErrorKind::Protocol);
  }
  return decoded;
}

std::string encode_png(const Image& given) {
  if (given.width < 1 || given.height < 1 ||
      given.rgba.size() != static_cast<std::size_t>(given.width) * static_cast<std::size_t>(given.height) * 4) {
    throw Error(ErrorKind::Internal, "the number of pixels does not match the size of the picture");
  }
  png_image image = new_image();
  image.width = static_cast<png_uint_32>(given.width);
  image.height = static_cast<png_uint_32>(given.height);
  image.format = PNG_FORMAT_RGBA;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  std::string png(size, '\0');
  if (png_image_write_to_memory(&image, png.data(), &size, 0, given.rgba.data(), 0, nullptr) == 0) {
    fail(image, ErrorKind::Internal);
  }
  png.resize(size);
  return png;
}

}  // namespace casement
