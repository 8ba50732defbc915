// Frames whose document comes without a request: what they ask for while they are parsed is routed and recorded.
#include <casement/testing.h>
#include <fmt/format.h>

namespace {

using namespace casement;
using testing::Contains;
using testing::Field;

constexpr const char* kAsk =
    "fetch('http://other.test/api.json').then(r => r.text()).then(t => top.postMessage(t, '*'))";

struct LocalDocument {
  std::string name;
  std::string markup;  // of the page's body; ASK stands for the script that asks
};

class LocalDocuments : public SiteTest<"network">, public testing::WithParamInterface<LocalDocument> {};

void replace_all(std::string& text, std::string_view old, std::string_view now) {
  for (std::size_t at = 0; (at = text.find(old, at)) != std::string::npos; at += now.size()) {
    text.replace(at, old.size(), now);
  }
}

std::string with_script(std::string markup) {
  std::string within_quotes = kAsk;
  replace_all(within_quotes, "'", "&amp;#39;");
  replace_all(markup, "ASK_WITHIN_QUOTES", within_quotes);
  replace_all(markup, "ASK", kAsk);
  return "<!doctype html><title>Local</title><p id=said>nothing</p><script>"
         "addEventListener('message', event => said.textContent = event.data)</script>" +
         markup;
}

TEST_P(LocalDocuments, AreRoutedAndRecordedWhileTheyAreParsed) {
  page().network().route("http://top.test/local.html", RouteAnswer::fulfil({.headers = {{"Content-Type", "text/html"}},
                                                                            .body = with_script(GetParam().markup)}));
  page().network().route("*/api.json",
                         RouteAnswer::fulfil({.headers = {{"Access-Control-Allow-Origin", "*"}}, .body = "routed"}));
  // The request is part of a race with the session of its frame.
  for (int round = 0; round < 5; ++round) {
    page().open("http://top.test/local.html");
    expect(page()).text("css=#said", "routed");
    EXPECT_THAT(page().network().requests(), Contains(Field(&RequestRecord::url, "http://other.test/api.json")))
        << round;
    page().open("about:blank");
  }
}

INSTANTIATE_TEST_SUITE_P(
    Frames, LocalDocuments,
    testing::Values(
        LocalDocument{"srcdoc", R"(<iframe srcdoc="<script>ASK</script>"></iframe>)"},
        LocalDocument{"sandboxed_srcdoc", R"(<iframe sandbox="allow-scripts" srcdoc="<script>ASK</script>"></iframe>)"},
        LocalDocument{"sandboxed_srcdoc_of_same_origin",
                      R"(<iframe sandbox="allow-scripts allow-same-origin" srcdoc="<script>ASK</script>"></iframe>)"},
        LocalDocument{"sandboxed_srcdoc_in_another",
                      R"(<iframe sandbox="allow-scripts" srcdoc="<iframe sandbox='allow-scripts' )"
                      R"(srcdoc='<script>ASK_WITHIN_QUOTES</script>'></iframe>"></iframe>)"},
        LocalDocument{"data", R"(<iframe src="data:text/html,<script>ASK</script>"></iframe>)"},
        LocalDocument{"sandboxed_data",
                      R"(<iframe sandbox="allow-scripts" src="data:text/html,<script>ASK</script>"></iframe>)"},
        LocalDocument{"blob",
                      R"(<script>const frame = document.createElement('iframe');)"
                      R"(frame.src = URL.createObjectURL(new Blob(["<script>ASK<\/script>"], {type: 'text/html'}));)"
                      R"(document.body.append(frame)</script>)"},
        LocalDocument{"sandboxed_blob",
                      R"(<script>const frame = document.createElement('iframe'); frame.sandbox = 'allow-scripts';)"
                      R"(frame.src = URL.createObjectURL(new Blob(["<script>ASK<\/script>"], {type: 'text/html'}));)"
                      R"(document.body.append(frame)</script>)"},
        LocalDocument{"sandboxed_srcdoc_by_script",
                      R"(<script>const frame = document.createElement('iframe'); frame.sandbox = 'allow-scripts';)"
                      R"(frame.srcdoc = "<script>ASK<\/script>"; document.body.append(frame)</script>)"},
        LocalDocument{"written", R"(<iframe id=f></iframe><script>const d = f.contentDocument; d.open();)"
                                 R"(d.write("<script>ASK<\/script>"); d.close()</script>)"},
        LocalDocument{"javascript", R"(<iframe src="javascript:`<script>ASK</script>`"></iframe>)"}),
    [](const testing::TestParamInfo<LocalDocument>& one) { return one.param.name; });

}  // namespace
