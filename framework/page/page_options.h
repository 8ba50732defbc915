// Plain values that a caller gives a page, and gets back.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "casement/base/deadline.h"

namespace casement {

enum class LoadState { Committed, DomReady, Loaded };

struct OpenOptions {  // of open, reload, back and forward
  LoadState wait_until = LoadState::DomReady;
  Milliseconds timeout{0};  // 0: the page's default
};

struct NavigationResult {  // how a navigation went
  std::string requested_url;
  std::string url;
  std::string title;
  int status = 0;  // 0 where no HTTP response was involved
  std::string content_type;
  std::vector<std::string> redirects;
  double milliseconds = 0;
};

struct SnapshotOptions {  // of snapshot
  Milliseconds frame_timeout{0};  // per frame; 0: the page's
  int max_frame_depth = 8;        // the page's own limit may be lower
  bool boxes = false;
  bool aria_hidden = true;  // false leaves out what a person sees though it is aria-hidden
  // Gives a ref to elements on which scripts listen for the pointer too; the browser is asked for them.
  bool listeners = false;
  bool reveal_values = false;  // show card numbers and one-time codes; passwords never
  // Of the text: what is past them is left out, and a line says how much. The tree stays whole, so
  // what is cut can still be found. 0: no limit.
  std::size_t max_nodes = 0;
  std::size_t max_bytes = 0;    // room for the line that tells of the cut comes on top
  std::size_t max_depth = 128;  // levels, carried over frame borders; YAML readers have limits too
  // Elements read of each document; those past it are counted, not read. 0: all.
  std::size_t max_elements = 0;
  // ECMAScript regular expressions; what they match in a value is replaced by bullets.
  std::vector<std::string> secret_patterns = {};
  Milliseconds timeout{0};
};

struct PdfOptions {  // of pdf
  bool landscape = false;
  bool background = true;  // with background colours and pictures
  double scale = 1;        // 0.1 to 2
  double paper_width = 8.27;  // inches; A4
  double paper_height = 11.7;
};

}  // namespace casement
