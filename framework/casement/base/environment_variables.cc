#include "casement/base/environment_variables.h"

#include <unistd.h>

#include <algorithm>

#include "casement/base/text.h"

namespace casement {

std::span<const EnvironmentVariable> environment_variables() {
  static const std::vector<EnvironmentVariable> variables{
      {"CASEMENT_APPLICATION", "The application that tests of AppTest start."},
      {"CASEMENT_APPLICATION_ARGUMENTS", "Its arguments, a JSON array of texts."},
      {"CASEMENT_APPLICATION_WINDOW", "The title or address of its page that a test is about."},
      {"CASEMENT_APPROVE",
       "1: pictures and snapshots that are compared are written anew instead; changed: if they differ."},
      {"CASEMENT_ATTEMPT_LOG", "1: each attempt of an action is a line on standard error."},
      {"CASEMENT_BASELINES", "The name of this machine's own approved pictures, as in cart.NAME.png."},
      {"CASEMENT_BASE_URL", "Stands before addresses of flows that begin with /, whatever the flows say."},
      {"CASEMENT_BROWSER", "The program to start as Chrome."},
      {"CASEMENT_CDP_ENDPOINT", "Chromes that run already: ws:// or http:// addresses, a line each."},
      {"CASEMENT_CDP_HEADER", "Headers for requests to CASEMENT_CDP_ENDPOINT: \"Name: value\", a line each."},
      {"CASEMENT_CPU_THROTTLING", "How many times slower pages run, 1 to 100."},
      {"CASEMENT_ENV", "The environment of casement.yaml that counts."},
      {"CASEMENT_FILES_DIR", "The folder into which flows and tests of a run write files."},
      {"CASEMENT_FLOWS", "The flows that `casement run` runs where it is given none."},
      {"CASEMENT_FRAME_TIMEOUT_MS", "How long a frame may take to answer, in milliseconds."},
      {"CASEMENT_FRAME_WAIT_MS", "How long frames that are asked for are waited for, in milliseconds."},
      {"CASEMENT_GRID", "The URL of the Selenium Grid that browsers come from."},
      {"CASEMENT_GRID_CAPABILITIES", "What browsers of the Grid are to be: a JSON object, or @file."},
      {"CASEMENT_HEADED", "1: GoogleTest programs show the browser's window."},
      {"CASEMENT_MISSED_CHANGES", "What a change that woke nobody does to the test: fail, or warn."},
      {"CASEMENT_PAUSE", "1: GoogleTest programs wait for Enter after a failed test."},
      {"CASEMENT_PROJECT", "The file to take for casement.yaml; empty: none."},
      {"CASEMENT_REPORT_DIR", "The folder for the reports of a GoogleTest program."},
      {"CASEMENT_SEED", "The seed of `random` and `uuid` in flows, and of --shuffle."},
      {"CASEMENT_SERVERS", "The state file of the servers that `casement server start` keeps."},
      {"CASEMENT_SERVE_HOST", "Where browsers elsewhere reach this machine: fixture sites are served there."},
      {"CASEMENT_SETUP", "done: GoogleTest programs leave `setup` of casement.yaml to ctest."},
      {"CASEMENT_SHARED_BROWSER", "The state file of the browser that `casement browser start` keeps."},
      {"CASEMENT_SITES", "The folder that holds the sites' folders."},
      {"CASEMENT_SLOW_MO", "GoogleTest programs wait after each step, so many milliseconds."},
      {"CASEMENT_STRUCTURE_DEPTH", "How deep what is around an element is described, in levels."},
      {"CASEMENT_STRUCTURE_DESCENDANTS", "How many elements in a container are described."},
      {"CASEMENT_STRUCTURE_SIBLINGS", "How many children of a container are described."},
      {"CASEMENT_TELL_CTEST", "The file into which a GoogleTest program writes what ctest asks of its flows."},
      {"CASEMENT_TEST_DEADLINE", "Seconds after which a test of a GoogleTest program is ended and reports."},
      {"CASEMENT_TRACE", "always: GoogleTest programs keep the page before and after each step."},
  };
  return variables;
}

std::vector<std::string> environment_names() {
  std::vector<std::string> names;
  for (char** entry = ::environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    names.emplace_back(text.substr(0, text.find('=')));
  }
  return names;
}

std::vector<std::string> tell_unknown_variables(std::span<const std::string> set) {
  std::vector<std::string> known;
  for (const EnvironmentVariable& variable : environment_variables()) known.emplace_back(variable.name);
  std::vector<std::string> warnings;
  for (const std::string& name : set) {
    if (!name.starts_with("CASEMENT_") || name.starts_with("CASEMENT_VAR_")) continue;
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const std::string nearest = nearest_word(name, known);
    warnings.push_back(shorten(to_valid_utf8(name), 60) + " in the environment is no variable of Casement" +
                       (nearest.empty() ? "" : " (did you mean " + nearest + "?)"));
  }
  return warnings;
}

}  // namespace casement
