// Explains to people why a search has not found exactly one element.
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

#include "casement/base/quoted.h"
#include "casement/base/text.h"
#include "casement/browser/page/internals_query.h"
#include "casement/find/find_elements.h"
#include "casement/find/target_query.h"
#include "casement/frames/frame_query_state.h"
#include "casement/frames/frame_state.h"
#include "casement/frames/patience.h"
#include "casement/reading/capture.h"
#include "casement/snapshot/names_on_page.h"
#include "casement/snapshot/notices.h"
#include "casement/snapshot/target_match.h"
#include "casement/target/target_step.h"
#include "casement/target/text_pattern.h"

namespace casement {
namespace {

// A target that describes an element in the words shown of it.
struct Description {
  std::string own = {};
  std::string around = {};  // " inside …"; "" if unknown
  std::string frame = {};   // " in iframe …"; "" for the main frame
  bool is_hidden = false;

  std::string text(std::size_t number = 0) const {
    return own + (number == 0 ? "" : fmt::format(" #{}", number)) + around + frame;
  }
};

struct Numbered {
  std::size_t number = 0;  // counted from 1
  std::size_t of = 0;
};

Description describe(const Json& element) {
  if (element.is_null()) return {"(gone)"};
  Description words{element.value("role", std::string())};
  const std::string name = element.value("name", std::string());
  const std::string text = element.value("text", std::string());
  if (words.own == "generic" && !name.empty()) {
    words.own += " " + json_quoted(name);
  } else if (words.own.empty() || words.own == "generic" || words.own == "none" || words.own == "paragraph") {
    const bool is_tooltip = text.empty() && words.own == "generic";
    if (!is_tooltip) words.own = "text";
    if (!name.empty() || !text.empty()) words.own += " " + json_quoted(name.empty() ? text : name);
  } else if (!name.empty()) {
    words.own += " " + json_quoted(name);
  } else if (!text.empty()) {
    words.own += " that has text " + json_quoted(text);
  }
  if (const auto context = element.find("context"); context != element.end() && !context->is_null()) {
    words.around = fmt::format(" inside {} {}", context->value("role", std::string()),
                               json_quoted(context->value("name", std::string())));
  }
  words.is_hidden = element.value("hidden", false);
  return words;
}

// Returns the words as a target to copy, with a number if they match several elements; nothing if they do not match
// this element.
std::optional<Numbered> target_of(PageSession& page, const std::string& words, const ElementHandle& element,
                                  Deadline deadline) {
  try {
    const std::vector<ElementHandle> found = find_elements(page, words, deadline).found;
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (found[i].frame == element.frame && found[i].ref == element.ref) return {{i + 1, found.size()}};
    }
  } catch (const Error&) {  // the words are no target, or the element has gone
  }
  return std::nullopt;
}

// The matches of an ambiguous target in a snapshot, which tells what is around them.
class Surroundings {
 public:
  Surroundings(PageSession& page, const std::vector<ElementHandle>& found) : page_(page), found_(found) {}
  // Returns the place as `distinct_place` does; "" if the page cannot be read.
  std::string place_of(const ElementHandle& element) {
    const NodeIndex node = node_of(element);
    return node == kNoNode ? "" : distinct_place(seen_->nodes(), matches_, node);
  }
  // Returns places of `own` by what stands beside it, for containers without a role. The innermost that has both comes
  // last in the page.
  std::vector<std::string> places_beside(const ElementHandle& element, const std::string& own) {
    std::vector<std::string> places;
    const NodeIndex node = node_of(element);
    if (node == kNoNode) return places;
    for (const std::string& beside : neighbours(seen_->nodes(), matches_, node))
      places.push_back(fmt::format(" inside generic that has {} that has {} #last", beside, own));
    return places;
  }

 private:
  NodeIndex node_of(const ElementHandle& element) {
    if (!seen_) read();
    return seen_->node_of(element.ref_text());
  }
  void read() {
    seen_.emplace();
    try {
      seen_ = capture_evidence(page_);
    } catch (const Error&) {  // the page does not answer, or has gone
    }
    for (const ElementHandle& one : found_) {
      if (const NodeIndex node = seen_->node_of(one.ref_text()); node != kNoNode) matches_.push_back(node);
    }
  }
  PageSession& page_;
  const std::vector<ElementHandle>& found_;
  std::optional<Snapshot> seen_;
  std::vector<NodeIndex> matches_;
};

// Calls a function of the bridge in every document, as evidence, and passes each answer to `use`. Leaves out frames
// that do not answer.
void ask_documents(PageSession& page, const BridgeCall& call, const std::function<void(const Json& answer)>& use) {
  const cdp::Connection::EngineLock lock(page.connection());
  std::vector<FrameId> frames;
  for (const Frame* frame : page.frames().all()) {
    if (frame->world && frame->world->bridge_sent) frames.push_back(frame->id);
  }
  const Deadline deadline = Deadline::in(kEvidenceTimeout);
  for (const FrameId& frame : frames) {
    try {
      use(page.call_bridge(frame, call, deadline));
    } catch (const Error&) {  // the frame does not answer, or has gone
    }
  }
}

// Returns a line for each closed list that contains the wanted option, or may.
std::vector<std::string> closed_lists_offering(PageSession& page, const Target& target) {
  std::vector<std::string> lines;
  if (target.is_ref() || target.step().kind != TargetStep::Kind::Role || target.step().role != "option") return lines;
  const Json name = query_of(target, "").at("step").value("name", Json());
  ask_documents(page, {"closedListsOffering", Json::array({name})}, [&](const Json& lists) {
    for (const Json& list : lists) lines.push_back(list.get<std::string>());
  });
  return lines;
}

// Whether the server has asked for HTTP authentication (RFC 9110 section 11.6.1), and not for a login of the page's
// own.
bool asks_for_credentials(PageSession& page, const std::string& url) {
  const std::deque<RequestRecord>& requests = page.network().log().entries();
  const auto answer = std::find_if(requests.rbegin(), requests.rend(), [&](const RequestRecord& request) {
    return request.status == 401 && request.url == url;
  });
  if (answer == requests.rend()) return true;
  return std::ranges::any_of(answer->response_headers,
                             [](const auto& header) { return ascii_lower(header.first) == "www-authenticate"; });
}

}  // namespace

