#pragma once

#include <string>

#include "casement/results/model.h"

namespace casement {

// A warning of `casement check`: the flow can run, but probably does not do what its author meant.
struct FlowRemark {
  results::SourcePlace where;
  std::string message;  // one line
  std::string hint;     // what to write instead; "" if unknown
};

}  // namespace casement
