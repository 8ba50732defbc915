// A program that has <casement/casement.h> and nothing else: each public function of the classes that it is for is
// called as often as it has overloads (called_functions.py counts), so that all that is needed for it is there.
#include <casement/casement.h>

using namespace casement;
using namespace std::chrono_literals;

// Never called: that it compiles is the claim.
void act(Page& page) {
  const Target button = R"(button "Pay")";
  page.click(button, {.count = 2, .position = Point{.x = 1}}).warnings.clear();
  page.double_click(button, {.timeout = 1s});
  page.hover(button, {.force = true});
  page.tap(button);
  page.swipe(button, {.y = 100}, {.moves = 2});
  page.pinch(button, 2);
  page.drag("e1", "e2", {.to = Point{4, 4}, .steps = 2});
  page.fill(button, "a");
  page.clear(button);
  page.type(button, "a", {.clear_first = true});
  page.type("a");
  page.press("Enter", {.times = 2});
  page.press(button, "Enter");
  page.select(button, {"a"});
  page.select_at(button, {1});
  page.check(button);
  page.uncheck(button);
  page.focus(button);
  page.blur(button);
  page.scroll_to(button);
  page.scroll_by(button, {.y = 100});
  page.scroll_by({.y = 100});
  page.wheel(button, {.y = 100});
  page.wheel({.y = 100});
  page.upload(button, {"a.txt"});
  page.drop(button, {.files = {"a.txt"}, .texts = {{"text/plain", "a"}}});
  page.on_overlay(button, [](Page& shown) { shown.click("button"); });
  static_cast<void>(page.forget_overlay(button));
  page.dispatch(button, "drop", {{"bubbles", true}});
  page.dispatch(button, "drop");
  page.click_at(1, 2);
  page.set_action_changes(true);
  page.set_attempt_log([](std::string_view line) { static_cast<void>(line); });
  const ActionResult last = page.last_action();
  if (last.frame_context && last.changes && to_json(*last.changes) != to_json(last))
    page.set_clipboard(page.clipboard());
}

void ask(Page& page) {
  const JsonValue answer = page.evaluate("document.title");
  const int number = page.evaluate_in("main", "1 + 1").get<int>() + page.evaluate_on("e1", "e => 1").get<int>();
  if (answer == "Tea" && page.evaluate_on("e1", "(e, a) => a.of", {{"of", number}}) == 3) page.title();
  const Snapshot before = page.snapshot({.boxes = true});
  const DomSnapshot tree = page.dom({.within = "main"});
  if (tree.valid() && tree.counts().interactive > 0) page.click(tree.nodes().front().ref_text());
  tree.write_json({.values = true}, [](std::string_view) {});
  tree.json().append(tree.path(tree.nodes().front())).append(tree.context().url);
  for (const SnapshotChange& change : page.snapshot().diff(before)) page.click(change.path);
  if (!before.match("- button").matched) page.screenshot({.full_page = true});
  page.screenshot("e1", {.boxes = true});
  page.pdf();
  page.pdf({.landscape = true});
  page.text("e1").append(page.value("e1")).append(page.html("e1")).append(page.attribute("e1", "id").value_or(""));
  if (page.checked("e1") || page.shows("e1") || page.closed()) return;
  const double right = page.bounding_box("e1").width + page.count("e1");
  for (const FrameInfo& frame : page.frames()) page.switch_to_frame(frame.name).url.clear();
  if (page.list_frames(InaccessibleFrames::LeftOut).total > right) return;
  page.frame_content("main", FrameContentKind::Html, 100).content.clear();
  for (const MergedNode& node : page.merged_tree(2)) page.click(node.ref);
  if (page.find_interactive_elements().empty()) return;
  page.resolve_container("e1").text().append(page.inspect_pattern("e1", 1).text());
  page.inspect_pattern("e1", 1, {.depth = 2}).json().append(page.extract_anchors("e1", 1).text());
  page.extract_anchors("e1", 1, {.depth = 2}).json().clear();
}

void go(Page& page) {
  if (page.open("/", {.wait_until = LoadState::Loaded}).status == 200) page.reload().redirects.clear();
  if (page.back() || page.forward({.timeout = 1s})) page.url().clear();
  page.wait_for_load(LoadState::Committed);
  page.wait_for_network_idle();
  page.wait_for_url("*/cart");
  page.wait_for_frames(2);
  page.set_frame_settings({.timeout = 1s});
  page.set_default_timeout(2 * page.default_timeout());
  page.pause();
  page.close();
}

