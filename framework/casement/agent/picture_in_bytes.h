// A picture for a message that has room for so many bytes. Pure; any thread.
#pragma once

#include <cstddef>
#include <string>

namespace casement {

struct PictureInBytes {
  std::string png;  // "" if not even one row has room
  int rows = 0;     // of pixels, of the whole picture
  int shown = 0;    // of these, from the top
};

// The top of the picture, as many rows as need at most `most` bytes in base64. Throws Error{Protocol} for what is no
// PNG.
PictureInBytes picture_in_bytes(std::string png, std::size_t most);

}  // namespace casement
