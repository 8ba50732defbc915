#include "casement/cdp/reply_shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "casement/base/json_shape.h"
#include "casement/cdp/protocol_error.h"

namespace casement::cdp {
namespace {

// https://chromedevtools.github.io/devtools-protocol/tot/
constexpr ReplyShape kShapes[] = {
    {"Accessibility.getPartialAXTree", "nodes:array"},
    {"Browser.getVersion", "product:string userAgent:string"},
    {"DOM.describeNode", "node!object node.backendNodeId!number"},
    {"DOM.getBoxModel", "model!object model.border!array"},
    {"DOM.getFrameOwner", "backendNodeId!number"},
    {"DOM.resolveNode", "object!object object.objectId:string"},
    {"DOMDebugger.getEventListeners", "listeners:array"},
    {"Fetch.getResponseBody", "body!string base64Encoded:boolean"},
    {"Network.getResponseBody", "body!string base64Encoded:boolean"},
    {"Page.addScriptToEvaluateOnNewDocument", "identifier:string"},
    {"Page.captureScreenshot", "data:string"},
    {"Page.getFrameTree", "frameTree!object frameTree.frame!object frameTree.childFrames:array"},
    {"Page.getLayoutMetrics",
     "cssVisualViewport:object visualViewport!object contentSize!object cssVisualViewport.pageX:number "
     "cssVisualViewport.pageY:number "
     "cssVisualViewport.clientWidth:number cssVisualViewport.clientHeight:number "
     "cssContentSize:object cssContentSize.width:number cssContentSize.height:number"},
    {"Page.getNavigationHistory", "currentIndex:number entries!array entries[].id!number entries[].url:string"},
    {"Page.navigate", "loaderId:string errorText:string isDownload:boolean"},
    {"Page.printToPDF", "data:string"},
    {"Performance.getMetrics", "metrics!array metrics[].name!string metrics[].value!number"},
    {"Runtime.callFunctionOn",
     "result!object exceptionDetails:object exceptionDetails.text:string "
     "exceptionDetails.lineNumber:number exceptionDetails.columnNumber:number "
     "exceptionDetails.exception:object exceptionDetails.exception.description:string"},
    {"Runtime.compileScript",
     "exceptionDetails:object exceptionDetails.text:string "
     "exceptionDetails.lineNumber:number exceptionDetails.columnNumber:number "
     "exceptionDetails.exception:object exceptionDetails.exception.description:string"},
    {"Runtime.evaluate",
     "result!object result.objectId:string exceptionDetails:object exceptionDetails.text:string "
     "exceptionDetails.lineNumber:number exceptionDetails.columnNumber:number "
     "exceptionDetails.exception:object exceptionDetails.exception.description:string"},
    {"Runtime.getProperties", "result!array result[].name!string result[].value:object"},
    {"Network.getAllCookies", "cookies!array"},
    {"Storage.getCookies", "cookies!array"},
    {"Target.getTargets",
     "targetInfos!array targetInfos[].targetId!string targetInfos[].type:string targetInfos[].title:string "
     "targetInfos[].url:string targetInfos[].browserContextId:string"},
    {"Target.createBrowserContext", "browserContextId:string"},
    {"Target.createTarget", "targetId:string"},
    {"WebAuthn.addVirtualAuthenticator", "authenticatorId!string"},
};

}  // namespace

std::span<const ReplyShape> reply_shapes() {
  return kShapes;
}

std::optional<Error> reply_error(std::string_view method, const Json& result) {
  const auto* const shape = std::ranges::find(kShapes, method, &ReplyShape::method);
  const std::string wrong = wrong_shape(result, shape == std::end(kShapes) ? "" : shape->fields, "'result'");
  if (wrong.empty()) return std::nullopt;
  return Error(ErrorKind::Protocol, fmt::format("the answer to {} has an unexpected shape: {}", method, wrong));
}

Reply reply_in(Json& message, const std::string& method, const std::string& browser) {
  Reply reply;
  if (const auto error = message.find("error"); error != message.end()) {
    try {
      reply.error = protocol_error(method, *error, browser);
    } catch (const Json::exception&) {
      reply.error = Error(ErrorKind::Protocol, method + " failed with an error in an unknown shape");
    }
    return reply;
  }
  // A missing result is the answer of a command that returns nothing.
  if (const auto result = message.find("result"); result != message.end())
    reply.result = std::move(*result);
  else
    reply.result = Json::object();
  reply.error = reply_error(method, reply.result);
  return reply;
}

}  // namespace casement::cdp
