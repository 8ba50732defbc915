#include "casement/process/launch_options.h"

#include <sys/statvfs.h>
#include <unistd.h>

#include <array>
#include <string_view>

#include "casement/base/environment_variables.h"
#include "casement/base/error.h"
#include "casement/base/text.h"

namespace casement {
namespace {

// Chrome puts bitmaps and message buffers of all renderers into shared memory; less than this crashes pages.
constexpr std::uint64_t kEnoughSharedMemory = 512ull * 1024 * 1024;

constexpr const char* kNoStartupWindow = "--no-startup-window";

// Arguments for every kind of browser.
constexpr const char* kAlways[] = {
    // A process for each site, as in desktop Chrome; the headless shell does not do that by default.
    "--site-per-process",
    // Opens no page at the start. A WebDriver server needs that page, so browsers started elsewhere omit this.
    kNoStartupWindow,
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-component-extensions-with-background-pages",
    "--disable-search-engine-choice-screen",
    // No traffic except the page's own, and the same behaviour every day.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-domain-reliability",
    "--disable-client-side-phishing-detection",
    "--disable-field-trial-config",
    "--metrics-recording-only",
    // HTTP/3 races with TCP, so its use varies; proxies and fixture servers do not support it.
    "--disable-quic",
    // No crash reports, and no processes for them outside the process group.
    "--disable-breakpad",
    "--disable-crash-reporter",
    // Pages run at full speed although they are not visible.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    // Chrome would drop input before the first frame.
    "--allow-pre-commit-input",
    // Every machine reports a desktop's mouse (Media Queries Level 4, section 7): hover, a fine pointer. Devices with a
    // touch screen are emulated for each page.
    "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4",
    // The headless shell opens popups without a gesture anyway; Chrome has to do the same.
    "--disable-popup-blocking",
    // A reload after a posted form would wait for a confirmation.
    "--disable-prompt-on-repost",
    // A new page begins with room for 1 MB of young objects and collects them again and again, which takes a fifth of
    // the first reading of a page of components.
    "--js-flags=--min-semi-space-size=8",
    // The processor draws WebGL if there is no graphics card; Chrome does so only with this argument.
    "--enable-unsafe-swiftshader",
    // The same pixels everywhere, and silence.
    "--force-color-profile=srgb",
    // Without this, Chrome redraws only the changed part of a tile, and rounds the pixels of curves differently. The
    // same page then differs by a few levels, depending on what changed before.
    "--disable-partial-raster",
    "--mute-audio",
    // Encrypts cookies and passwords with a fixed key instead of asking a desktop's keyring.
    "--password-store=basic",
    "--use-mock-keychain",
    // Translate: a bar that moves the page. HttpsUpgrades, HttpsFirst…: Chrome would try http://shop.test as https
    // first. MediaRouter: searches the network for devices. OptimizationHints, AutofillServerCommunication: ask a
    // server about each page. WebUIOmnibox…: targets that belong to the address bar. SpareRenderer…: each new context
    // would start a second process, which most tests never use. DeferRendererTasks…: after an input, Chrome delays the
    // page's timers, messages and selectionchange until a frame is drawn, which takes long on a busy machine.
    // IsolateSandboxedIframes: a sandboxed srcdoc or data: frame would get a process of its own. Chrome does not hold
    // that process until a session has attached, so its first requests would be neither routed nor recorded.
    ("--disable-features=Translate,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,MediaRouter,"
     "OptimizationHints,AutofillServerCommunication,WebUIOmniboxPopup,WebUIOmniboxAimPopup,"
     "SpareRendererForSitePerProcess,DeferRendererTasksAfterInput,IsolateSandboxedIframes"),
};

// A second one of these would override ours, and the browser could not be controlled or cleaned up.
constexpr std::array<std::string_view, 3> kReserved{"--remote-debugging-pipe", "--remote-debugging-port",
                                                    "--user-data-dir"};

void check_extra_argument(const std::string& argument) {
  const std::string_view name = std::string_view(argument).substr(0, argument.find('='));
  for (const std::string_view reserved : kReserved) {
    if (name != reserved) continue;
    throw Error(ErrorKind::Usage, "the browser argument " + argument + " cannot be given, because Casement sets it");
  }
}

// "MAP shop.test:80 127.0.0.1:8123, MAP…" → "shop.test;…": the hosts that bypass the proxy.
std::string bypass_list(std::string_view rules) {
  constexpr std::string_view kMap = "MAP ";
  std::vector<std::string> hosts;
  for (std::size_t at = 0; (at = rules.find(kMap, at)) != std::string_view::npos;) {
    at += kMap.size();
    const std::string host(rules.substr(at, rules.find_first_of(": ", at) - at));
    if (std::find(hosts.begin(), hosts.end(), host) == hosts.end()) hosts.push_back(host);
  }
  return join(hosts, ";");
}

// How Chrome resolves hosts if it does not use our own proxy.
void add_hosts(std::vector<std::string>& arguments, const LaunchOptions& options) {
  const std::string& rules = options.host_resolver_rules;
  if (!rules.empty()) arguments.push_back("--host-resolver-rules=" + rules);
  if (!options.outer_proxy.empty()) {
    arguments.push_back("--proxy-server=" + options.outer_proxy);
    if (!rules.empty()) arguments.push_back("--proxy-bypass-list=" + bypass_list(rules));
  } else if (!rules.empty()) {
    // A proxy from the environment would resolve names itself and bypass the rules.
    arguments.push_back("--no-proxy-server");
  }
}

}  // namespace

Machine Machine::of_this_process() {
  Machine machine;
  machine.is_root = ::geteuid() == 0;
  machine.refuses_sandbox = is_flag_set("CASEMENT_NO_SANDBOX");
  struct statvfs shared_memory{};
  if (::statvfs("/dev/shm", &shared_memory) == 0) {
    machine.shared_memory_bytes = static_cast<std::uint64_t>(shared_memory.f_blocks) * shared_memory.f_frsize;
  }
  return machine;
}

std::vector<std::string> browser_arguments(const LaunchOptions& options, const Machine& machine,
                                           const std::string& profile_folder) {
  std::vector<std::string> arguments{"--remote-debugging-pipe", "--user-data-dir=" + profile_folder};
  arguments.insert(arguments.end(), std::begin(kAlways), std::end(kAlways));
  if (options.headed) {
    if (options.browser.kind == BrowserKind::HeadlessShell) {
      throw Error(ErrorKind::Usage, options.browser.path +
                                        " cannot show a window; set CASEMENT_BROWSER to a full "
                                        "Chromium or Chrome");
    }
  } else {
    // The headless shell has only one mode, so it gets no value.
    arguments.push_back(options.browser.kind == BrowserKind::Chrome ? "--headless=new" : "--headless");
    // Visible scrollbars take 15 px from the page's width.
    arguments.push_back("--hide-scrollbars");
  }
  arguments.push_back("--window-size=" + std::to_string(options.window_width) + "," +
                      std::to_string(options.window_height));
  if (!options.proxy_server.empty()) {
    arguments.insert(arguments.end(), {"--proxy-server=" + options.proxy_server, "--proxy-bypass-list=<-loopback>",
                                       // Chrome must not resolve names itself, not even ahead of a request.
                                       "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
                                       // WebRTC sends UDP past every proxy. The headless shell knows the first
                                       // spelling.
                                       "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
                                       "--webrtc-ip-handling-policy=disable_non_proxied_udp"});
  } else {
    add_hosts(arguments, options);
  }
  if (!options.trusted_keys.empty()) {
    // Chrome obeys this only together with a profile folder, which is always set.
    arguments.push_back(kTrustedKeysArgument + join(options.trusted_keys, ","));
  }
  if (options.listens) arguments.push_back("--remote-debugging-port=0");
  // Chrome's sandbox refuses to run as root. Other users use it, unless they turn it off.
  if (machine.is_root || machine.refuses_sandbox || options.without_sandbox) arguments.push_back("--no-sandbox");
  if (machine.shared_memory_bytes < kEnoughSharedMemory) {
    arguments.push_back("--disable-dev-shm-usage");
  }
  for (const std::string& argument : options.extra_arguments) {
    check_extra_argument(argument);
    arguments.push_back(argument);
  }
  return arguments;
}

std::vector<std::string> arguments_elsewhere(const LaunchOptions& options) {
  std::vector<std::string> arguments;
  for (const char* const argument : kAlways) {
    if (argument != kNoStartupWindow) arguments.emplace_back(argument);
  }
  if (!options.headed) arguments.insert(arguments.end(), {"--headless=new", "--hide-scrollbars"});
  arguments.push_back("--window-size=" + std::to_string(options.window_width) + "," +
                      std::to_string(options.window_height));
  add_hosts(arguments, options);
  if (!options.trusted_keys.empty()) {
    arguments.push_back(kTrustedKeysArgument + join(options.trusted_keys, ","));
  }
  for (const std::string& argument : options.extra_arguments) {
    check_extra_argument(argument);
    arguments.push_back(argument);
  }
  return arguments;
}

std::string sandbox_warning(const LaunchOptions& options, const Machine& machine) {
  if (!machine.refuses_sandbox && !options.without_sandbox) return "";
  return std::string("Chrome ran without its sandbox (") +
         (options.without_sandbox ? "--no-sandbox" : "CASEMENT_NO_SANDBOX=1") +
         "): a page that breaks out of its renderer can do what this user can; open only pages that you trust";
}

std::vector<std::string> launch_notes(const Machine& machine) {
  std::vector<std::string> notes;
  if (machine.shared_memory_bytes < kEnoughSharedMemory) {
    notes.push_back("/dev/shm has only " + std::to_string(machine.shared_memory_bytes / (1024 * 1024)) +
                    " MiB (512 are wanted), so Chrome stores shared memory in its temporary folder");
  }
  return notes;
}

std::vector<std::string> start_advice(std::string_view standard_error) {
  if (standard_error.find("No usable sandbox!") == std::string_view::npos &&
      standard_error.find("Failed to move to new namespace") == std::string_view::npos) {
    return {};
  }
  return {
      "Chrome cannot make its sandbox on this machine: users may not make namespaces here, or only some programs may.",
      "Allow namespaces as root: sysctl user.max_user_namespaces=10000, on Debian kernel.unprivileged_userns_clone=1 "
      "as well,",
      "on Ubuntu kernel.apparmor_restrict_unprivileged_userns=0; or install Chrome's setuid helper (chromium-sandbox).",
      "In a container, its seccomp profile must allow clone and unshare, or run the tests as the container's root.",
      "For pages that you trust, CASEMENT_NO_SANDBOX=1 or 'casement run --no-sandbox' turns the sandbox off."};
}

}  // namespace casement
