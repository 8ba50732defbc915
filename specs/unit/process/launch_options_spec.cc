#include "casement/process/launch_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "casement/base/error.h"

namespace casement {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

const FoundBrowser kShell{"/x/chromium-headless-shell", BrowserKind::HeadlessShell};
const FoundBrowser kChrome{"/x/chromium", BrowserKind::Chrome};
const Machine kPlain{.is_root = false, .shared_memory_bytes = 8ull << 30};

std::vector<std::string> arguments(const LaunchOptions& options, const Machine& machine = kPlain) {
  return browser_arguments(options, machine, "/tmp/csm-1/profile");
}

TEST(LaunchOptions, AnOuterProxyIsNotAskedForMappedHosts) {
  LaunchOptions options;
  options.outer_proxy = "proxy.example:3128";
  EXPECT_THAT(arguments(options), Contains("--proxy-server=proxy.example:3128"));
  EXPECT_THAT(arguments(options), Not(Contains(HasSubstr("--proxy-bypass-list"))));
  options.host_resolver_rules =
      "MAP shop.test:80 127.0.0.1:1, MAP pay.test:80 127.0.0.1:1, MAP shop.test:443 127.0.0.1:2";
  for (const std::vector<std::string>& given : {arguments(options), arguments_elsewhere(options)}) {
    EXPECT_THAT(given, Contains("--proxy-bypass-list=shop.test;pay.test"));
    EXPECT_THAT(given, Contains("--host-resolver-rules=" + options.host_resolver_rules));
    EXPECT_THAT(given, Not(Contains("--no-proxy-server")));
  }
}

TEST(LaunchOptions, DrivesOverThePipeInAProfileOfItsOwn) {
  EXPECT_THAT(arguments({kShell}), Contains("--remote-debugging-pipe"));
  EXPECT_THAT(arguments({kShell}), Contains("--user-data-dir=/tmp/csm-1/profile"));
}

TEST(LaunchOptions, IsolatesSitesInEitherKind) {
  EXPECT_THAT(arguments({kShell}), Contains("--site-per-process"));
  EXPECT_THAT(arguments({kChrome}), Contains("--site-per-process"));
}

TEST(LaunchOptions, HidesTheWindowUnlessAskedForIt) {
  EXPECT_THAT(arguments({kChrome}), Contains("--headless=new"));
  LaunchOptions headed{kChrome};
  headed.headed = true;
  EXPECT_THAT(arguments(headed), Not(Contains(StartsWith("--headless"))));
}

TEST(LaunchOptions, SendNothingPastAProxy) {
  LaunchOptions proxied{kShell};
  proxied.proxy_server = "socks5://127.0.0.1:1080";
  proxied.host_resolver_rules = "MAP shop.test:80 127.0.0.1:8123";
  const std::vector<std::string> given = arguments(proxied);
  EXPECT_THAT(given, Contains("--proxy-server=socks5://127.0.0.1:1080"));
  EXPECT_THAT(given, Contains("--proxy-bypass-list=<-loopback>"));
  EXPECT_THAT(given, Contains("--force-webrtc-ip-handling-policy=disable_non_proxied_udp"));
  EXPECT_THAT(given, Contains("--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"));
  EXPECT_THAT(given, Not(Contains(HasSubstr("shop.test")))) << "the proxy finds the hosts";
  EXPECT_THAT(given, Not(Contains("--no-proxy-server")));
}

TEST(LaunchOptions, RefusesAWindowOfAHeadlessShell) {
  LaunchOptions headed{kShell};
  headed.headed = true;
  EXPECT_THROW(arguments(headed), Error);
}

TEST(LaunchOptions, GivesUpTheSandboxAsRootOnly) {
  EXPECT_THAT(arguments({kShell}), Not(Contains("--no-sandbox")));
  EXPECT_THAT(arguments({kShell}, Machine{.is_root = true, .shared_memory_bytes = 8ull << 30}),
              Contains("--no-sandbox"));
}

TEST(LaunchOptions, TurnsTheSandboxOffWithAWarning) {
  const Machine user{.is_root = false, .shared_memory_bytes = 8ull << 30};
  Machine told = user;
  told.refuses_sandbox = true;
  EXPECT_THAT(arguments({kShell}, told), Contains("--no-sandbox"));
  EXPECT_THAT(sandbox_warning({}, told), ::testing::HasSubstr("without its sandbox (CASEMENT_NO_SANDBOX=1)"));
  const LaunchOptions option{.without_sandbox = true};
  EXPECT_THAT(browser_arguments(option, user, "/p"), Contains("--no-sandbox"));
  EXPECT_THAT(sandbox_warning(option, user), ::testing::HasSubstr("without its sandbox (--no-sandbox)"));
  EXPECT_EQ(sandbox_warning({}, user), "");
}

TEST(LaunchOptions, LeavesASmallSharedMemoryAloneWithANote) {
  const Machine enough{.is_root = false, .shared_memory_bytes = 512ull << 20};
  const Machine small{.is_root = false, .shared_memory_bytes = 64ull << 20};
  EXPECT_THAT(arguments({kShell}, enough), Not(Contains("--disable-dev-shm-usage")));
  EXPECT_THAT(launch_notes(enough), IsEmpty());
  EXPECT_THAT(arguments({kShell}, small), Contains("--disable-dev-shm-usage"));
  EXPECT_THAT(launch_notes(small), Contains(HasSubstr("64 MiB")));
}

TEST(LaunchOptions, MapsHostsPastAnyProxy) {
  LaunchOptions options{kShell};
  EXPECT_THAT(arguments(options), Not(Contains("--no-proxy-server")));
  options.host_resolver_rules = "MAP *.test 127.0.0.1:81";
  EXPECT_THAT(arguments(options), Contains("--host-resolver-rules=MAP *.test 127.0.0.1:81"));
  EXPECT_THAT(arguments(options), Contains("--no-proxy-server"));
}

TEST(LaunchOptions, PutsExtraArgumentsLast) {
  LaunchOptions options{kShell};
  options.extra_arguments = {"--window-size=10,10"};
  EXPECT_EQ(arguments(options).back(), "--window-size=10,10");
}

TEST(LaunchOptions, RefusesExtraArgumentsThatWouldTakeTheBrowserAway) {
  for (const std::string argument : {"--user-data-dir=/home/me", "--remote-debugging-port=9222"}) {
    LaunchOptions options{kShell};
    options.extra_arguments = {argument};
    try {
      arguments(options);
      FAIL() << argument;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Usage);
      EXPECT_THAT(error.what(), HasSubstr(argument));
    }
  }
}

TEST(LaunchOptions, AdviseIfChromeCannotMakeItsSandbox) {
  const auto advice =
      start_advice("[1:2:ERROR:zygote_host_impl_linux.cc(130)] No usable sandbox! If this is a Debian\n");
  EXPECT_THAT(advice, Contains(HasSubstr("user.max_user_namespaces")));
  EXPECT_THAT(start_advice("error while loading shared libraries: libnss3.so"), ::testing::IsEmpty());
}

}  // namespace
}  // namespace casement
