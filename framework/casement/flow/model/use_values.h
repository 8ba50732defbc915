// Checks the device, language and time zone of `use`. Each check returns an error message with the nearest valid value,
// or "". Any thread.
#pragma once

#include <string>
#include <string_view>

namespace casement {

// Accepts the devices that Casement knows.
std::string device_problem(std::string_view name);
// Accepts a well-formed language tag of BCP 47 (RFC 5646, section 2.1): "de", "de-DE", "zh-Hant-TW".
std::string locale_problem(std::string_view tag);
// Accepts a zone of the tz database in `folder`; if no database is installed there, any well-formed name:
// "Europe/Dublin", "UTC".
std::string time_zone_problem(std::string_view zone, const std::string& folder);
// The folder of the system's tz database: TZDIR, or /usr/share/zoneinfo.
std::string time_zone_folder();

}  // namespace casement
