// Reads `frames`: how frames are read, and what an unreadable frame does to the case. Any thread.
#pragma once

#include <vector>

#include "casement/flow/model/authoring_errors.h"
#include "casement/flow/spec/arg_spec.h"
#include "casement/frames/frame_policy.h"
#include "casement/yaml/yaml_source.h"

namespace casement {

const std::vector<ArgSpec>& frame_keys();
// Overrides `frames` and `timeout` with the map. Errors in single keys go into `errors`. Throws Error{Authoring} if the
// value is not a map or has an unknown key.
void read_frames(const YamlSource& source, const YamlEntry& entry, FramePolicy& frames, Milliseconds& timeout,
                 AuthoringErrors& errors);

}  // namespace casement
