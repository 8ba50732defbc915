// Reads `frames` of a flow's header and of casement.yaml. Used by their readers alone.
#pragma once

#include "casement/base/deadline.h"
#include "casement/find/frame_policy.h"
#include "casement/flow/model/authoring_errors.h"
#include "casement/yaml/yaml_source.h"

namespace casement {

// Puts what the map says over what there is, key by key. What is wrong with one key goes into
// `errors`. Throws Error{Authoring} where it is no map, and for an unknown key.
void read_frames(const YamlSource& source, const YamlEntry& entry, FramePolicy& frames, Milliseconds& timeout,
                 AuthoringErrors& errors);

}  // namespace casement
