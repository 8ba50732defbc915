// Answers requests from an HTTP Archive (HAR 1.2), such as one of PageNetwork::save_har, of Chrome's developer tools or
// of Playwright. Pure, except that the constructor reads files; any thread, one at a time.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "casement/browser/network/route.h"

namespace casement {

class HarPlayer {
 public:
  // Throws Error{Environment} if the file cannot be read, and Error{Usage} if it is no archive. Bodies in files of
  // their own (`_file`, as Playwright writes them) are read beside the archive.
  explicit HarPlayer(const std::string& path);

  // The answer to a request with the same address, method and body; nothing if the archive has none. If it has several,
  // each request gets the next one, and the last stays.
  std::optional<RouteAnswer> answer(const RouteRequest& request);
  std::size_t size() const { return size_; }  // the number of answers

 private:
  struct Recorded {
    std::optional<std::string> body;  // of the request; nothing if the archive does not know it
    RouteAnswer answer;
  };
  struct Answers {
    std::vector<Recorded> all;
    std::map<std::string, std::size_t> next;  // body → place
  };
  using Key = std::pair<std::string, std::string>;  // method and address, without its fragment

  std::map<Key, Answers> answers_;
  std::size_t size_ = 0;
};

}  // namespace casement