void hear(Page& page) {
  page.expect_request("*").get().url.clear();
  page.expect_response("*").get(1s).content_type.clear();
  page.expect_console({.text = "ready"}).get().full_text().clear();
  page.expect_page_error({.text = "TypeError"}).get().stack.clear();
  page.expect_dialog().get().message.clear();
  page.expect_popup().get().close();
  page.save_download(page.expect_download("*.pdf").get(), "a.pdf");
  page.expect_navigation().get().clear();
  for (const FrameFailure& failure : page.frame_failures()) page.open(failure.url);
  page.clear_frame_failures();
  for (const RequestRecord& request : page.requests()) page.open(page.response_body(request));
  page.request({.url = "/cart", .method = "DELETE"}).json().dump().clear();
  page.request(HttpRequest{.url = "/cart"}.with_json({{"tea", 2}})).header("Location").clear();
  if (page.failed_requests().empty() && page.console().empty() && page.page_errors().empty()) return;
  for (const ConsoleLine& line : page.console_lines()) page.open(line.url);
  page.record_har();
  page.har()["log"].dump(2).clear();
  page.save_har("a.har");
  page.accept_dialogs();
  page.accept_dialogs("Ada");
  page.dismiss_dialogs();
  page.on_dialog([](const DialogRecord& dialog) { return DialogAnswer{.accept = dialog.type == "confirm"}; });
  if (page.dialogs().size() != page.dialog_records().size()) page.handler_errors().clear();
  page.route("*/stock", RouteAnswer::json({{"left", 0}, {"sizes", {"S", "M"}}}).after(1s));
  page.route("*/prices", [](const RouteRequest& request) {
    return request.header("Accept").empty() ? RouteAnswer::abort() : RouteAnswer::proceed({.method = "GET"});
  });
  if (!page.unroute("*/stock")) page.route("*", RouteAnswer::fulfil({.status = 503}));
  for (const DownloadRecord& download : page.downloads()) page.cancel_download(download);
  for (Page& popup : page.popups()) popup.close();
  static_cast<void>(page.target());
  static_cast<void>(page.handle());
}

void expectations(Page page) {
  const Target row = "row";
  expect(page).within(2s).shows(row).never().hides(row).count(row, 3).state(row, "enabled");
  expect(page).text(row, {.text = "pay.*", .is_regex = true}).value(row, {"a"}).values(row, {{"a"}, {"b"}});
  expect(page).attribute(row, "id", {"a"}).attribute(row, "id").css_class(row, "open").css(row, "color", {"red"});
  expect(page)
      .name(row, {"a"})
      .description(row, {"a"})
      .role(row, "row")
      .element(row, "role", {"row"})
      .url("*/cart")
      .title({"Tea"});
  expect(page)
      .snapshot("- row")
      .unchanged_since(page.snapshot())
      .changed_since(page.snapshot(), {.added = {"row"}})
      .screenshot("a.png");
  expect(page).screenshot("a.png", {.channel = 2}).screenshot(row, "a.png", {.share = 0.01});
  expect(page).screenshot("a.png", {.share = 0.1,
                                    .pixels = 2,
                                    .compare = "perceptual",
                                    .colour = 0.2,
                                    .area = PictureArea{0, 0, 10, 10},
                                    .mask = {row},
                                    .hide = {"css=.ad"}});
  expect(page).request("*").response("*").console({"a"}).page_error({"a"}).poll("it", [] { return true; });
  PageExpectation(page)
      .report_to([](const Error& error, const std::source_location&) { throw Error(error); })
      .shows(row);
}

void mouse(Page page) {
  Mouse own(page);
  own.move(1, 2, {.moves = 3});
  own.move("e1");
  own.down();
  own.up("right");
}

void contexts(Browser& browser) {
  const Deadline deadline = Deadline::in(10s);
  browser.prepare_context({.locale = "de-DE"});
  Context& context = browser.new_context({.geolocation = Geolocation{.latitude = 53.3}}, deadline);
  Page page(context.new_page(deadline));
  if (context.pages().size() > 1 || context.id().empty() || context.options().locale.empty()) page.close();
  context.observe_calls({});
  context.storage_state(deadline)["cookies"].dump().clear();
  context.save_storage_state("state.json", deadline);
  context.add_cookies(context.cookies(deadline), deadline);
  context.clear_cookies(deadline);
  context.apply_options({.base_url = "http://shop.test"}, deadline);
  if (!context.request({.url = "http://shop.test/"}, deadline).ok()) page.close();
  context.set_offline(true, deadline);
  context.set_geolocation(Geolocation{.latitude = 53.3}, deadline);
  context.set_extra_headers({{"X-Test", "1"}}, deadline);
  context.set_viewport(800, 600, deadline);
  context.set_media({.type = "print"}, deadline);
  context.set_permissions({"geolocation"}, deadline);
  if (!context.adopted()) context.close(deadline);
  browser.close_context(context, deadline);
}

void browsers() {
  const Deadline deadline = Deadline::in(10s);
  Browser::attach(Browser::launch({.headed = true}, deadline)->version(), deadline)->kill();
  const std::unique_ptr<Browser> adopted = Browser::adopt("http://127.0.0.1:9222", deadline);
  if (adopted->adopted()) Page(adopted->find_page("*", deadline)).click("button");
  const std::unique_ptr<Browser> browser = Browser::obtain({}, deadline);
  if (browser->shared() || browser->used_alone(deadline) || browser->has_window() || browser->lost()) return;
  browser->set_proxy("http://127.0.0.1:8123", HttpCredentials{"me", "secret"});
  browser->set_unreachable_help([](const std::string&, const std::string&) { return std::vector<std::string>{}; });
  browser->note().size();
  browser->transcript(20).clear();
  static_cast<void>(browser->connection());
}

void roles(Browser& browser) {
  const Deadline deadline = Deadline::in(10s);
  Roles all(browser, {.locale = "en-IE"});
  all.define("clerk", {.locale = "de-DE"});
  all.observe_calls({});
  Role& clerk = all.switch_to("clerk", deadline);
  clerk.page().open(all.at("guest", deadline).name());
  if (clerk.context().host() != nullptr || clerk.context().proxy_user()) return;
  clerk.context().set_offline(false, deadline);
  static_cast<void>(clerk.browser().shared());
  all.current().save_storage_state("clerk.json");
  if (all.names().size() == 2) all.close(deadline);
}
