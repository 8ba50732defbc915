#include "casement/base/environment_variables.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "casement/base/text.h"

namespace casement {

std::span<const EnvironmentVariable> environment_variables() {
  constexpr bool kDecidesResults = true;
  static const std::vector<EnvironmentVariable> variables{
      {"CASEMENT_APPLICATION", "The application that tests of AppTest start.", kDecidesResults},
      {"CASEMENT_APPLICATION_ARGUMENTS", "The arguments of that application, a JSON array of texts.", kDecidesResults},
      {"CASEMENT_APPLICATION_WINDOW", "The title or address of the application's page to test.", kDecidesResults},
      {"CASEMENT_APPROVE",
       "1: write approved pictures and snapshots instead of comparing; changed: write only those that differ."},
      {"CASEMENT_ATTEMPT_LOG", "1: print each attempt of an action on standard error."},
      {"CASEMENT_BASELINES", "The name of this machine's own approved pictures, as in cart.NAME.png.", kDecidesResults},
      {"CASEMENT_BASE_URL", "Prepended to paths such as /cart; overrides base_url in flows.", kDecidesResults},
      {"CASEMENT_BROWSER", "The program to start as Chrome.", kDecidesResults},
      {"CASEMENT_CDP_ENDPOINT", "Running Chromes to use: ws:// or http:// addresses, one per line."},
      {"CASEMENT_CDP_HEADER", "Headers for requests to CASEMENT_CDP_ENDPOINT: \"Name: value\", one per line."},
      {"CASEMENT_CPU_THROTTLING", "Slows pages down by this factor, 1 to 100.", kDecidesResults},
      {"CASEMENT_ENV", "The environment to use from casement.yaml.", kDecidesResults},
      {"CASEMENT_FILES_DIR", "The folder for files that flows and tests write.", kDecidesResults},
      {"CASEMENT_FLOWS", "The flows that `casement run` runs by default."},
      {"CASEMENT_FRAME_TIMEOUT_MS", "How long a frame may take to answer, in milliseconds.", kDecidesResults},
      {"CASEMENT_FRAME_WAIT_MS", "How long to wait for frames that a target or a wait names, in milliseconds.",
       kDecidesResults},
      {"CASEMENT_GRID", "The URL of the Selenium Grid to take browsers from."},
      {"CASEMENT_GRID_CAPABILITIES", "The capabilities to request from the Grid: a JSON object, or @file."},
      {"CASEMENT_HEADED", "1: GoogleTest programs show the browser's window.", kDecidesResults},
      {"CASEMENT_MISSED_CHANGES", "What to do if a wait missed a change of the page: fail, or warn.", kDecidesResults},
      {"CASEMENT_NO_SANDBOX", "1: start Chrome without its sandbox; only for pages that you trust.", kDecidesResults},
      {"CASEMENT_PAUSE", "1: GoogleTest programs wait for Enter after a failed test."},
      {"CASEMENT_PROJECT", "The file to use as casement.yaml; empty: none.", kDecidesResults},
      {"CASEMENT_REPORT_DIR", "The folder for the reports of a GoogleTest program."},
      {"CASEMENT_SEED", "The seed of `random` and `uuid` in flows, and of --shuffle."},
      {"CASEMENT_SERVERS", "The state file of the servers that `casement server start` runs."},
      {"CASEMENT_SERVE_HOST",
       "The name or address of this machine for remote browsers; fixture sites are served there."},
      {"CASEMENT_SETUP", "done: GoogleTest programs do not run `setup` of casement.yaml, because ctest has.",
       kDecidesResults},
      {"CASEMENT_SHARED_BROWSER", "The state file of the browser that `casement browser start` runs."},
      {"CASEMENT_SITES", "The folder that contains the folders of sites.", kDecidesResults},
      {"CASEMENT_SLOW_MO", "How long GoogleTest programs wait after each step, in milliseconds."},
      {"CASEMENT_STRUCTURE_DEPTH", "How many levels around an element to describe."},
      {"CASEMENT_STRUCTURE_DESCENDANTS", "How many elements in a container to describe."},
      {"CASEMENT_STRUCTURE_SIBLINGS", "How many children of a container to describe."},
      {"CASEMENT_TELL_CTEST", "The file into which a GoogleTest program writes its flows for ctest."},
      {"CASEMENT_TEST_DEADLINE", "The time limit of a test in a GoogleTest program, in seconds."},
      {"CASEMENT_TRACE", "What GoogleTest programs record of their pages: never, failures (the default) or always."},
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

std::optional<std::string> environment_variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

bool is_set(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

bool is_flag_set(const char* variable) {
  return is_set(variable) && std::string_view(std::getenv(variable)) != "0";
}

bool is_test_of_ctest() {
  return is_set("CTEST_INTERACTIVE_DEBUG_MODE") || is_set("DASHBOARD_TEST_FROM_CTEST");
}

std::vector<std::string> tell_unknown_variables(std::span<const std::string> set) {
  std::vector<std::string> known;
  for (const EnvironmentVariable& variable : environment_variables()) known.emplace_back(variable.name);
  std::vector<std::string> warnings;
  for (const std::string& name : set) {
    if (!name.starts_with("CASEMENT_") || name.starts_with("CASEMENT_VAR_")) continue;
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const std::string nearest = nearest_word(name, known);
    warnings.push_back(shorten(to_valid_utf8(name), 60) + " in the environment is not a variable of Casement" +
                       (nearest.empty() ? "" : " (did you mean " + nearest + "?)"));
  }
  return warnings;
}

}  // namespace casement
