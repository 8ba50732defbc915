// The results of a run as plain data, shared by runners and report writers. Text may come from pages and contain
// anything; writers escape it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "casement/base/point.h"
#include "casement/base/source_place.h"

namespace casement::results {

// Flaky: failed at first, and passed in a retry.
enum class Outcome { Passed, Failed, Skipped, Flaky };

using casement::SourcePlace;

// The media type of a case's trace: JSON, from which reports make a page (casement/reports/trace_page.h).
inline constexpr const char* kTraceMediaType = "application/vnd.casement.trace+json";

// A file to store beside a report.
struct Attachment {
  std::string name;        // for people, e.g. "screenshot"
  std::string media_type;  // e.g. "image/png"
  std::string content;
  std::string path;  // path of the written file, relative to the report; "" if not written
};

// A frame that could not be read, and the verdict of the frame policy.
struct FrameFailure {
  enum class Verdict { Ignored, Warned, Failed };
  std::string owner_ref;   // the iframe element, e.g. "e31" or "f2_e4"
  std::string frame_name;  // accessible name of the owner
  std::string url;         // current address, or the address that was loading
  std::string kind;        // "timed_out", "blocked", …
  std::string message;     // "no answer within 2 s"
  bool expected = false;
  Verdict verdict = Verdict::Warned;
  double milliseconds = 0;
  int status = 0;    // of an "http_error"; otherwise 0
  std::string time;  // when the failure was noticed, RFC 3339, UTC; "" if unknown
};

// A frame of the page at the end of a test.
struct FrameInfo {
  int depth = 0;      // 0 for the main frame
  std::string label;  // "main", or "f1"
  std::string name;
  std::string url;
  bool cross_site = false;
  std::string state;  // "ready", "hidden", or a failure kind
};

struct Failure {        // one thing that went wrong
  std::string type;     // e.g. "expect.shows"
  std::string message;  // one line
  std::string details;  // more lines
  SourcePlace where;
  std::string screenshot = {};  // name of the case's attachment; "" without a screenshot
};

// A strategy that an action tried.
struct Attempt {
  std::string strategy;
  std::string frame;  // label, or path of labels
  bool success = false;
  double milliseconds = 0;
  std::string error;
};

struct Step {         // one step of a flow, as it was run
  std::string title;  // e.g. `click: button "Pay"`
  SourcePlace where;
  Outcome outcome = Outcome::Passed;
  std::string message;  // why it failed or was skipped
  double milliseconds = 0;
  int depth = 0;       // nesting in blocks
  std::string source;  // the source line
  std::string target;  // as written
  // The element of an action, or of a traced step.
  std::string matched;              // e.g. `button "Pay" [e12]`
  std::string frame_path;           // e.g. `main › iframe "Bank" (f1)` or `main > Bank`
  std::optional<Point> point = {};  // where the pointer was sent, in CSS pixels of the page's viewport
  std::vector<std::string> values;  // variables that the step has set, as `order = 17`
  std::vector<Attempt> attempts;
  // Recorded for traced steps; otherwise these fields may be empty.
  std::string snapshot_before;
  std::string snapshot_after;
  std::string screenshot;  // after a failed step: name of the case's attachment
  double began = 0;        // in milliseconds since the epoch; 0 if unknown or skipped
};

// A request of the page.
struct Request {
  std::string method;
  std::string url;
  std::string type;          // "document", "script", …
  int status = 0;            // 0: no answer
  std::string failure;       // why the request got no answer
  double milliseconds = -1;  // until it ended; -1 if it has not
  double bytes = 0;
  bool answered_by_test = false;  // by a route of the test, and no server
};

struct Property {  // a named value that a test recorded
  std::string name;
  std::string value;
};

struct Case {              // one test, with all its attempts
  std::string suite;       // the flow's name or the gtest suite's
  std::string class_name;  // stable path-like name: the file without its suffix
  std::string name;
  SourcePlace where;
  std::vector<std::string> tags;
  std::vector<Property> properties;
  Outcome outcome = Outcome::Passed;
  std::vector<Failure> failures;
  std::string skip_reason;
  bool failed_as_expected = false;  // skipped because it failed as its author expected
  double milliseconds = 0;
  std::vector<Step> steps;
  std::vector<FrameFailure> frame_failures;
  std::vector<FrameInfo> frames;
  std::vector<std::string> console;   // "error: … (http://shop.test/checkout:12)"
  std::vector<double> console_times;  // of each line, in milliseconds since the epoch; empty or 0 if unknown
  std::vector<std::string> warnings;
  std::size_t missed_changes = 0;  // conditions that held at their deadline although no event had announced a change
  std::vector<Attachment> attachments;
  std::string snapshot;  // the page's text when the case ended
  std::vector<Request> requests;
  int repetition = 0;                  // from 1 if the case runs several times
  std::size_t order = 0;               // position among all cases of the whole run, of all its shards
  bool not_run = false;                // skipped because the run ended before its turn
  std::string rerun;                   // the command that runs this case alone
  std::vector<Case> earlier_attempts;  // failed attempts, oldest first
};

struct Suite {       // the cases of one flow or fixture
  std::string name;  // "Guest pays by card"
  std::string file;  // "specs/flows/checkout.flow.yaml"
  std::vector<Case> cases;
};

struct ServerInfo {  // a program that ran beside the tests
  std::string name;
  std::string running_at;  // address of a server that was already running; "" if the run started it
  std::string log;         // path of its output, in a written report relative to the report's folder; "" without a log
};

struct ProgramLine {  // a line that a program beside the tests printed
  std::string program;
  double at = 0;  // when its end arrived, in milliseconds since the epoch
  std::string text;
  bool late = false;  // the program buffers its output, and may have printed the line earlier
};

struct RunInfo {        // known before the first test
  std::string product;  // "Casement 0.1.0"
  std::string browser;  // "Chromium 156.0.8078.79 headless shell"
  std::string host_name;
  std::string started;  // ISO 8601 with offset, UTC
  std::size_t suites = 0;
  std::size_t cases = 0;
  std::size_t workers = 1;
  std::uint32_t seed = 0;  // seed of random choices, from 1; 0 without random choices
  std::string shard;       // "2/5" of a run that several machines share; "" of a whole run
  // From the build server; "" without a build server.
  std::string commit;
  std::string branch;
  std::string build_url;
  std::vector<ServerInfo> servers;
  std::vector<std::string> warnings;  // about the whole run, such as "Chrome ran without its sandbox"
};

struct Run {  // all results of a program
  RunInfo info;
  double milliseconds = 0;
  std::vector<Suite> suites;
  std::vector<std::string> errors;  // errors of the run that no case caused
};

}  // namespace casement::results
