// Puts questions to documents. Those of one origin and process are asked in one call (js/asked_together.js): a message
// to each costs Chrome time, and the caller a wait where there are many. A document that cannot be asked so, or fails
// at it, has to be asked by itself. The caller holds the engine lock.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "casement/browser/page/page_session.h"

namespace casement {

struct QuestionToPost {
  const Frame* frame;
  const BridgeCall* question;  // the same object for those that are asked the same
};

struct PostedQuestion {
  cdp::Call call;
  std::optional<std::size_t> part = {};  // of the answer to several documents' questions
};

// Precondition of both: the frames' worlds are there.
PostedQuestion post_question(PageSession& page, const Frame& frame, const BridgeCall& question);
// In the order of `asked`.
std::vector<PostedQuestion> post_questions(PageSession& page, const std::vector<QuestionToPost>& asked);

// One document's answer out of those of several; nothing where it has to be asked by itself.
std::optional<Json> part_of_answer(const cdp::Reply& reply, std::size_t part);

}  // namespace casement
