#pragma once

#include <string>

#include "casement/results/model.h"

namespace casement {

// What `casement check` warns of: the flow can be run, and probably does not do what was meant.
struct FlowRemark {
  results::SourcePlace where;
  std::string message;  // one line
  std::string hint;     // what to write instead; "" where nothing is known
};

}  // namespace casement
