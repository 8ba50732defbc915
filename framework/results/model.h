// What happened in a run, as plain data: the vocabulary between those who run tests and those who
// report on them. Text in here may come from pages and hold anything; writers escape it.
#pragma once

#include <string>
#include <vector>

namespace casement::results {

enum class Outcome { Passed, Failed, Skipped };

// Where something was authored. Line and column count from 1, in characters; 0 means unknown.
struct SourcePlace {
  std::string file;
  int line = 0;
  int column = 0;
};

// A file's bytes to keep beside a report.
struct Attachment {
  std::string name;        // for people, e.g. "screenshot"
  std::string media_type;  // e.g. "image/png"
  std::string content;
  std::string path;        // where it was written, relative to the report; "" while it was not
};

// A frame that could not be read, and what the frame policy made of it.
struct FrameFailure {
  enum class Verdict { Ignored, Warned, Failed };
  std::string owner_ref;   // the iframe element, e.g. "e31" or "f2_e4"
  std::string frame_name;  // accessible name of the owner
  std::string url;         // where it is, or where it was going
  std::string kind;        // "timed_out", "blocked", …
  std::string message;     // "no answer within 2 s"
  bool expected = false;
  Verdict verdict = Verdict::Warned;
  double milliseconds = 0;
};

// One frame of the page as it was at the end of a test.
struct FrameInfo {
  int depth = 0;           // 0 for the main frame
  std::string label;       // "main", or "f1"
  std::string name;
  std::string url;
  bool cross_site = false;
  std::string state;       // "ready", "hidden", or a failure kind
};

struct Failure {
  std::string type;        // e.g. "expect.shows"
  std::string message;     // one line
  std::string details;     // more lines
  SourcePlace where;
};

struct Step {
  std::string title;       // e.g. `click: button "Pay"`
  SourcePlace where;
  Outcome outcome = Outcome::Passed;
  std::string message;     // why it failed or was skipped
  double milliseconds = 0;
  int depth = 0;           // nesting in blocks
};

struct Case {
  std::string suite;       // the flow's name or the gtest suite's
  std::string class_name;  // stable path-like name: the file without its suffix
  std::string name;
  SourcePlace where;
  std::vector<std::string> tags;
  Outcome outcome = Outcome::Passed;
  std::vector<Failure> failures;
  std::string skip_reason;
  double milliseconds = 0;
  std::vector<Step> steps;
  std::vector<FrameFailure> frame_failures;
  std::vector<FrameInfo> frames;
  std::vector<std::string> console;      // "error: … (http://shop.test/checkout:12)"
  std::vector<std::string> warnings;
  std::vector<Attachment> attachments;
  std::string snapshot;                  // the page's text when the case ended
};

struct Suite {
  std::string name;        // "Guest pays by card"
  std::string file;        // "specs/flows/checkout.flow.yaml"
  std::vector<Case> cases;
};

struct RunInfo {
  std::string product;     // "Casement 0.1.0"
  std::string browser;     // "Chromium 156.0.8078.79 headless shell"
  std::string host_name;
  std::string started;     // ISO 8601 with offset, UTC
  std::size_t suites = 0;
  std::size_t cases = 0;
};

struct Run {
  RunInfo info;
  double milliseconds = 0;
  std::vector<Suite> suites;
  std::vector<std::string> errors;       // of the run itself: no case could be blamed
};

}  // namespace casement::results
