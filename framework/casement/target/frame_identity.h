// Describes a frame for people and reports, at one moment.
#pragma once

#include <cstdint>
#include <string>

namespace casement {

// Everyone who lists, searches or reports frames passes on this whole struct.
struct FrameIdentity {
  int ordinal = 0;               // as in refs: `f2_e4` is in frame 2; 0 for the main frame
  int parent_ordinal = -1;       // -1 for the main frame
  int depth = 0;                 // 0 for the main frame
  std::string frame_id;          // Chrome's id
  std::uint64_t generation = 0;  // of its document; each new document has another number
  int owner_ref = 0;             // ref of the iframe element in the parent's document; 0 if unknown
  std::string owner_name;        // accessible name of the iframe element
  std::string name;              // the frame's name attribute
  std::string url;
  std::string origin;
  bool cross_site = false;  // its site differs from its parent's
  int status = 0;           // of the document's HTTP response (RFC 9110 section 15); 0 for none

  // The ref of the iframe element, e.g. "e31" or "f2_e4"; "" for the main frame, and if the ref is unknown.
  std::string owner() const;
  // The name for people: the accessible name of the iframe element, else the frame's own name.
  const std::string& display_name() const { return owner_name.empty() ? name : owner_name; }
  // "main", or "f1", the beginning of refs in the frame.
  std::string label() const { return ordinal == 0 ? "main" : "f" + std::to_string(ordinal); }
};

}  // namespace casement
