// The rule for private numbers stands in the page script (js/dom/secrets.js) and in C++ (base/private_numbers.cc).
#include "casement/base/private_numbers.h"

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "casement/testing.h"
#include "specs/support/script_scope.h"

namespace casement {
namespace {

class CardNumbers : public BrowserTest {};

// Both hide the same numbers of any text.
TEST_F(CardNumbers, AreTheSameToTheScriptAndToCpp) {
  page().open("data:text/html,<p>text");
  page().snapshot();                             // the script is there then
  const auto shortened = [](std::string text) {  // bullets and what may stand between them, as one
    for (const std::string_view part : {" ", "-", "\u00A0"}) {
      for (std::size_t at; (at = text.find(part)) != std::string::npos;) text.erase(at, part.size());
    }
    for (std::size_t at; (at = text.find("••")) != std::string::npos;) text.erase(at, std::string_view("•").size());
    return text;
  };
  int masked = 0;
  for (const char* const text : {"4242 4242 4242 4242",
                                 "4242424242424242",
                                 "4242-4242-4242-4242",
                                 "4242 4242 4242 4241",
                                 "4222222222222",
                                 "378282246310005",
                                 "6011 0009 9013 9424 and 5555 5555 5555 4444",
                                 "no 12 4242 4242 4242 4242 7",
                                 "4242    4242 4242 4242",
                                 "4242\u00A04242\u00A04242\u00A04242",
                                 "00000000000000000000",
                                 "4242.4242.4242.4242",
                                 "1234567890123",
                                 "42424242424242424",
                                 "6304000000000000000 1",
                                 "123-45-6789",
                                 "ssn 078-05-1120, 4242424242424242",
                                 "123\u201145\u20116789",
                                 "123\u201345-6789",
                                 "000-12-3456",
                                 "666-12-3456",
                                 "987-65-4321",
                                 "123-00-4567",
                                 "123-45-0000",
                                 "1123-45-6789",
                                 "123-45-67890",
                                 "x123-45-6789",
                                 "123-45-6789-01",
                                 "\u00e9123-45-6789",
                                 "2026-11-25",
                                 "555-123-4567"}) {
    const std::string said =
        specs::call_in_script_scope(page(), "({ withoutPrivateNumbers }, text) => withoutPrivateNumbers(text)",
                                    {{{"value", text}}})
            .get<std::string>();
    const std::string expected = mask_private_numbers(text).value_or(text);
    EXPECT_EQ(shortened(said), shortened(expected)) << text;
    masked += expected != text;
  }
  EXPECT_GT(masked, 8);
}

}  // namespace
}  // namespace casement
