// A frame that could not be read, with the reason. Every failure appears in Snapshot::frame_failures and in every
// report, and in the snapshot's text if the iframe element is in the tree. A FramePolicy decides whether the failure
// fails the test.
#pragma once

#include <string>
#include <string_view>

#include "casement/base/duration.h"

namespace casement {

inline constexpr const char* kMainFrame = "main";

struct FrameFailure {
  enum Kind {
    Detached,      // removed while it was read; expected
    Navigating,    // between two documents
    TimedOut,      // no answer within the frame's deadline
    Crashed,       // the renderer has crashed
    Blocked,       // refused to be framed (X-Frame-Options, CSP) or by a client
    LoadFailed,    // a network or server error
    NotLoaded,     // loading=lazy and still off screen; expected
    DepthCut,      // deeper than the limit
    BudgetCut,     // the reading of the parent document was cut off before the frame
    AttachFailed,  // Chrome attached no session to the frame
    HttpError,     // the server answered with status 400 or above; the document is read nevertheless
    NotParsed,     // the document has begun, but showed nothing within the frame's time
  };

  Kind kind = TimedOut;
  std::string owner_ref;             // of the iframe element, e.g. "e31" or "f2_e4"; kMainFrame for the main document
  std::string frame_name;            // accessible name of the iframe element
  std::string frame_attribute_name;  // its name attribute
  std::string url;                   // current or intended URL
  std::string message;
  bool expected = false;
  Milliseconds duration{0};
  bool recovered = false;  // too slow at first, but read later
  int status = 0;          // of an HttpError (RFC 9110 section 15), otherwise 0
  // When the failure was noticed.
  std::chrono::system_clock::time_point time = std::chrono::system_clock::now();
};

// The kind as in reports and policies: "timed_out", "load_failed", …
std::string_view to_string(FrameFailure::Kind kind);
// `frame e31 "Bank challenge" → http://acs.bank.test/: timed_out: no answer within 2 s`
std::string describe(const FrameFailure& failure);

}  // namespace casement
