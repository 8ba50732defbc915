// A page that waits can be tried on: its stage and those of its two frames, which scripts change.
#pragma once

#include <casement/testing.h>

#include <functional>

namespace casement::wait_specs {

using namespace std::chrono_literals;

// So long that it never decides; and so short that it may, where nothing may come.
constexpr Milliseconds kLong = 20s;
constexpr Milliseconds kShort = 60ms;

class WaitStage : public SiteTest<"waits"> {
 protected:
  void SetUp() override {
    SiteTest::SetUp();
    page().open("http://top.test/", {LoadState::Loaded});
  }
  void tell(const std::string& verb, const std::string& where, const std::string& what) {
    page().evaluate(verb + "(" + nlohmann::json(where).dump() + "," + nlohmann::json(what).dump() + ")");
  }
  void show(const std::string& where, const std::string& html) { tell("show", where, html); }
  void run(const std::string& where, const std::string& script) { tell("run", where, script); }
  void run_soon(const std::string& where, const std::string& script) { tell("runSoon", where, script); }
  // The error of an expectation that must not come true.
  Error error_of(const std::function<void(PageExpectation&)>& expectation, bool never = false,
                 Milliseconds within = kShort) {
    PageExpectation expected = expect(page());
    expected.within(within);
    if (never) expected.never();
    try {
      expectation(expected);
    } catch (const Error& error) {
      return error;
    }
    ADD_FAILURE() << "the expectation held";
    return Error(ErrorKind::Internal, "");
  }
};

}  // namespace casement::wait_specs
