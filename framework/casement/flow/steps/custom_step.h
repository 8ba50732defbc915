// A step of flows whose body is a C++ function of a test program. Programs register their steps with CASEMENT_STEP
// (casement/fixtures/custom_steps.h).
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "casement/api/page.h"
#include "casement/base/duration.h"
#include "casement/target/target.h"

namespace casement {

struct GivenArguments;

// An argument of a custom step: {"user", StepArgument::Text, "the user's name"}.
struct StepArgument {
  enum class Kind {
    Text,
    Secret,    // a text that reports mask
    Texts,     // a list; a text counts as a list of one
    Word,      // one of `words`
    Number,    // whole, from `least` to `most`
    Flag,      // true or false
    Duration,  // "3s", "500ms"
    Target,    // an element, in target notation
  };
  using enum Kind;

  std::string name = {};
  Kind kind = Kind::Text;
  std::string help = {};  // a few words, for editors
  bool is_optional = false;
  std::vector<std::string> words = {};
  int least = 0;
  int most = 1'000'000;
};

// The arguments of a step that runs. Each read throws Error{Usage} if the step declares no argument of this name and
// kind. Reads of an optional argument that is missing in the flow return `otherwise`.
class StepArguments {
 public:
  // `given` must outlive this object; see casement/flow/steps/given_arguments.h.
  explicit StepArguments(const GivenArguments& given) : given_(given) {}

  // Whether the flow gives this argument.
  bool has(std::string_view name) const;
  // Of a Text, a Secret or a Word.
  std::string text(std::string_view name, std::string_view otherwise = "") const;
  std::vector<std::string> texts(std::string_view name) const;
  int number(std::string_view name, int otherwise = 0) const;
  bool flag(std::string_view name, bool otherwise = false) const;
  Milliseconds duration(std::string_view name, Milliseconds otherwise = Milliseconds(0)) const;
  // Narrowed by the `within` and `in` of the flow. Throws Error{Usage} if the flow does not give the argument.
  Target target(std::string_view name) const;
  // The `timeout` of the step; 0 if the flow sets none. Calls of the page already respect it.
  Milliseconds timeout() const;

 private:
  const GivenArguments& given_;
};

struct CustomStep {
  using Body = std::function<void(const Page&, const StepArguments&)>;
  std::string name = {};
  std::string help = {};  // one sentence
  std::vector<StepArgument> arguments = {};
  Body body = {};       // empty if only the description is known
  std::string at = {};  // "shop_steps.cc:12"; "" if unknown
};

}  // namespace casement
