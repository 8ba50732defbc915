// Sends questions to documents. Documents of one origin and process are asked in one call (js/asked_together.js),
// because a message for each document costs time in Chrome. A document that cannot be asked this way, or fails, must be
// asked alone. The caller holds the engine lock.
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
  const BridgeCall* question;  // the same object for documents with the same question
};

struct PostedQuestion {
  cdp::Call call;
  std::optional<std::size_t> part = {};  // index in the answer, if the call asks several documents
};

// Precondition of both functions: the frames have isolated worlds.
PostedQuestion post_question(PageSession& page, const Frame& frame, const BridgeCall& question);
// Returns the calls in the order of `asked`.
std::vector<PostedQuestion> post_questions(PageSession& page, const std::vector<QuestionToPost>& asked);

// One document's part of a shared answer; nothing if the document must be asked alone.
std::optional<Json> part_of_answer(const cdp::Reply& reply, std::size_t part);

}  // namespace casement
