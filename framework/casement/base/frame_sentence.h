// The sentence about a frame that could not be read, with the same wording in errors, reports and the console. Any
// thread.
#pragma once

#include <string>
#include <string_view>

namespace casement {

// The parts of the sentence. Frame failures of snapshots and of results have all of these parts.
struct FrameSentence {
  std::string_view owner_ref, frame_name, url, kind, message;
};

// `frame e31 "Bank challenge" → http://acs.bank.test/: timed_out: no answer within 2 s`. May contain text of the page.
std::string to_text(const FrameSentence& sentence);

}  // namespace casement
