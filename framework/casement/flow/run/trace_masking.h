// Masks secrets in a trace before it is stored.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "casement/base/json.h"

namespace casement {

// `masked` replaces each secret in a text with bullets (results/secret_redactor.h). A secret that a page splits over
// several elements is masked in the texts of these elements, also in earlier moments that had parts of it. A secret
// that a program prints over several lines is masked in these lines. The bytes of resources and pictures stay.
void mask_trace(Json& trace, const std::function<std::string(std::string_view)>& masked);

}  // namespace casement
