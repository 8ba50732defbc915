// Shortens a picture to fit into a message. Pure; any thread.
#pragma once

#include <cstddef>
#include <string>

namespace casement {

struct PictureInBytes {
  std::string png;  // "" if not even one row fits
  int rows = 0;     // of the whole picture, in pixels
  int shown = 0;    // rows in `png`, from the top
};

// The top rows of the picture that need at most `most` bytes in base64. Throws Error{Protocol} unless `png` is a PNG.
PictureInBytes picture_in_bytes(std::string png, std::size_t most);

}  // namespace casement
