// A program that has <casement/casement.h> and nothing else: each public function of the classes that it is for is
// called as often as it has overloads (called_functions.py counts), so that all that is needed for it is there.
#include <casement/casement.h>

using namespace casement;

// Never called: that it compiles is the claim.
void act(const Page& page) {
  const Target button = "button 'Pay'";
  page.click(button, {.count = 2, .modifiers = {Modifier::Shift}, .position = Point{.x = 1}}).warnings.clear();
  page.double_click(button, {.timeout = 1s});
  page.hover(button, {.force = true});
  page.tap(button);
  page.swipe(button, {.y = 100}, {.moves = 2});
  page.pinch(button, 2);
  page.drag("e1", "e2", {.to = Point{4, 4}, .steps = 2});
  page.fill(button, "a");
  page.clear(button);
  page.type(button, "a", {.clear_first = true});
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
  page.upload(button, {"a.txt"});
  page.drop(button, {.files = {"a.txt"}, .texts = {{"text/plain", "a"}}});
  page.on_overlay(button, [](const Page& shown) { shown.click("button"); });
  static_cast<void>(page.forget_overlay(button));
  page.dispatch(button, "drop", {{"bubbles", true}});
  page.set_action_changes(true);
  page.set_attempt_log([](std::string_view line) { static_cast<void>(line); });
  const ActionResult last = page.last_action();
  if (last.frame_context && last.changes && to_json(*last.changes) != to_json(last))
    page.set_clipboard(page.clipboard());
}

void act_on(const Element& button) {
  button.click({.button = MouseButton::Right});
  button.double_click();
  button.hover();
  button.tap();
  button.swipe({.y = 100});
  button.pinch(2);
  button.drag_to("e2");
  button.fill("a");
  button.clear();
  button.type("a");
  button.press("Enter");
  button.select({"a"});
  button.select_at({1});
  button.check();
  button.uncheck();
  button.focus();
  button.blur();
  button.scroll_to();
  button.scroll_by({.y = 100});
  button.wheel({.y = 100});
  button.upload({"a.txt"});
  button.drop({.files = {"a.txt"}});
  button.dispatch("drop");
  if (button.evaluate("e => e.id") == "pay" && button.checked() && button.shows()) return;
  button.text().append(button.value()).append(button.html()).append(button.attribute("id").value_or(""));
  if (button.bounding_box().width > button.count()) button.screenshot().clear();
  button.page().find(button.target()).find("link").click();
  expect(button).within(2s).never().shows().hides().count(1).state(ElementState::Enabled).text("a").value("/a/i");
  expect(button).values({"a", "b"}).attribute("id", "a").attribute("id").css_class("open").css("color", "red");
  expect(button).name("a").description("a").role("button").screenshot("a.png", {.share = 0.01});
  expect(button).report_to([](const Error& error, const std::source_location&) { throw Error(error); });
}

// Their content is in casement/target/target_step.h.
void parts(const TargetStep&, const std::vector<TargetStep>&, const std::vector<TargetStep>&) {}

void targets(const Page& page, const std::string& name, const TargetSurroundings& around) {
  const Target row = role("listitem", name).inside(role("list")).in_frame("iframe 'Shop'");
  page.click(row.has(text("/sencha/i")).or_else(testid("tea")).nth(2));
  page.click(label("E-mail").last());
  if (row.is_ref() || row.ref().empty()) return;
  parts(row.step(), row.inside(), row.frames());
  page.click(row.narrowed_by(around).text());
  for (const Target& target : {placeholder("Search"), alt("Logo"), title("Close"), css("#pay")}) page.click(target);
  expect(page).text(row, TextPattern::exact("/teas/")).text(row, TextPattern::regex("pay.*", "i"));
}

