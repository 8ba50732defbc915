// What Chrome says: events, answers, and what is kept of both.
#include <nlohmann/json.hpp>

#include "casement/api/engine.h"
#include "casement/api/page.h"
#include "casement/base/error.h"
#include "casement/base/text.h"
#include "casement/browser/host/attach_transport.h"
#include "casement/browser/host/browser_session.h"
#include "casement/browser/network/har.h"
#include "casement/browser/page/socket_log.h"
#include "specs/fuzz/readers.h"
#include "specs/wire/scripted_page.h"

namespace casement::fuzz {
namespace {

constexpr std::chrono::seconds kChromePatience{10};

void demand_no_defect(const std::vector<std::string>& transcript) {
  for (const std::string& line : transcript) {
    // Chrome's own words stand behind an arrow.
    demand(!line.starts_with("internal error"), "events are handled or not understood", line);
  }
}

// Of a page whose Chrome may have answered anything.
void try_to(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    demand(is_valid_utf8(error.full_text()), "valid UTF-8", error.full_text());
    demand(error.kind() != ErrorKind::Internal, "an error of the answer's", error.full_text());
  }
}

}  // namespace

void hear_chrome(Text text) {
  specs::ScriptedPage page;
  for (const std::string_view line : split_lines(text)) page.script.say_raw(std::string(line));
  page.deliver();
  demand_no_defect(page.connection.log().last(1000));
  const Json archive =
      har_of(page.page.network().log().entries(), page.page.extension<SocketLog>().copy(), 0, "", "Chromium");
  demand(Json::accept(archive.dump()), "JSON", text);
}

void hear_browser(Text text) {
  specs::Script script;
  script.on_sent = [&](const Json& command) {
    script.say({{"id", command.at("id")}, {"result", {{"product", "Chrome/1"}, {"browserContextId", "C1"}}}});
  };
  const auto browser =
      attach_transport(std::make_unique<specs::ScriptedTransport>(script), Deadline::in(kChromePatience));
  browser->new_context({}, Deadline::in(kChromePatience));
  for (const std::string_view line : split_lines(text)) script.say_raw(std::string(line));
  try_to([&] { browser->new_context({}, Deadline::in(kChromePatience)); });
  demand_no_defect(browser->transcript(1000));
}

void answer_page(Text text) {
  specs::ScriptedPage scripted;
  const std::vector<std::string_view> answers = split_lines(text);
  std::size_t next = 0;
  scripted.script.on_sent = [&](const Json& command) {
    if (next == answers.size()) return scripted.script.close();  // nobody waits for more
    scripted.script.say_raw("{\"id\":" + command.at("id").dump() + "," + std::string(answers[next++]) + "}");
  };
  Page page = page_of(scripted.page);
  page.set_default_timeout(Milliseconds{3});
  try_to([&] { page.evaluate("1"); });
  try_to([&] { page.snapshot(); });
  try_to([&] { page.click("button"); });
  try_to([&] { page.screenshot(); });
  try_to([&] { page.back(); });
  try_to([&] { page.title(); });
  try_to([&] { page.open("http://shop.test/cart"); });
  demand_no_defect(scripted.connection.log().last(1000));
}

void write_archive(Text text) {
  RequestRecord record;
  record.number = 1;
  record.response_number = 2;
  record.end_number = 3;
  std::string* const fields[] = {
      &record.url,      &record.method,      &record.body,    &record.resource_type, &record.status_text,
      &record.protocol, &record.redirect_to, &record.failure, &record.content_type,  &record.server_address};
  std::size_t at = 0;
  for (const std::string_view line : split_lines(text)) {
    if (at < std::size(fields)) {
      *fields[at++] = line;
      continue;
    }
    const std::size_t colon = std::min(line.find(':'), line.size());
    HeaderList& headers = at++ % 2 == 0 ? record.request_headers : record.response_headers;
    headers.emplace_back(line.substr(0, colon), line.substr(std::min(colon + 1, line.size())));
  }
  const Json archive = har_of({record}, {}, 0, text, "Chromium");
  demand(archive.at("log").at("entries").size() == 1, "an entry for the request", text);
  demand(Json::accept(dump_json(archive)), "JSON", text);
}

}  // namespace casement::fuzz
