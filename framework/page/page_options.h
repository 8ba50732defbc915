// Plain values that a caller gives a page, and gets back.
#pragma once

#include <string>
#include <vector>

#include "casement/base/deadline.h"

namespace casement {

enum class LoadState { Committed, DomReady, Loaded };

struct OpenOptions {
  LoadState wait_until = LoadState::DomReady;
  Milliseconds timeout{0};  // 0: the page's default
};

struct NavigationResult {
  std::string requested_url;
  std::string url;
  std::string title;
  int status = 0;  // 0 where no HTTP response was involved
  std::string content_type;
  std::vector<std::string> redirects;
  double milliseconds = 0;
};

struct SnapshotOptions {
  Milliseconds frame_timeout{0};  // per frame; 0: the page's
  int max_frame_depth = 8;        // the page's own limit may be lower
  bool boxes = false;
  bool reveal_values = false;  // show card numbers and one-time codes; passwords never
  Milliseconds timeout{0};
};

}  // namespace casement
