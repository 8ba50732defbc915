#include "casement/browser/context_options.h"

namespace casement {

ContextOptions merged_options(ContextOptions options, const ContextOptions& more) {
  static const ContextOptions unset;
  const auto take = [&](auto member) {
    if (more.*member != unset.*member) options.*member = more.*member;
  };
  take(&ContextOptions::base_url);
  take(&ContextOptions::default_url);
  take(&ContextOptions::storage_state);
  take(&ContextOptions::locale);
  take(&ContextOptions::time_zone);
  take(&ContextOptions::geolocation);
  take(&ContextOptions::viewport_width);
  take(&ContextOptions::viewport_height);
  take(&ContextOptions::device_scale);
  take(&ContextOptions::mobile);
  take(&ContextOptions::touch);
  take(&ContextOptions::colour_scheme);
  take(&ContextOptions::reduced_motion);
  take(&ContextOptions::media_type);
  take(&ContextOptions::permissions);
  take(&ContextOptions::user_agent);
  take(&ContextOptions::extra_headers);
  take(&ContextOptions::offline);
  take(&ContextOptions::http_credentials);
  take(&ContextOptions::ignore_https_errors);
  take(&ContextOptions::test_id_attribute);
  return options;
}

}  // namespace casement
