// A frame that could not be read: which, where, why. Never silent: it stands in the snapshot's text
// and in every report, and a FramePolicy says whether it fails the test.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "casement/base/deadline.h"

namespace casement {

inline constexpr const char* kMainFrame = "main";

struct FrameFailure {
  enum Kind {
    Detached,      // removed while it was read; the one expected kind
    Navigating,    // between two documents
    TimedOut,      // no answer within the frame's deadline
    Crashed,       // its renderer is gone
    Blocked,       // refused to be framed (X-Frame-Options, CSP) or by a client
    LoadFailed,    // the network or the server failed it
    NotLoaded,     // loading=lazy and still off screen
    DepthCut,      // deeper than the limit
    BudgetCut,     // the document around it was read in part only, and it was not met there
    AttachFailed,  // Chrome gave no session for it
    HttpError,     // its server answered with a status of 400 or more; what it sent is read all the same
    NotParsed,     // its document has begun, and showed nothing within the frame's time
  };

  Kind kind = TimedOut;
  std::string owner_ref;   // of the iframe element, e.g. "e31" or "f2_e4"; kMainFrame of the page's own document
  std::string frame_name;  // accessible name of the iframe element
  std::string frame_attribute_name;  // its name attribute
  std::string url;                   // where it is or was going
  std::string message;
  bool expected = false;
  Milliseconds duration{0};
  bool recovered = false;  // it did not answer in time, and was read later
  int status = 0;          // of an HttpError (RFC 9110 section 15), 0 for the others
  // When it was noticed.
  std::chrono::system_clock::time_point time = std::chrono::system_clock::now();
};

// The kind as text, reports and policies spell it: "timed_out", "load_failed", …
std::string_view to_string(FrameFailure::Kind kind);
// `frame e31 "Bank challenge" → http://acs.bank.test/: timed_out: no answer within 2 s`
std::string describe(const FrameFailure& failure);

}  // namespace casement
