#include "casement/frames/frame_policy.h"

#include <algorithm>

#include "casement/base/text.h"

namespace casement {

FramePolicy::OnFailure FramePolicy::verdict(const FrameFailure& failure) const {
  const auto own = failure.kind == FrameFailure::HttpError ? on_status.find(failure.status) : on_status.end();
  const OnFailure meant = own == on_status.end() ? on_failure : own->second;
  if (failure.expected || meant == OnFailure::Ignore) return OnFailure::Ignore;
  const bool may_fail = std::any_of(optional.begin(), optional.end(), [&](const auto& pattern) {
    return glob_match(pattern, failure.url) || glob_match(pattern, failure.frame_name) ||
           glob_match(pattern, failure.frame_attribute_name);
  });
  return may_fail || failure.recovered ? OnFailure::Warn : meant;
}

}  // namespace casement