void ask(const Page& page) {
  const JsonValue answer = page.evaluate("document.title");
  const int number = page.frames().evaluate("main", "1 + 1").get<int>() + page.evaluate_on("e1", "e => 1").get<int>();
  if (answer == "Tea" && page.evaluate_on("e1", "(e, a) => a.of", {{"of", number}}) == 3) page.title();
  page.context().expose("sum", [](int a, double b) { return a + b; });
  page.expose("note", [](const FunctionCall& call) { return JsonValue(call.arguments); });
  if (page.remove_init_script(page.add_init_script("1"))) page.title();
  if (page.context().remove_init_script(page.context().add_init_script("1"))) page.title();
  const PageWorker worker = page.next_worker("*").get();
  if (worker.closed() || worker.kind() == PageWorker::Kind::Shared) page.open(worker.url());
  for (const PageWorker& one : page.workers()) one.evaluate("1").dump();
  page.worker("*/w.js").evaluate("1").dump();
  const Snapshot before = page.snapshot({.boxes = true});
  const DomSnapshot tree = page.dom({.within = "main"});
  if (tree.valid() && tree.counts().interactive > 0) page.click(tree.nodes().front().ref_text());
  tree.write_json({.values = true}, [](std::string_view) {});
  tree.json().append(tree.path(tree.nodes().front())).append(tree.context().url);
  for (const SnapshotChange& change : page.snapshot().diff(before)) page.click(change.path);
  if (!before.match("- button").matched) page.screenshot({.full_page = true});
  page.screenshot("e1", {.boxes = true});
  page.pdf({.landscape = true});
  page.text("e1").append(page.value("e1")).append(page.html("e1")).append(page.attribute("e1", "id").value_or(""));
  if (page.checked("e1") || page.shows("e1") || page.closed()) return;
  const double right = page.bounding_box("e1").width + page.count("e1");
  for (const FrameInfo& frame : page.frames().all()) page.frames().switch_to(frame.name).url.clear();
  if (page.frames().list(InaccessibleFrames::LeftOut).total > right) return;
  page.frames().content("main", FrameContentKind::Html, 100).content.clear();
  for (const MergedNode& node : page.frames().merged_tree(2)) page.find(node.ref).click();
  if (page.find_interactive_elements().empty()) return;
  page.structure().container("e1").text().append(page.structure().pattern("e1", 1).text());
  page.structure().anchors("e1", 1, {.depth = 2}).json().clear();
}

void go(const Page& page) {
  if (page.open("/", {.wait_until = LoadState::Loaded}).status == 200) page.reload().redirects.clear();
  if (page.back() || page.forward({.timeout = 500ms})) page.url().clear();
  page.wait_for_load(LoadState::Committed);
  page.wait_for_url("*/cart");
  page.frames().wait_for(2);
  page.frames().configure({.timeout = 1s});
  page.set_default_timeout(2 * page.default_timeout());
  page.pause();
  page.context().set_offline(true);
  page.close();
}

