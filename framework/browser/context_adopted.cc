// What a test may say of pages that an application has opened, with its own size, language and storage.
#include <fmt/format.h>

#include <utility>

#include "casement/base/error.h"
#include "casement/base/text.h"
#include "casement/browser/context.h"
#include "casement/cdp/connection.h"

namespace casement {
namespace {

// In the words of `use`.
std::vector<std::string> options_of_own_contexts(const ContextOptions& options) {
  const ContextOptions plain;
  const std::pair<const char*, bool> all[] = {
      {"viewport", options.viewport_width != plain.viewport_width || options.viewport_height != plain.viewport_height},
      {"device_scale", options.device_scale != plain.device_scale},
      {"mobile", options.mobile},
      {"touch", options.touch},
      {"user_agent", !options.user_agent.empty()},
      {"locale", !options.locale.empty()},
      {"timezone", !options.time_zone.empty()},
      {"geolocation", options.geolocation.has_value()},
      {"permissions", !options.permissions.empty()},
      {"credentials", options.http_credentials.has_value()},
      {"ignore_https_errors", options.ignore_https_errors},
      {"storage_state", !options.storage_state.empty()}};
  std::vector<std::string> names;
  for (const auto& [name, is_said] : all) {
    if (is_said) names.emplace_back(name);
  }
  return names;
}

}  // namespace

void Context::apply_options(const ContextOptions& options, Deadline deadline) {
  if (!adopted())
    throw Error(ErrorKind::Usage, "a context that was made for the test has the options it was made with");
  const std::vector<std::string> impossible = options_of_own_contexts(options);
  if (!impossible.empty()) {
    std::vector<std::string> trail{"the page keeps the application's cookies, storage, size and language"};
    if (impossible.front() == "viewport")
      trail.emplace_back("its size alone can be changed while it is open: set_viewport");
    throw Error(ErrorKind::Environment,
                fmt::format("{} cannot do this: {} of a page that the application has opened",
                            connection_.browser_name(), join(impossible, ", ")),
                std::move(trail));
  }
  const cdp::Connection::EngineLock lock(connection_);
  environment_.options.base_url = options.base_url;
  environment_.options.test_id_attribute = options.test_id_attribute;
  if (options.offline != environment_.options.offline) set_offline(options.offline, deadline);
  if (options.extra_headers != environment_.options.extra_headers) set_extra_headers(options.extra_headers, deadline);
  const Media media{options.media_type, options.colour_scheme, options.reduced_motion};
  const ContextOptions& now = environment_.options;
  if (media != Media{now.media_type, now.colour_scheme, now.reduced_motion}) set_media(media, deadline);
}

}  // namespace casement
