// What still counts as the same picture.
#pragma once

#include <string>

namespace casement {

// A pixel whose channels each differ by at most `channel` (0 to 255), and so many other ones as a share of all (0 to
// 1). The default is exact.
struct ImageTolerance {
  int channel = 0;
  double share = 0;
  std::string keep_in = {};  // the folder for what is kept of pictures that differ; "": `picture_folder`
};

}  // namespace casement