void throw_ambiguous(PageSession& page, const Target& target, const std::vector<ElementHandle>& found,
                     Deadline deadline) {
  // An action that has waited for a clear match arrives at its deadline.
  deadline = Deadline::at(std::max(deadline.when(), Deadline::in(kEvidenceTimeout).when()));
  constexpr std::size_t kMostListed = 10;
  std::vector<std::string> lines;
  Surroundings surroundings(page, found);
  for (const ElementHandle& one : found) {
    if (lines.size() == kMostListed) break;
    Description words;
    try {
      words = describe(
          page.call_bridge(one.frame, {"describeRefs", Json::array({Json::array({one.ref})})}, deadline).at(0));
    } catch (const Error& error) {
      words.own = error.kind() == ErrorKind::Timeout ? "(its frame did not answer)" : "(its frame was removed)";
    }
    const cdp::Connection::EngineLock lock(page.connection());
    if (const Frame* frame = page.frames().find(one.frame); frame != nullptr && one.frame_ordinal > 0) {
      words.frame = " in iframe " + json_quoted(FrameStates::of(page).frames[*frame].owner_name);
    }
    std::optional<std::string> meant;
    if (const auto number = target_of(page, words.text(), one, deadline)) {
      std::vector<std::string> places;
      if (number->of > 1) places = {surroundings.place_of(one)};
      if (number->of > 1 && places.front().empty()) places = surroundings.places_beside(one, words.own);
      meant = words.text(number->of == 1 ? 0 : number->number);
      for (const std::string& place : places) {
        const std::string placed = words.own + place + words.frame;
        const auto in_place = target_of(page, placed, one, deadline);
        if (!in_place || in_place->of > 1) continue;
        meant = placed;
        break;
      }
    }
    // Otherwise the number among the matches identifies the element.
    const bool may_be_numbered =
        !meant && !target.is_ref() && !target.step().nth && target.inside().empty() && target.frames().empty();
    if (may_be_numbered) meant = fmt::format("{} #{}", target.text(), lines.size() + 1);
    lines.push_back(one.ref_text() + "  " + meant.value_or(words.text()) + (words.is_hidden ? " (hidden)" : ""));
  }
  if (found.size() > lines.size()) lines.push_back(fmt::format("and {} more", found.size() - lines.size()));
  throw Error(ErrorKind::Ambiguous,
              fmt::format("{} matches {} elements; make the target more specific", target.text(), found.size()), lines);
}

std::vector<std::string> tell_of_page(PageSession& page) {
  const cdp::Connection::EngineLock lock(page.connection());
  std::vector<std::string> lines;
  const Frame& main = page.frames().main();
  if (main.status >= 400) lines.push_back(fmt::format("{} was answered with {}", main.url, main.status));
  if (main.status == 401 && asks_for_credentials(page, main.url))
    lines.back() += "; set `credentials` under `use` to sign in (C++: ContextOptions::http_credentials)";
  if (!main.cut_off.empty()) lines.push_back(fmt::format("{} was cut off in the middle: {}", main.url, main.cut_off));
  if (is_render_blocked(main)) lines.push_back("the page shows nothing yet: " + missing_sheet(main));
  return lines;
}

std::vector<std::string> tell_of_other_address(PageSession& page, const std::string& title) {
  const cdp::Connection::EngineLock lock(page.connection());
  const Frame& main = page.frames().main();
  const std::string& url = main.unreachable_url.empty() ? main.url : main.unreachable_url;
  const std::string& opened = page.navigator().last_opened();
  if (url.empty() || url == opened || url == opened + "/" || main.status >= 400) return {};
  constexpr std::size_t kMostOfUrl = 200, kMostOfTitle = 80;
  return {"the page is " + shorten(url, kMostOfUrl) +
          (title.empty() ? "" : " " + json_quoted(shorten(title, kMostOfTitle)))};
}

