#include "casement/cdp/protocol.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace casement::cdp {
namespace {

constexpr ProtocolRow kCommands[] = {
    {"Accessibility.disable", ""},
    {"Accessibility.enable", ""},
    {"Accessibility.getPartialAXTree", "backendNodeId fetchRelatives"},
    {"Browser.cancelDownload", "guid browserContextId"},
    {"Browser.getVersion", ""},
    {"Browser.grantPermissions", "permissions browserContextId"},
    {"Browser.resetPermissions", "browserContextId"},
    {"Browser.setDownloadBehavior", "behavior browserContextId downloadPath eventsEnabled"},
    {"DOM.describeNode", "objectId backendNodeId"},
    {"DOM.getBoxModel", "backendNodeId"},
    {"DOM.getFrameOwner", "frameId"},
    {"DOM.resolveNode", "backendNodeId executionContextId objectGroup"},
    {"DOM.setFileInputFiles", "files backendNodeId objectId"},
    {"DOMDebugger.getEventListeners", "objectId depth pierce"},
    {"Emulation.clearDeviceMetricsOverride", ""},
    {"Emulation.clearGeolocationOverride", ""},
    {"Emulation.setCPUThrottlingRate", "rate"},
    {"Emulation.setDeviceMetricsOverride", "width height deviceScaleFactor mobile"},
    {"Emulation.setEmulatedMedia", "media features"},
    {"Emulation.setFocusEmulationEnabled", "enabled"},
    {"Emulation.setGeolocationOverride", "latitude longitude accuracy"},
    {"Emulation.setLocaleOverride", "locale"},
    {"Emulation.setScriptExecutionDisabled", "value"},
    {"Emulation.setTimezoneOverride", "timezoneId"},
    {"Emulation.setTouchEmulationEnabled", "enabled maxTouchPoints"},
    {"Emulation.setUserAgentOverride", "userAgent acceptLanguage platform userAgentMetadata"},
    {"Fetch.continueRequest", "requestId url method postData headers"},
    {"Fetch.continueWithAuth", "requestId authChallengeResponse"},
    {"Fetch.disable", ""},
    {"Fetch.enable", "patterns handleAuthRequests"},
    {"Fetch.failRequest", "requestId errorReason"},
    {"Fetch.fulfillRequest", "requestId responseCode responseHeaders body"},
    {"Fetch.getResponseBody", "requestId"},
    {"Input.dispatchDragEvent", "type x y data modifiers"},
    {"Input.dispatchKeyEvent",
     "type modifiers text unmodifiedText code key windowsVirtualKeyCode location autoRepeat isKeypad commands"},
    {"Input.dispatchMouseEvent", "type x y modifiers button buttons clickCount deltaX deltaY pointerType"},
    {"Input.dispatchTouchEvent", "type touchPoints modifiers"},
    {"Input.imeSetComposition", "text selectionStart selectionEnd"},
    {"Input.insertText", "text"},
    {"Input.setInterceptDrags", "enabled"},
    {"Inspector.enable", ""},
    {"Log.clear", ""},
    {"Log.disable", ""},
    {"Log.enable", ""},
    {"Network.clearBrowserCookies", ""},
    {"Network.emulateNetworkConditions", "offline latency downloadThroughput uploadThroughput"},
    {"Network.emulateNetworkConditionsByRule", "matchedNetworkConditions"},
    {"Network.enable", "maxTotalBufferSize maxResourceBufferSize enableDurableMessages"},
    {"Network.getAllCookies", ""},
    {"Network.getRequestPostData", "requestId"},
    {"Network.getResponseBody", "requestId"},
    {"Network.setBypassServiceWorker", "bypass"},
    {"Network.setCacheDisabled", "cacheDisabled"},
    {"Network.setCookies", "cookies"},
    {"Network.setExtraHTTPHeaders", "headers"},
    {"Page.addScriptToEvaluateOnNewDocument", "source worldName runImmediately"},
    {"Page.captureScreenshot", "format clip captureBeyondViewport fromSurface optimizeForSpeed quality"},
    {"Page.createIsolatedWorld", "frameId worldName"},
    {"Page.enable", ""},
    {"Page.getFrameTree", ""},
    {"Page.getLayoutMetrics", ""},
    {"Page.getNavigationHistory", ""},
    {"Page.handleJavaScriptDialog", "accept promptText"},
    {"Page.navigate", "url"},
    {"Page.navigateToHistoryEntry", "entryId"},
    {"Page.printToPDF", "landscape printBackground scale paperWidth paperHeight"},
    {"Page.reload", ""},
    {"Page.removeScriptToEvaluateOnNewDocument", "identifier"},
    {"Page.resetNavigationHistory", ""},
    {"Page.setBypassCSP", "enabled"},
    {"Page.setInterceptFileChooserDialog", "enabled"},
    {"Page.setLifecycleEventsEnabled", "enabled"},
    {"Page.stopLoading", ""},
    {"Performance.enable", ""},
    {"Performance.getMetrics", ""},
    {"Runtime.addBinding", "name executionContextName"},
    {"Runtime.callFunctionOn",
     "functionDeclaration objectId arguments returnByValue awaitPromise userGesture objectGroup uniqueContextId"},
    {"Runtime.compileScript", "expression sourceURL persistScript"},
    {"Runtime.disable", ""},
    {"Runtime.discardConsoleEntries", ""},
    {"Runtime.enable", ""},
    {"Runtime.evaluate",
     "expression returnByValue awaitPromise userGesture uniqueContextId contextId objectGroup serializationOptions "
     "timeout"},
    {"Runtime.getProperties", "objectId ownProperties"},
    {"Runtime.releaseObjectGroup", "objectGroup"},
    {"Runtime.runIfWaitingForDebugger", ""},
    {"Runtime.terminateExecution", ""},
    {"Security.enable", ""},
    {"Security.handleCertificateError", "action eventId"},
    {"Security.setIgnoreCertificateErrors", "ignore"},
    {"Security.setOverrideCertificateErrors", "override"},
    {"Storage.clearCookies", "browserContextId"},
    {"Storage.getCookies", "browserContextId"},
    {"Storage.setCookies", "cookies browserContextId"},
    {"Target.attachToTarget", "targetId flatten"},
    {"Target.closeTarget", "targetId"},
    {"Target.createBrowserContext", "disposeOnDetach proxyBypassList proxyServer"},
    {"Target.createTarget", "url browserContextId"},
    {"Target.detachFromTarget", "sessionId"},
    {"Target.disposeBrowserContext", "browserContextId"},
    {"Target.getTargetInfo", "targetId"},
    {"Target.getTargets", ""},
    {"Target.setAutoAttach", "autoAttach waitForDebuggerOnStart flatten filter"},
    {"Target.setDiscoverTargets", "discover filter"},
    {"WebAuthn.addCredential", "authenticatorId credential"},
    {"WebAuthn.addVirtualAuthenticator", "options"},
    {"WebAuthn.enable", "enableUI"},
    {"WebAuthn.removeCredential", "authenticatorId credentialId"},
};

constexpr ProtocolRow kEvents[] = {
    {"Browser.downloadProgress", "guid totalBytes receivedBytes state"},
    {"Browser.downloadWillBegin", "frameId guid url suggestedFilename"},
    {"Fetch.authRequired", "requestId authChallenge.source"},
    {"Fetch.requestPaused",
     "requestId request.url request.method request.headers request.postData request.hasPostData "
     "request.postDataEntries[].bytes resourceType networkId redirectedRequestId responseErrorReason "
     "responseStatusCode responseStatusText responseHeaders[].name "
     "responseHeaders[].value"},
    {"Input.dragIntercepted", "data"},
    {"Inspector.targetCrashed", ""},
    {"Inspector.targetReloadedAfterCrash", ""},
    {"Inspector.workerScriptLoaded", ""},
    {"Log.entryAdded",
     "entry.source entry.level entry.text entry.timestamp entry.url entry.lineNumber entry.networkRequestId"},
    {"Network.dataReceived", "requestId dataLength"},
    {"Network.eventSourceMessageReceived", "requestId timestamp eventName eventId data"},
    {"Network.loadingFailed", "requestId errorText blockedReason corsErrorStatus.corsError timestamp"},
    {"Network.loadingFinished", "requestId encodedDataLength timestamp"},
    {"Network.requestServedFromCache", "requestId"},
    {"Network.requestWillBeSent",
     "requestId loaderId frameId type timestamp wallTime documentURL redirectResponse renderBlockingBehavior "
     "request.url request.urlFragment request.method request.headers request.postData request.hasPostData "
     "request.postDataEntries[].bytes"},
    {"Network.requestWillBeSentExtraInfo", "requestId headers"},
    {"Network.responseReceived",
     "requestId loaderId frameId response.status response.statusText response.protocol response.mimeType "
     "response.headers "
     "response.requestHeaders response.fromDiskCache response.encodedDataLength"},
    {"Network.responseReceivedExtraInfo", "requestId statusCode headers"},
    {"Network.webSocketClosed", "requestId timestamp"},
    {"Network.webSocketCreated", "requestId url initiator.stack"},
    {"Network.webSocketFrameError", "requestId timestamp errorMessage"},
    {"Network.webSocketFrameReceived", "requestId timestamp response.opcode response.payloadData"},
    {"Network.webSocketFrameSent", "requestId timestamp response.opcode response.payloadData"},
    {"Network.webSocketHandshakeResponseReceived",
     "requestId timestamp response.status response.statusText response.headers response.requestHeaders"},
    {"Network.webSocketWillSendHandshakeRequest", "requestId timestamp wallTime request.headers"},
    {"Page.documentOpened", "frame.id frame.url"},
    {"Page.downloadWillBegin", "frameId url"},
    {"Page.fileChooserOpened", "frameId mode backendNodeId"},
    {"Page.frameAttached", "frameId parentFrameId"},
    {"Page.frameDetached", "frameId reason"},
    {"Page.frameNavigated",
     "frame.id frame.parentId frame.loaderId frame.name frame.url frame.securityOrigin frame.domainAndRegistry "
     "frame.unreachableUrl"},
    {"Page.frameRequestedNavigation", "frameId disposition"},
    {"Page.frameStartedNavigating", "frameId url loaderId navigationType"},
    {"Page.frameStoppedLoading", "frameId"},
    {"Page.frameSubtreeWillBeDetached", "frameId"},
    {"Page.javascriptDialogOpening", "frameId type message defaultPrompt"},
    {"Page.lifecycleEvent", "frameId loaderId name"},
    {"Page.navigatedWithinDocument", "frameId url"},
    {"Runtime.bindingCalled", "name payload executionContextId"},
    {"Runtime.consoleAPICalled", "type args executionContextId timestamp stackTrace.callFrames"},
    {"Runtime.exceptionRevoked", "exceptionId"},
    {"Runtime.exceptionThrown",
     "timestamp exceptionDetails.exceptionId exceptionDetails.text exceptionDetails.lineNumber "
     "exceptionDetails.columnNumber "
     "exceptionDetails.url exceptionDetails.exception.description exceptionDetails.executionContextId"},
    {"Runtime.executionContextCreated", "context.id context.uniqueId context.name context.auxData"},
    {"Runtime.executionContextDestroyed", "executionContextId executionContextUniqueId"},
    {"Runtime.executionContextsCleared", ""},
    {"Security.certificateError", "eventId requestURL"},
    {"Target.attachedToTarget",
     "sessionId waitingForDebugger targetInfo.targetId targetInfo.type targetInfo.url targetInfo.openerId "
     "targetInfo.browserContextId targetInfo.parentFrameId"},
    {"Target.detachedFromTarget", "sessionId"},
    {"Target.targetCreated", "targetInfo.targetId targetInfo.type targetInfo.openerId targetInfo.browserContextId"},
    {"WebAuthn.credentialAdded", "authenticatorId credential"},
    {"WebAuthn.credentialAsserted", "authenticatorId credential"},
    {"WebAuthn.credentialDeleted", "authenticatorId credentialId"},
    {"WebAuthn.credentialUpdated", "authenticatorId credential"},
};

bool has_word(std::string_view words, std::string_view word) {
  for (std::size_t at = words.find(word); at != std::string_view::npos; at = words.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || words[at - 1] == ' ') && (end == words.size() || words[end] == ' ')) return true;
  }
  return false;
}

}  // namespace

std::span<const ProtocolRow> protocol_commands() {
  return kCommands;
}
std::span<const ProtocolRow> protocol_events() {
  return kEvents;
}

std::string protocol_fault(const Command& command) {
  const auto* const row = std::ranges::find(kCommands, command.method, &ProtocolRow::name);
  if (row == std::end(kCommands) || !command.params.is_object()) return "";
  for (const auto& [name, value] : command.params.items()) {
    if (!has_word(row->fields, name))
      return fmt::format("{} has no parameter '{}' in cdp/protocol.cc", row->name, name);
  }
  return "";
}

void check_protocol([[maybe_unused]] const Command& command, [[maybe_unused]] std::string_view from) {
#ifndef NDEBUG
  if (from.find("framework/") == std::string_view::npos) return;
  if (const std::string fault = protocol_fault(command); !fault.empty()) throw std::logic_error(fault);
#endif
}

}  // namespace casement::cdp
