// The one sentence about a frame that could not be read: errors, reports and the console all say it so. Any thread.
#pragma once

#include <string>
#include <string_view>

namespace casement {

// What it is made of; the frame failures of snapshots and of results have all of it.
struct FrameSentence {
  std::string_view owner_ref, frame_name, url, kind, message;
};

// `frame e31 "Bank challenge" → http://acs.bank.test/: timed_out: no answer within 2 s`. May hold what a page said.
std::string to_text(const FrameSentence& sentence);

}  // namespace casement
