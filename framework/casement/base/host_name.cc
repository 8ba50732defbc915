#include "casement/base/host_name.h"

#include <unistd.h>

namespace casement {

std::string host_name() {
  char name[256] = {};
  return ::gethostname(name, sizeof name - 1) == 0 ? name : "";
}

}  // namespace casement
