// Recognises failures that are no fault of the tested page: a remote browser was lost.
#pragma once

#include <string>

#include "casement/results/model.h"

namespace casement::results {

// The name of the case property that links to the browser or its video.
inline constexpr const char* kBrowserLink = "browser at the farm";

// Whether the type is "infrastructure" or ends with ".infrastructure", such as "click.infrastructure".
bool is_infrastructure(const Failure& failure);

// Whether the lost browser is the first failure of the case. A failure before the loss is a failure of the case.
bool failed_by_infrastructure(const Case& one);

// Whether a failed case may start again in another browser: the case only opened pages, which is safe (RFC 9110 section
// 9.2.1), and looked at them. Decides by the first word of each step's title.
bool has_not_acted(const Case& one);

// Returns the warning that marks a case that was started again; `why` describes the loss of its first browser.
std::string begun_again(const std::string& why);

}  // namespace casement::results
