#include "casement/browser/values/exposed_function.h"

#include <fmt/format.h>

namespace casement {

void refuse_arguments(std::size_t wanted, std::size_t given) {
  throw Error(ErrorKind::Usage,
              fmt::format("the function takes {} argument{}, not {}", wanted, wanted == 1 ? "" : "s", given));
}

}  // namespace casement
