// Whether a snapshot may be told to be as it was, without a walk (casement/find/reading_witness.h).
#pragma once

namespace casement {

enum class Freshness {
  AsItPays,  // a document whose walk takes longer than to ask for its witness has one
  Always,    // each has; for specs
  Walk,      // each is walked
};

}  // namespace casement
