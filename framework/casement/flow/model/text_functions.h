// The functions of flows: ${now()}, ${uuid()}, ${random(…)}, ${env(NAME)}. What they draw comes from a
// stream of random numbers that begins anew, in the same way, for each case of a run with the same
// seed. A handle, cheap to copy; not to be used on two threads at once.
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

struct FunctionProblem {  // why a function cannot be called that way
  std::string message;
  bool is_of_environment = false;  // a variable is not set, and may be elsewhere
};

class TextFunctions {
 public:
  TextFunctions() : TextFunctions(0, "") {}
  // `place` tells the streams of one run apart: the file and the case.
  TextFunctions(std::uint64_t seed, std::string_view place);

  //   now()                 2026-01-31T12:00:00Z; now(%d.%m.%Y) in strftime's words, in UTC;
  //                         now(%Y-%m-%d, +3d) later or earlier by so many s, m, h or d
  //   uuid()                a UUID of version 4 (RFC 9562, section 5.4)
  //   random(8)             so many small letters and digits; random(1, 6) a whole number
  //   env(NAME)             of the environment; env(NAME, otherwise) where that is not set; what it
  //                         said when it was first asked, which is when its file was loaded
  // Throws FunctionProblem, which never leaves the room.
  std::string call(std::string_view name, std::string_view arguments) const;
  // From now on env() of this case throws, and says why.
  void refuse_environment(std::string why) { state_->no_environment = std::move(why); }

 private:
  struct State {
    std::mt19937_64 random;
    std::map<std::string, std::optional<std::string>> environment;
    std::string no_environment;  // why env() is refused; "" where it is not
  };
  std::string environment(const std::vector<std::string>& arguments) const;
  // Shared by the copies: they draw from one stream.
  std::shared_ptr<State> state_;
};

}  // namespace casement
