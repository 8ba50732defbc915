// The requests of a case's pages for its trace: headers, timing, and bodies that are texts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "casement/base/deadline.h"
#include "casement/base/json.h"
#include "casement/browser/values/page_records.h"

namespace casement {

class PageSession;

// For one case. The calling thread holds no lock.
class RequestCopier {
 public:
  // Reads the requests of all pages in the context of `page`: new requests, and the end of earlier requests with the
  // bodies.
  void read(PageSession& page, Deadline deadline);
  // The newest 1,000 requests in the order of reading, as entries of an HTTP Archive (har.h) with these fields:
  //   "_began": milliseconds since the epoch,
  //   "_answered_by_test": whether a route of the test has answered, "_passed_by_test": whether one let the request
  //   pass, "_pending": whether the request has not ended.
  // A socket has its newest 1,000 messages. "cookies", "queryString" and "params" are empty, because URL, headers and
  // text contain the same values. The texts have no card numbers and no one-time codes. They are longer than the limit;
  // cut them after secrets were masked.
  Json entries() const;
  std::size_t dropped() const { return dropped_; }  // number of requests that entries() does not contain

  // Cuts the texts of entries(). A part of a secret at the cut, which no mask has found, is beyond the limit.
  static void cut_texts(Json& entries);

 private:
  struct Entry {
    RequestRecord record;
    std::optional<SocketRecord> socket;  // with the messages that were read so far
    bool is_posted_cut = false;
    bool is_body_cut = false;
    std::int64_t posted_bytes = 0;
  };
  struct Asked;

  void ask(PageSession& page, std::size_t place, std::vector<Asked>& asked);
  void keep(Entry& entry);
  void add_messages(PageSession& page, Entry& entry, EventNumber socket);
  void limit_texts();
  static Json json_of(const Entry& entry);

  std::deque<Entry> entries_;
  std::size_t dropped_ = 0;
  // Page, number and id of a request → its place, counted from the first request of the case.
  std::map<std::tuple<const PageSession*, EventNumber, std::string>, std::size_t> places_;
};

}  // namespace casement
