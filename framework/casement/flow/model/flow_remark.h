#pragma once

#include <string>

#include "casement/results/model.h"

namespace casement {

// A warning of `casement check`: the flow can be run, and probably does not do what was meant.
struct FlowRemark {
  results::SourcePlace where;
  std::string message;  // one line
  std::string hint;     // what to write instead; "" where nothing is known
};

}  // namespace casement
