// Reads `frames`: what a frame that cannot be read means, and how frames are read. Any thread.
#pragma once

#include <vector>

#include "casement/flow/model/authoring_errors.h"
#include "casement/flow/spec/arg_spec.h"
#include "casement/frames/frame_policy.h"
#include "casement/yaml/yaml_source.h"

namespace casement {

const std::vector<ArgSpec>& frame_keys();
// Puts what the map says over `frames`, and its `timeout` over the other. What is wrong with single keys goes into
// `errors`. Throws Error{Authoring} where it is no map or has a key that is not known.
void read_frames(const YamlSource& source, const YamlEntry& entry, FramePolicy& frames, Milliseconds& timeout,
                 AuthoringErrors& errors);

}  // namespace casement
