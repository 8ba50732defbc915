// Feeds any bytes to the loader of flows: as a whole file, or put into a flow that is right. It is
// loaded, or every error points into the file in valid UTF-8.
//
//   cmake --preset asan && cmake --build --preset asan --target flow_fuzz && build/asan/specs/flow_fuzz -max_len=4096
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "casement/base/text.h"
#include "casement/flow/load/flow_loader.h"

namespace {

constexpr std::string_view kFlow =
    "flow: A\nvars: { a: b, c: \"${a}\" }\ncases: [{ case: one }, { case: two, a: d }]\n"
    "steps:\n  - click: button \"${a}\"\n    within: region \"Cart\"\n"
    "  - save: { text: cell \"Total\", to: total }\n"
    "  - for_each: { name: x, in: [p, q] }\n    steps: [{ log: \"${x} ${total}\" }]\n"
    "  - if: { var: total, is: 3 }\n    then: [{ press: Enter }]\n";

void demand(bool holds, const char* claim, const std::string& text) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n%s\n", claim, text.c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::string bytes(reinterpret_cast<const char*>(data) + 2, size - 2);
  std::string text = bytes;
  if (data[0] % 4 != 0) {
    text = std::string(kFlow);
    text.replace(data[1] * text.size() / 256, data[0] % 16, bytes);
  }
  casement::AuthoringErrors errors;
  const auto flow = casement::parse_flow("a.flow.yaml", text, {{}, false, 1}, errors);
  demand(flow.has_value() == errors.empty(), "a flow or an error", text);
  for (const casement::Error& error : errors.sorted()) {
    demand(casement::is_valid_utf8(error.full_text()), "valid UTF-8", error.full_text());
    demand(error.message().starts_with("a.flow.yaml:"), "a place in the file", error.full_text());
  }
  return 0;
}
