// Copies of pages for a trace: the DOM of every frame as data (js/dom_copy.js), and the style sheets, pictures and
// fonts that the page received. The pages can be drawn again from the copies, without their scripts and without a
// network.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/base/json.h"
#include "casement/base/weak_ptr.h"
#include "casement/cdp/connection.h"
#include "casement/results/model.h"
#include "casement/target/frame_identity.h"
#include "casement/trace/clock_offset.h"
#include "casement/trace/request_copier.h"

namespace casement {

class PageSession;

// For one case. The calling thread holds no lock.
class PageCopier {
 public:
  // The visible frames of the page in document order, and the resources that this copier has not returned before:
  //   {"frames": [{"ordinal", "parent", "owner", "document", "url", "failure"?, "copy"?}…],
  //    "resources": [{"url", "type", "body"}…], "picture"?, "left_out": ["…"]}
  // "owner" is the number in the copy of the parent's document at the element that holds the frame, "document"
  // identifies the document, and "body" is base64. The copy of a document that this copier has copied before
  // contains only what has changed. "picture" is a data: address of the viewport's picture, if a canvas cannot be read
  // (js/dom_copy.js, hasOneColour). "left_out" says in words what is missing. Throws the errors of
  // query_all_frames for the main frame.
  Json copy(PageSession& page, Deadline deadline);
  // The requests of the pages that copy() has seen.
  RequestCopier& requests() { return requests_; }
  // Of the first page that was copied; empty before.
  const std::vector<results::Property>& facts() const { return facts_; }
  // The browser's clock.
  ClockOffset& clock() { return clock_; }

  // The next copy of each document is whole, and resources are returned again.
  void forget() {
    copied_.clear();
    urls_.clear();
    resource_bytes_ = 0;
  }

  enum class Resources { Later, Now };  // and the picture; Later: only `copy` returns them
  // Asks the frames that are known now for their copies, and does not wait. A document that needs longer than `limit`
  // gives up. `received` returns the answers later. Returns false without asking for a closed page, and for the blank
  // page with which a case begins.
  bool ask(PageSession& page, Milliseconds limit, Resources resources);
  // The answers of the frames that were asked.
  struct Received {
    // As the result of `copy`, and with each "copy" as JSON text, because most of these moments are
    // never read (read_copies). Null if the page has no copy: it took longer than the limit, did not answer, or has
    // gone.
    Json moment;
    bool was_asked = false;
    double milliseconds = 0;  // the time that the documents needed
    bool took_too_long = false;
  };
  // The answers that have arrived since `ask`; later ones are dropped.
  Received received();
  static void read_copies(Json& moment);

 private:
  struct Asked {
    FrameIdentity frame;
    std::string document;
    cdp::Call call;
    std::optional<std::size_t> part;  // index in the answer, if the call asks several documents
  };
  struct Body {
    std::vector<std::string> urls;  // of the resource, and of the requests that were redirected to it
    std::string type;
    cdp::Call call;
  };
  Json question(const std::string& document, std::uint64_t number) const;
  void read_clock(double sent, const Json& answer);
  void take(PageSession& page, const Asked& asked, Received& received);
  std::vector<Body> ask_for_resources(PageSession& page, Json& left_out);
  void add_resources(PageSession& page, std::vector<Body> bodies, Json& moment);
  void add_picture(PageSession& page, const cdp::Call& call, Json& moment);

  std::map<std::string, std::uint64_t> copied_;  // document → number of its last copy
  std::uint64_t newest_ = 0;                     // number of the last copy
  std::set<std::string> urls_;                   // of the resources
  std::size_t resource_bytes_ = 0;
  WeakPtr<PageSession> asked_page_;
  std::vector<Asked> asked_;
  std::vector<Body> asked_bodies_;
  bool is_painted_ = false;  // the newest copy has a canvas that cannot be read
  std::optional<cdp::Call> asked_picture_;
  Json left_out_;  // resources, when the page was asked
  RequestCopier requests_;
  std::vector<results::Property> facts_;
  ClockOffset clock_;
  double asked_at_ = 0;  // milliseconds since the epoch
};

}  // namespace casement
