// The functions of flows: ${now()}, ${uuid()}, ${random(…)}, ${env(NAME)}. Each case has its own stream of random
// numbers, the same in all runs with the same seed. A handle, cheap to copy; not for use on two threads at once.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace casement {

struct FunctionProblem {  // why a call is invalid
  std::string message;
  bool is_of_environment = false;  // a variable is not set here, but may be elsewhere
};

class TextFunctions {
 public:
  TextFunctions() : TextFunctions(0, "") {}
  // `place` (the file and the case) distinguishes the streams of one run.
  TextFunctions(std::uint64_t seed, std::string_view place);

  //   now()                 2026-01-31T12:00:00Z; now(%d.%m.%Y) in a format of strftime, in UTC;
  //                         now(%Y-%m-%d, +3d) later or earlier by so many s, m, h or d
  //   uuid()                a UUID of version 4 (RFC 9562, section 5.4)
  //   random(8)             so many small letters and digits; random(1, 6) a whole number
  //   env(NAME)             of the environment; env(NAME, otherwise) with a default. The value stays
  //                         as at the first call, which is when the flow was loaded
  // Throws FunctionProblem, which the functions that put variables into texts catch.
  std::string call(std::string_view name, std::string_view arguments) const;
  // From now on, env() of this case throws with this reason.
  void refuse_environment(std::string why) { state_->no_environment = std::move(why); }

 private:
  struct State {
    std::mt19937_64 random;
    std::map<std::string, std::optional<std::string>> environment;
    std::string no_environment;  // why env() is refused; "": allowed
  };
  std::string environment(const std::vector<std::string>& arguments) const;
  // Shared by all copies, which draw from one stream.
  std::shared_ptr<State> state_;
};

}  // namespace casement
