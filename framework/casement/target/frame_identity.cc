#include "casement/target/frame_identity.h"

#include "casement/target/ref.h"

namespace casement {

std::string FrameIdentity::owner() const {
  if (parent_ordinal < 0 || owner_ref == 0) return "";
  return format_ref(static_cast<std::uint32_t>(parent_ordinal), static_cast<std::uint32_t>(owner_ref));
}

}  // namespace casement
