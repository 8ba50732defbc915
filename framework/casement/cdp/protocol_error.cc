#include "casement/cdp/protocol_error.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

namespace casement::cdp {
namespace {

struct Pattern {
  std::string_view text;
  ErrorKind kind;
};

constexpr std::string_view kNotActive = "Not attached to an active page";
constexpr std::string_view kNoDocument = "Cannot find default execution context";
constexpr std::string_view kInvalidAddress = "Cannot navigate to invalid URL";
constexpr std::string_view kNotSupported = "Not supported";
constexpr std::string_view kNotAllowed = "Not allowed";  // QtWebEngine 5, for files
constexpr std::string_view kAlreadySet = "already in effect";

// Chromium 156's texts. The code does not help, because nearly all errors have -32000.
constexpr Pattern kPatterns[] = {
    {"Cannot find context with specified id", ErrorKind::FrameGone},
    {"uniqueContextId not found", ErrorKind::FrameGone},
    {"Execution context was destroyed", ErrorKind::FrameGone},
    {"Inspected target navigated or closed", ErrorKind::FrameGone},
    {"No frame for given id found", ErrorKind::FrameGone},
    {"Frame with the given frameId is not found", ErrorKind::FrameGone},
    {"Frame with the given id was not found", ErrorKind::FrameGone},
    {"Frame with the given id does not belong to the target", ErrorKind::FrameGone},
    {"Promise was collected", ErrorKind::FrameGone},
    {"Could not find object with given id", ErrorKind::FrameGone},
    {"Node with given id does not belong to the document", ErrorKind::FrameGone},
    {"Frame was detached", ErrorKind::FrameGone},
    {kNotActive, ErrorKind::FrameGone},   // while another document is replacing this document
    {kNoDocument, ErrorKind::FrameGone},  // also before the first document has begun
    {"Session with given id not found", ErrorKind::SessionClosed},
    {"No session with given id", ErrorKind::SessionClosed},
    {"Target closed", ErrorKind::SessionClosed},
    {"No target with given id", ErrorKind::SessionClosed},
    {"Target crashed", ErrorKind::TargetCrashed},
    // Chromium inside an application, which has no contexts or windows (QtWebEngine, CEF delegates).
    {"Browser context management is not supported", ErrorKind::Environment},
    {"Failed to create browser context", ErrorKind::Environment},
    {"is not implemented", ErrorKind::Environment},
};

// Commands that Chromium's agents in the renderer must answer. Commands for future documents, such as Runtime.enable,
// are not included.
constexpr std::string_view kOfRenderer[] = {
    "Accessibility.getPartialAXTree",
    "DOM.",
    "DOMDebugger.",
    "Input.dispatch",
    "Input.insertText",
    "Page.captureScreenshot",
    "Page.createIsolatedWorld",
    "Page.getLayoutMetrics",
    "Page.printToPDF",
    "Runtime.callFunctionOn",
    "Runtime.evaluate",
};

bool has(const Error& error, std::string_view text) {
  return error.message().find(text) != std::string::npos;
}

}  // namespace

Error protocol_error(std::string_view method, const Json& error, std::string_view browser) {
  const auto member = [&](const char* name) {
    const auto found = error.find(name);
    return found == error.end() ? Json() : *found;
  };
  const Json said = member("message"), code = member("code"), data = member("data");
  const std::string text = said.is_string() ? said.get<std::string>() : "no message";
  ErrorKind kind = ErrorKind::Protocol;
  for (const Pattern& pattern : kPatterns) {
    if (text.find(pattern.text) != std::string::npos) kind = pattern.kind;
  }
  if (code == -32001) kind = ErrorKind::SessionClosed;
  // JSON-RPC 2.0 section 5.1: the method does not exist.
  if (code == -32601 || text == kNotSupported || text == kNotAllowed) kind = ErrorKind::Environment;
  std::string message = std::string(method) + ": " + text;
  if (data.is_string()) message += " (" + data.get<std::string>() + ")";
  if (kind == ErrorKind::Environment) message = std::string(browser) + " cannot do this: " + message;
  return Error(kind, message);
}

bool needs_renderer(std::string_view method) {
  return std::ranges::any_of(kOfRenderer, [&](std::string_view begin) { return method.starts_with(begin); });
}

bool tells_of_renderer(std::string_view event) {
  return event == "Inspector.targetReloadedAfterCrash" || event == "Page.frameNavigated" ||
         event == "Runtime.executionContextCreated";
}

bool means_gone(const Error& error) {
  return error.kind() == ErrorKind::FrameGone || error.kind() == ErrorKind::SessionClosed;
}

bool means_invalid_address(const Error& error) {
  return has(error, kInvalidAddress);
}

bool means_already_set(const Error& error) {
  return has(error, kAlreadySet);
}

bool means_no_document(const Error& error) {
  return has(error, kNoDocument);
}

bool means_not_active(const Error& error) {
  return has(error, kNotActive);
}

}  // namespace casement::cdp
