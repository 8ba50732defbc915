// What `use` may say of a device, a language and a time zone. Each returns what is wrong, as a
// sentence with the nearest that is right, or "". Any thread.
#pragma once

#include <string>
#include <string_view>

namespace casement {

// Of the devices that Casement knows.
std::string device_problem(std::string_view name);
// A well-formed language tag of BCP 47 (RFC 5646, section 2.1): "de", "de-DE", "zh-Hant-TW".
std::string locale_problem(std::string_view tag);
// One of the system's tz database in `folder`; where that is not installed, whatever is written as
// one: "Europe/Dublin", "UTC".
std::string time_zone_problem(std::string_view zone, const std::string& folder);
// Where the system keeps its tz database: TZDIR, or /usr/share/zoneinfo.
std::string time_zone_folder();

}  // namespace casement