void hear(const Page& page) {
  page.next_request("*").get().url.clear();
  page.next_response("*").get(1s).content_type.clear();
  page.next_console_line("ready").get().full_text().clear();
  page.next_message("*/live", {.text = "ready", .json = {{"/type", "order"}}}).get().data.clear();
  page.next_error("TypeError").get().stack.clear();
  page.next_dialog().get().message.clear();
  page.next_popup().get().close();
  page.downloads().save(page.next_download("*.pdf").get(), "a.pdf");
  page.next_navigation().get().clear();
  for (const FrameFailure& failure : page.frames().failures()) page.open(failure.url);
  page.frames().clear_failures();
  const PageNetwork network = page.network();
  for (const RequestRecord& request : network.requests()) page.open(network.response_body(request));
  network.request({.url = "/cart", .method = "DELETE"}).json().dump().clear();
  network.request(HttpRequest{.url = "/cart"}.with_json({{"tea", 2}})).header("Location").clear();
  network.wait_for_idle();
  if (network.failed_requests().empty() && page.console().texts().empty() && page.console().errors().empty()) return;
  for (const ConsoleLine& line : page.console().lines()) page.open(line.url);
  page.network().replay_har("shop.har", {.url = "*/api/*", .passes_others = true});
  page.network().throttle({.url = "*/api/*", .latency = std::chrono::milliseconds(200), .download = 50'000});
  page.network().unthrottle();
  page.context().clock().install();
  page.clock().install("2026-11-30T09:00:00Z");
  page.clock().set_fixed_time(std::string("2026-11-30"));
  page.clock().set_system_time(std::chrono::system_clock::now());
  page.clock().fast_forward(std::chrono::hours(1));
  page.clock().run_for(std::chrono::seconds(1));
  page.clock().pause_at("2026-11-30T10:00:00Z");
  page.clock().resume();
  for (const SocketRecord& socket : page.sockets().all()) page.open(socket.place.url);
  for (const SocketMessage& message : page.sockets().messages()) page.open(message.url);
  network.record_har();
  network.har()["log"].dump(2).clear();
  network.save_har("a.har");
  const PageDialogs dialogs = page.dialogs();
  dialogs.accept();
  dialogs.accept("Ada");
  dialogs.dismiss();
  dialogs.answer([](const DialogRecord& dialog) { return DialogAnswer{.accept = dialog.type == "confirm"}; });
  if (dialogs.texts().size() != dialogs.all().size()) network.handler_errors().clear();
  network.route("*/stock", RouteAnswer::json({{"left", 0}, {"sizes", {"S", "M"}}}).after(1s));
  network.route("*/prices", [](const RouteRequest& request) {
    return request.header("Accept").empty() ? RouteAnswer::abort() : RouteAnswer::proceed({.method = "GET"});
  });
  network.route("*/none", RouteAnswer::json(page.title().empty() ? JsonValue::object() : JsonValue::array()));
  if (!network.unroute("*/stock")) network.route("*", RouteAnswer::fulfil({.status = 503}));
  for (const DownloadRecord& download : page.downloads().all()) page.downloads().cancel(download);
  for (const Page& popup : page.popups()) popup.close();
}

void expectations(const Page& page) {
  const Target row = "row";
  expect(page).within(2s).shows(row).never().hides(row).count(row, 3).state(row, ElementState::Enabled);
  expect(page).text(row, "/pay.*/").value(row, "a").values(row, {"a", "b"});
  expect(page).attribute(row, "id", "a").attribute(row, "id").css_class(row, "open").css(row, "color", "red");
  expect(page)
      .name(row, "a")
      .description(row, "a")
      .role(row, "row")
      .element(row, "role", {"row"})
      .url("*/cart")
      .title("Tea");
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
  expect(page).request("*").response("*").console("a").page_error("a").poll("it", [] { return true; });
  expect(page).message("*/live", {.text = "/order/", .direction = SocketMessage::Direction::Sent});
  PageExpectation(page)
      .report_to([](const Error& error, const std::source_location&) { throw Error(error); })
      .shows(row);
}

void devices(const Page& page) {
  const Mouse mouse = page.mouse();
  mouse.move(1, 2, {.moves = 3});
  mouse.move("e1");
  mouse.down();
  mouse.up(MouseButton::Right);
  mouse.click(1, 2);
  mouse.wheel({.y = 100});
  page.keyboard().press("Enter", {.times = 2});
  page.keyboard().type("a");
}

void contexts(const Browser& browser) {
  browser.prepare_context({.locale = "de-DE"});
  const Context context = browser.new_context({.geolocation = Geolocation{.latitude = 53.3}}, 10s);
  const Page page = context.new_page();
  if (context.pages().size() > 1 || context.id().empty() || context.options().locale.empty()) page.close();
  context.storage_state()["cookies"].dump().clear();
  context.storage_state({.session_storage = false}, 10s)["origins"].dump().clear();
  context.save_storage_state("state.json");
  context.save_storage_state("state.json", {.indexed_db = false, .files = false, .passkeys = false}, 10s);
  const Passkey passkey = context.add_passkey({.rp_id = "shop.test"});
  if (context.passkeys().empty() || !context.remove_passkey(passkey.id)) page.close();
  context.add_cookies(context.cookies());
  context.clear_cookies();
  context.apply_options({.base_url = "http://shop.test"});
  if (!context.request({.url = "http://shop.test/"}).ok()) page.close();
  context.set_offline(true);
  context.set_cpu_slowdown(4);
  context.replay_har("shop.har", {.passes_others = true});
  context.set_geolocation(Geolocation{.latitude = 53.3});
  context.set_extra_headers({{"X-Test", "1"}});
  context.set_viewport(800, 600);
  context.set_media({.type = "print"});
  context.set_permissions({"geolocation"});
  if (!context.adopted() && !context.closed()) context.close();
}

void browsers() {
  Browser::attach(Browser::launch({.headed = true}).version()).kill();
  const Browser adopted = Browser::adopt("http://127.0.0.1:9222");
  if (adopted.adopted()) adopted.find_page("*").click("button");
  const Browser browser = Browser::obtain();
  if (browser.shared() || browser.used_alone() || browser.has_window() || browser.lost()) return;
  browser.set_proxy("http://127.0.0.1:8123", HttpCredentials{"me", "secret"});
  browser.set_unreachable_help([](const std::string&, const std::string&) { return std::vector<std::string>{}; });
  browser.note().clear();
  browser.transcript(20).clear();
}

void users(const Browser& browser) {
  Users all(browser, {.locale = "en-IE"});
  all.define("clerk", {.locale = "de-DE"});
  all.observe_calls({});
  User& clerk = all.switch_to("clerk");
  clerk.page().open(all.at("guest", 10s).name());
  clerk.context().set_offline(false);
  static_cast<void>(clerk.browser().shared());
  all.current().save_storage_state("clerk.json");
  if (all.names().size() == 2) all.close();
}
