// Texts that all reports share. Functions that return text of a page return one line without control characters, not
// yet escaped for markup.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "casement/results/model.h"

namespace casement::reports {

std::string_view mark(results::Outcome outcome);  // ✓ ✗ – ≈
std::string_view to_string(results::Outcome outcome);
std::string_view to_string(results::FrameFailure::Verdict verdict);

// "1 flow", "5 flows".
std::string counted(std::size_t count, std::string_view noun);

// Returns 0 for an invalid duration (negative, not a number), and some decades for an infinite duration.
double sane_duration(double milliseconds);
// "0.9 s".
std::string in_seconds(double milliseconds);
// "12 ms" below one second, else as in_seconds.
std::string in_short(double milliseconds);
// The same as a plain number of seconds with three decimals: "4.101".
std::string in_decimal_seconds(double milliseconds);

// "file:31:5", "file:31", "file" or "".
std::string place(const results::SourcePlace& where);

// Returns the text after the last slash: "checkout" of "specs/flows/checkout".
std::string_view last_part(std::string_view path);
// Returns the case's name, with the number of the run if the case runs several times: "accepted (run 2)".
std::string full_name(const results::Case& one);
// "checkout › accepted": the last part of the class name, and the name.
std::string short_label(const results::Case& one);
// "4 passed, 1 failed in 6.8 s · 1 frame failure".
std::string totals_line(const results::Run& run);

// `frame e31 "Bank challenge" → http://acs.bank.test/: timed_out: no answer within 2 s`.
std::string frame_failure_line(const results::FrameFailure& failure);

// Returns the failures of a failed case; without failures, the step in which the case failed.
std::vector<results::Failure> reported_failures(const results::Case& one);
// The innermost failed step at the place of `failure`; nullptr if there is none.
const results::Step* failed_step(const results::Case& one, const results::Failure& failure);
// The title of the failed step; without a step, the part of the case that failed.
std::string failed_part(const results::Case& one, const results::Failure& failure);

}  // namespace casement::reports
