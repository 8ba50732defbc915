// Plain values that callers pass to a page and get back.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "casement/base/duration.h"

namespace casement {

enum class LoadState { Committed, DomReady, Loaded };

struct OpenOptions {  // for open, reload, back and forward
  LoadState wait_until = LoadState::DomReady;
  Milliseconds timeout{0};  // 0: the page's default
};

struct NavigationResult {  // the outcome of a navigation
  std::string requested_url;
  std::string url;
  std::string title;  // also "" if the document did not answer in time
  int status = 0;     // 0 without an HTTP response
  std::string content_type;
  std::vector<std::string> redirects;
  double milliseconds = 0;
};

struct HarOptions {                      // for record_har
  bool bodies = false;                   // includes response bodies, which may contain secrets
  std::size_t longest_body = 1'048'576;  // bytes; the archive marks longer bodies as omitted
};

struct HarReplay {             // for replay_har
  std::string url = "*";       // only requests to addresses like this; * is any run of characters
  bool passes_others = false;  // requests that the archive lacks go on to other routes and the network, and do not fail
};

struct PdfOptions {  // for pdf
  bool landscape = false;
  bool background = true;     // prints background colours and images
  double scale = 1;           // 0.1 to 2
  double paper_width = 8.27;  // inches; A4
  double paper_height = 11.7;
};

}  // namespace casement
