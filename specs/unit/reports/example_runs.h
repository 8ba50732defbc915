// Runs that the specs of all writers share. Times and places are fixed, so that every byte of a
// report can be compared with an approved file.
#pragma once

#include <string>
#include <vector>

#include "casement/results/model.h"

namespace casement::reports {

using results::Attachment;
using results::Case;
using results::Failure;
using results::FrameFailure;
using results::Outcome;
using results::Run;
using results::Step;

inline Run run_of(std::vector<Case> cases) {
  Run run;
  run.info = {"Casement 0.1.0", "Chromium 156.0.8078.79 headless shell", "build-7", "2026-03-01T09:30:00+00:00", 1,
              cases.size()};
  for (const Case& one : cases) run.milliseconds += one.milliseconds;
  run.suites.push_back({"Guest pays by card", "specs/flows/checkout.flow.yaml", std::move(cases)});
  return run;
}

inline Case case_of(std::string name, double milliseconds) {
  Case one;
  one.suite = "Guest pays by card";
  one.class_name = "specs/flows/checkout";
  one.name = std::move(name);
  one.where = {"specs/flows/checkout.flow.yaml", 9, 5};
  one.tags = {"checkout", "smoke"};
  one.milliseconds = milliseconds;
  one.steps = {{"open: http://shop.test/cart",
                {"specs/flows/checkout.flow.yaml", 12, 5},
                Outcome::Passed,
                "",
                milliseconds * 0.6,
                0},
               {"click: button \"Checkout\"",
                {"specs/flows/checkout.flow.yaml", 13, 5},
                Outcome::Passed,
                "",
                milliseconds * 0.1,
                0}};
  one.frames = {{0, "main", "", "http://shop.test/checkout", false, "ready"},
                {1, "f1", "Secure card number input frame", "http://js.pay.test/card", true, "ready"}};
  return one;
}

// A one-pixel PNG.
inline std::string small_png() {
  static constexpr unsigned char kBytes[] = {
      0x89, 'P',  'N',  'G',  0x0D, 0x0A, 0x1A, 0x0A, 0,    0,    0,    13,   'I',  'H',  'D',  'R',  0,    0,
      0,    1,    0,    0,    0,    1,    8,    6,    0,    0,    0,    0x1F, 0x15, 0xC4, 0x89, 0,    0,    0,
      13,   'I',  'D',  'A',  'T',  0x78, 0x9C, 0x63, 0x60, 0xD0, 0xD6, 0xFB, 0x0F, 0,    0x02, 0x2F, 0x01, 0x57,
      0x65, 0x7B, 0xEB, 0xBF, 0,    0,    0,    0,    'I',  'E',  'N',  'D',  0xAE, 0x42, 0x60, 0x82};
  return {reinterpret_cast<const char*>(kBytes), sizeof kBytes};
}

inline Run all_passed() {
  return run_of({case_of("accepted", 1234), case_of("declined", 900)});
}

// Passed, failed with everything a report can show, skipped, failed without a word, a repeated
// name.
inline Run mixed() {
  Case failed = case_of("3-D Secure passed", 4101);
  const results::SourcePlace where{"specs/flows/checkout.flow.yaml", 31, 5};
  failed.steps.push_back(
      {"if: dialog \"Authentication\"", {"specs/flows/checkout.flow.yaml", 29, 5}, Outcome::Failed, "", 3050, 0});
  failed.steps.push_back({"expect: heading \"Thank you\"", where, Outcome::Failed, "not shown within 3 s", 3000, 1});
  failed.steps.push_back(
      {"click: link \"Receipt\"", {"specs/flows/checkout.flow.yaml", 32, 5}, Outcome::Skipped, "", 0, 0});
  failed.failures = {{"expect.shows", "heading \"Thank you\" not shown within 3 s",
                      "the page shows\n  dialog \"Authentication\"\nnearest: heading \"Confirm "
                      "your payment\" (f6_e2)",
                      where},
                     {"frame_failure", "1 frame could not be read", "", {}}};
  failed.frame_failures = {{"e31", "Bank challenge", "http://acs.bank.test/challenge", "timed_out",
                            "no answer within 2 s", false, FrameFailure::Verdict::Failed, 2003}};
  failed.frames.push_back({2, "f6", "Bank challenge", "http://acs.bank.test/challenge", true, "timed_out"});
  failed.console = {"error: Uncaught TypeError: x is not a function (http://shop.test/pay.js:12)"};
  failed.warnings = {"console: 1 error"};
  failed.attachments = {{"screenshot", "image/png", small_png(), ""}, {"requests", "application/json", "[]", ""}};
  failed.snapshot = "- dialog \"Authentication\" [ref=e30]:\n  - iframe \"Bank challenge\" [ref=e31]";
  Case skipped = case_of("gift card", 0);
  skipped.outcome = Outcome::Skipped;
  skipped.skip_reason = "the shop sells none yet";
  skipped.steps.clear();
  Case mute = case_of("accepted", 12);
  failed.outcome = mute.outcome = Outcome::Failed;
  Run run = run_of({case_of("accepted", 1234), failed, skipped, mute});
  run.info.seed = 4711;
  return run;
}

// Frame failures of each verdict and changes that no event told of, in a case that passed.
inline Run frame_failures() {
  Case one = case_of("accepted", 1500);
  const auto failure = [](std::string ref, std::string kind, FrameFailure::Verdict verdict) {
    FrameFailure made{ref, "Frame " + ref, "http://ads.test/" + kind, kind, "said so", false, verdict, 20};
    made.expected = kind == "detached";
    return made;
  };
  one.frame_failures = {failure("e12", "blocked", FrameFailure::Verdict::Warned),
                        failure("f2_e4", "detached", FrameFailure::Verdict::Ignored),
                        failure("e31", "timed_out", FrameFailure::Verdict::Failed),
                        failure("e32", "http_error", FrameFailure::Verdict::Warned)};
  one.frame_failures.back().message = "its server answered with status 503";
  one.frame_failures.back().status = 503;
  one.missed_changes = 2;
  one.warnings = {"partial content", "missed change: text \"Paid\" to be shown holds, but nothing reported it",
                  "missed change: url \"*/receipt\" holds, but nothing reported it"};
  return run_of({one});
}

// Text that tries to end, forge or act, in every field that can hold text.
inline std::string hostile_text() {
  using namespace std::string_literals;
  return "a\0b\x1b[31mc\xED\xA0\x80"
         "d\xFF"
         "e\xEF\xBF\xBE"
         "f\xE2\x80\xAE"
         "g\xC2\x9B"
         "31mh"s +
         "]]></failure></script></pre><script>alert(1)</script><!--{{title}}\"' onload='x'&amp;&\r\n"s +
         "  ✓ forged › passed\n[[ATTACHMENT|/etc/passwd]]\n\t\r\x7f";
}

inline Run hostile() {
  const std::string text = hostile_text();
  const results::SourcePlace where{text, 3, 1};
  Case one{text, text, text + std::string(900, 'n'), where, {text}};
  one.outcome = Outcome::Failed;
  one.failures = {{text, text, text, where}};
  one.steps = {{text, where, Outcome::Failed, text, -1, -3}};
  one.frame_failures = {{text, text, text, text, text, false, FrameFailure::Verdict::Failed, 1e300}};
  one.frames = {{99, text, text, text, true, text}};
  one.console = one.warnings = {text};
  one.attachments = {{text, text, text, ""}, {text, "image/png", text, text}};
  one.snapshot = text;
  Case skipped = one;
  skipped.outcome = Outcome::Skipped;
  skipped.skip_reason = text;
  Run run = run_of({one, one, skipped});
  run.suites.push_back({text, text, {case_of("\x01", 1), case_of("\x02", 1), case_of("", 1)}});
  run.suites.push_back(run.suites.back());
  run.info.product = run.info.browser = run.info.host_name = text;
  run.errors = {text, text};
  return run;
}

// Passed at the third attempt; failed at both; run twice.
inline Run retried() {
  const auto attempt = [](std::string name, double milliseconds, std::string message) {
    Case one = case_of(std::move(name), milliseconds);
    one.outcome = Outcome::Failed;
    one.failures = {{"click.not_found", std::move(message), "", {"specs/flows/checkout.flow.yaml", 31, 5}}};
    return one;
  };
  Case flaky = case_of("sometimes", 800);
  flaky.outcome = Outcome::Flaky;
  flaky.rerun = "casement run specs/flows/checkout.flow.yaml --case sometimes";
  flaky.earlier_attempts = {attempt("sometimes", 700, "nothing matches it"),
                            attempt("sometimes", 600, "it is covered")};
  Case failed = attempt("never", 500, "the second failure");
  failed.earlier_attempts = {attempt("never", 400, "the first failure")};
  failed.earlier_attempts[0].attachments = {{"screenshot", "image/png", small_png(), ""}};
  Case again = case_of("accepted", 100);
  again.repetition = 1;
  Case once_more = again;
  once_more.repetition = 2;
  Case left_out = case_of("after", 0);
  left_out.steps.clear();
  left_out.outcome = Outcome::Skipped;
  left_out.not_run = true;
  left_out.skip_reason = "not run: stopped after a case failed";
  return run_of({flaky, failed, again, once_more, left_out});
}

// Everything that can be known of a step.
inline Run traced() {
  Case one = case_of("declined", 900);
  Step& step = one.steps[0];
  step.source = "  - click: button \"Checkout\"   # <b>not bold</b>";
  step.target = "button \"Checkout\"";
  step.matched = "button \"Checkout\" [e27]";
  step.frame_path = "main › iframe \"Shop\" (f1)";
  step.attempts = {{"pointer", "main", false, 12, "covered by dialog \"Cookies\""},
                   {"centre point", "f1", true, 30, ""}};
  step.snapshot_before = "- heading \"Cart\"\n- button \"Checkout\" [ref=e27]\n- text: 3 items";
  step.snapshot_after = "- heading \"Checkout\"\n- button \"Checkout\" [ref=e27]";
  step.screenshot = "step 1";
  one.attachments = {{"step 1", "image/png", small_png(), ""}};
  one.requests = {{"GET", "http://shop.test/cart", "document", 200, "", 12.5, 4096},
                  {"POST", "http://api.pay.test/tokens", "fetch", 402, "", 80, 120, true},
                  {"GET", "http://ads.test/a.js", "script", 0, "net::ERR_BLOCKED_BY_CLIENT", 1, 0},
                  {"GET", "http://shop.test/slow.png", "image", 0, "", -1, 0}};
  one.rerun = "casement run specs/flows/checkout.flow.yaml --case declined";
  Run run = run_of({one});
  run.info.servers = {{"shop <b>", "", "servers/shop 1.log"}, {"bank", "http://localhost:9000", ""}};
  return run;
}

inline Run empty() {
  return {};
}

inline Run broken() {
  Run run = run_of({});
  run.suites.clear();
  run.errors = {"Chrome was not found\nlooked for chromium-headless-shell, chromium, google-chrome"};
  return run;
}

}  // namespace casement::reports
