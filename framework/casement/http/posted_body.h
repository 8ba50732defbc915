// Reads values in the body of a request: fields of forms, and places in JSON.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "casement/base/json.h"

namespace casement {

// The fields of an application/x-www-form-urlencoded text (URL Standard, section 5.1) or, if the content type says so,
// of multipart/form-data (RFC 7578). The value of a file is the file's name.
std::vector<std::pair<std::string, std::string>> form_fields(std::string_view content_type, std::string_view body);
// The boundary parameter of a multipart content type (RFC 2046, section 5.1.1); "" for other types.
std::string multipart_boundary(std::string_view content_type);

// A name that begins with "/" is a JSON pointer (RFC 6901) into a JSON body, any other a field of a form. The values
// are globs.
using BodyConditions = std::map<std::string, std::string>;

// Why the body does not meet the conditions: `/coupon is "TEA5"` or `it has no field coupon`; "" if it does.
std::string body_difference(const BodyConditions& conditions, std::string_view content_type, const std::string& body);

// Whether all places in the JSON have a value that matches. A string is compared without its quotes.
bool json_matches(const BodyConditions& conditions, const std::string& text);

}  // namespace casement
