#include "casement/frames/posted_question.h"

#include <fmt/format.h>

#include <map>
#include <string>

#include "casement/frames/frame_state.h"

namespace casement {
namespace {

// For fewer documents, single calls are as fast, and the caller can read an answer while Chrome prepares the next.
constexpr std::size_t kWorthAsking = 4;

bool may_be_shared(FrameStates& notes, const Frame& frame, const BridgeCall& question) {
  return notes.documents[frame].number != 0 && frame.origin.starts_with("http") && !has_time_limit(question);
}

}  // namespace

PostedQuestion post_question(PageSession& page, const Frame& frame, const BridgeCall& question) {
  FrameStates& notes = FrameStates::of(page);
  std::uint64_t& number = notes.documents[frame].number;
  if (number != 0 || page.frames().all().size() < kWorthAsking) return {page.post_bridge(frame, question)};
  number = ++notes.last_number;
  return {page.post_bridge(frame, {fmt::format("known({}).{}", number, question.function), question.arguments})};
}

std::vector<PostedQuestion> post_questions(PageSession& page, const std::vector<QuestionToPost>& asked) {
  FrameStates& notes = FrameStates::of(page);
  std::map<std::pair<cdp::SessionId, std::string>, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const auto& [frame, question] = asked[i];
    if (may_be_shared(notes, *frame, *question)) groups[{frame->session, frame->origin}].push_back(i);
  }
  std::vector<std::optional<PostedQuestion>> posted(asked.size());
  for (const auto& [where, members] : groups) {
    if (members.size() < kWorthAsking) continue;
    Json questions = Json::array();  // most documents get the same question
    const BridgeCall* last = nullptr;
    const Frame* outermost = asked[members.front()].frame;
    for (const std::size_t member : members) {
      const auto& [frame, question] = asked[member];
      if (question != last) questions.push_back({question->function, question->arguments, Json::array()});
      questions.back().back().push_back(notes.documents[*frame].number);
      last = question;
      if (page.frames().depth(*frame) < page.frames().depth(*outermost)) outermost = frame;
    }
    const cdp::Call call = page.post_bridge(*outermost, {"askTogether", Json::array({std::move(questions)})});
    for (std::size_t part = 0; part < members.size(); ++part) posted[members[part]] = PostedQuestion{call, part};
  }
  std::vector<PostedQuestion> all;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    all.push_back(posted[i] ? std::move(*posted[i]) : post_question(page, *asked[i].frame, *asked[i].question));
  }
  return all;
}

std::optional<Json> part_of_answer(const cdp::Reply& reply, std::size_t part) {
  if (reply.error) return std::nullopt;
  const auto result = reply.result.find("result");
  if (result == reply.result.end() || !result->is_object()) return std::nullopt;
  const auto answers = result->find("value");
  if (answers == result->end() || !answers->is_array() || part >= answers->size()) return std::nullopt;
  const Json& own = (*answers)[part];
  return own.is_array() && !own.empty() ? std::optional(own.front()) : std::nullopt;
}

}  // namespace casement
