// Answers requests from an HTTP Archive (HAR 1.2), such as one of PageNetwork::save_har, of Chrome's developer tools or
// of Playwright. Pure, except that the constructor reads files; any thread, one at a time.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "casement/browser/network/route.h"
#include "casement/browser/values/context_options.h"

namespace casement {

class HarPlayer {
 public:
  // Throws Error{Environment} if the file cannot be read, and Error{Usage} if it is no archive. Bodies in files of
  // their own (`_file`, as Playwright writes them) are read beside the archive.
  explicit HarPlayer(const std::string& path);

  // The answer to a request with the same address, method and body; nothing if the archive has none. If it has several,
  // requests with the most equal headers count; each request gets the next of their answers, and the last stays.
  std::optional<RouteAnswer> answer(const RouteRequest& request);
  std::size_t size() const { return size_; }  // the number of answers
  // Why there is no answer to such a request: "shop.har has no answer to GET https://…", with the nearest request that
  // the archive has.
  std::string describe_missing(const RouteRequest& request) const;

 private:
  struct Recorded {
    std::optional<std::string> body;  // of the request; nothing if the archive does not know it
    HeaderList headers;               // of the request
    RouteAnswer answer;
    std::set<std::string> given;  // the bodies of requests that got this answer
  };
  using Key = std::pair<std::string, std::string>;  // method and address, without its fragment

  std::string path_;
  std::map<Key, std::vector<Recorded>> answers_;
  std::size_t size_ = 0;
};

// Answers requests from the archive. Requests that the archive lacks fail or go on to the next route, as `har` says.
// Throws as HarPlayer, and Error{Usage} if the archive has no answers or routes cannot have the pattern.
RouteHandler replay_handler(const HarFile& har);

}  // namespace casement
