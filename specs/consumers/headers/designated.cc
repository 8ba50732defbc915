// Options as users write them, member by member: none of it may cause a warning.
#include <casement/casement.h>
#include <casement/structure/structure.h>
#include <casement/testing.h>

using namespace casement;

namespace {

[[maybe_unused]] const Persona persona{.name = "abroad", .options = {.locale = "de-DE"}};
[[maybe_unused]] const Persona nobody{.name = "nobody"};
[[maybe_unused]] const ContextOptions context{.geolocation = Geolocation{.latitude = 53.3},
                                              .http_credentials = {{.user = "ada"}},
                                              .client_certificates = {{.origin = "https://a.test", .pkcs12 = "a.p12"}}};
[[maybe_unused]] const FrameSettings settings{.max_depth = 2};
[[maybe_unused]] const FramePolicy policy{.on_failure = FramePolicy::OnFailure::Fail};
[[maybe_unused]] const FramePolicy lenient{.optional = {"*://ads.test/*"}};
[[maybe_unused]] const TextPattern words = "Pay now";
[[maybe_unused]] const LaunchOptions launch{.headed = true};
[[maybe_unused]] const SiteRule rule{.path = "/api/*"};
[[maybe_unused]] const DialogAnswer answer{.accept = true};
[[maybe_unused]] const ProcessOptions process{.ready_port = 8080};

}  // namespace

// Never called: that it compiles is the claim.
void use_every_verb(Page& page) {
  page.open("/", {.timeout = 5s});
  page.open("/", OpenOptions{.wait_until = LoadState::Loaded});
  page.click("e1", {.force = true});
  page.click("e1", {.count = 2, .position = Point{.x = 1}});
  page.hover("e1", {.force = true});
  page.drag("e1", "e2", {.steps = 2});
  page.type("e1", "a", {.clear_first = true});
  page.keyboard().press("Enter", {.times = 2});
  page.fill("e1", "a", {.timeout = 1s});
  page.scroll_by({.y = 100});
  page.snapshot({.boxes = true});
  page.screenshot({.full_page = true});
  page.pdf({.landscape = true});
  page.structure().anchors("e1", 1, {.depth = 2});
  page.frames().configure({.timeout = 1s});
  page.network().route("*/stock", RouteAnswer::fulfil({.status = 503}));
  page.network().route("*/prices", RouteAnswer::proceed({.method = "GET"}));
  page.dialogs().answer([](const DialogRecord&) { return DialogAnswer{.accept = true}; });
  expect(page).text("e1", "/pay.*/").screenshot("e.png", {.channel = 2});
}
