// Whether a snapshot may be told to be as it was, without a walk (casement/reading/reading_witness.h).
#pragma once

namespace casement {

enum class Freshness {
  AsItPays,  // documents whose walk takes longer than to ask for their witnesses have them
  Always,    // each has; for specs
  Walk,      // each is walked
};

}  // namespace casement