void add_text_over_elements(PageSession& page, const Target& target, std::vector<std::string>& hints) {
  if (target.is_ref() || target.step().kind != TargetStep::Kind::Text || !target.step().name) return;
  // A document does not compare the surroundings, so its answer could be outside of them.
  if (!target.inside().empty() || !target.frames().empty()) return;
  const std::string wanted = plain_words(*target.step().name);
  const bool is_elsewhere = !hints.empty() && hints.front().starts_with("there is ");
  if (wanted.empty() || is_elsewhere) return;
  std::string nearest;
  double likeness = 0;
  ask_documents(page, {"nearestTextOverElements", Json::array({wanted})}, [&](const Json& answer) {
    if (answer.is_null() || answer.at("likeness").get<double>() <= likeness) return;
    likeness = answer.at("likeness").get<double>();
    nearest = json_quoted(answer.at("text").get<std::string>());
  });
  if (nearest.empty()) return;
  if (std::ranges::any_of(hints, [&](const std::string& hint) { return hint.find(nearest) != hint.npos; })) return;
  const auto is_nearest = [](const std::string& hint) { return hint.starts_with("nearest: "); };
  hints.insert(std::ranges::find_if(hints, is_nearest),
               fmt::format("nearest: text {}, over several elements", nearest));
}

std::vector<std::string> tell_of_stopped_form(PageSession& page) {
  std::vector<std::string> lines;
  ask_documents(page, {"fieldThatStoppedAForm"}, [&](const Json& field) {
    if (!field.is_null()) lines.push_back("the form was not sent, because " + field.get<std::string>());
  });
  return lines;
}

std::vector<std::string> nearest_identifiers(PageSession& page, const Target& target) {
  if (target.is_ref()) return {};
  const TargetStep& step = target.step();
  const bool is_test_id = step.kind == TargetStep::Kind::TestId && step.name && !step.name->is_regex;
  if (step.kind != TargetStep::Kind::Css && !is_test_id) return {};
  std::string attribute = "id", wanted, before = "css=#", after;
  if (!is_test_id) {
    const std::size_t begin = step.css.rfind('#');
    if (begin == step.css.npos) return {};
    const std::size_t end = step.css.find_first_of(" .:[>+~,#", begin + 1);
    wanted = step.css.substr(begin + 1, end == step.css.npos ? end : end - begin - 1);
  } else {
    attribute = page.environment().options.test_id_attribute;
    wanted = step.name->text;
    before = "testid='";
    after = "'";
  }
  std::vector<std::string> known;
  ask_documents(page, {"valuesOfAttribute", Json::array({attribute})}, [&](const Json& values) {
    for (const Json& value : values) known.push_back(value.get<std::string>());
  });
  const std::string nearest = nearest_word(wanted, known);
  if (nearest.empty() || nearest == wanted) return {};
  return {"nearest: " + before + nearest + after};
}

std::vector<std::string> explain_no_match(PageSession& page, const Target& target) {
  std::vector<std::string> lines = tell_of_page(page);
  try {
    const Snapshot seen = capture_evidence(page);
    for (std::string& line : tell_of_stopped_form(page)) lines.push_back(std::move(line));
    try {
      seen.ref(target);
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::Usage && !target.is_ref()) {
        for (std::string& line : nearest_identifiers(page, target)) lines.push_back(std::move(line));
        const std::vector<std::string> names = names_on_page(seen.nodes(), target.step());
        lines.insert(lines.end(), names.begin(), names.end());
      }
      if (error.kind() == ErrorKind::NotFound) {
        for (std::string& line : notices_in(seen.nodes(), Notices::Alerts)) lines.push_back(std::move(line));
        // The part about a missing surrounding element, if the message has such a part.
        const std::string alone = "nothing matches " + target.text() + ": ";
        if (error.message().starts_with(alone)) lines.push_back(error.message().substr(alone.size()));
        std::vector<std::string> hints = error.trail();
        add_text_over_elements(page, target, hints);
        lines.insert(lines.end(), hints.begin(), hints.end());
      }
    }
    const std::vector<std::string> address = tell_of_other_address(page, seen.title());
    lines.insert(lines.end(), address.begin(), address.end());
  } catch (const Error& error) {
    lines.push_back(std::string("the page could not be read: ") + error.message());
    return lines;
  }
  const std::vector<std::string> lists = closed_lists_offering(page, target);
  lines.insert(lines.begin(), lists.begin(), lists.end());
  return lines;
}

std::string find_within(PageSession& page, const std::string& within, Deadline deadline) {
  if (within.empty()) return "";
  const Target target(within);
  const SearchResult search = find_elements(page, target, deadline);
  if (search.found.empty()) {
    throw Error(ErrorKind::NotFound, "within: nothing matches " + target.text(), explain_no_match(page, target));
  }
  if (search.found.size() > 1) throw_ambiguous(page, target, search.found, deadline);
  return search.found.front().ref_text();
}

}  // namespace casement
