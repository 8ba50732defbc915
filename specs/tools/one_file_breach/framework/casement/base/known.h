#pragma once

namespace casement {

struct Known {
  int value;
};

}  // namespace casement
