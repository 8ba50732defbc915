// Facts of a page that help to repeat a test, for the trace of a case.
#pragma once

#include <vector>

#include "casement/results/model.h"

namespace casement {

class PageSession;

// The browser, the size of the viewport, the base address, the time limit of a step, and the options of the context
// that differ from their defaults. Names and values are words for people. The caller holds no lock.
std::vector<results::Property> page_facts(const PageSession& page);

}  // namespace casement
