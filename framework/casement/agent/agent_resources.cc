#include "casement/agent/agent_resources.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "casement/agent/envelope.h"
#include "casement/base/error.h"
#include "casement/base/file_system.h"
#include "casement/base/file_text.h"
#include "casement/base/text.h"
#include "casement/flow/describe/flow_schema.h"
#include "casement/reports/trace_text.h"

namespace casement {
namespace {

namespace fs = std::filesystem;
using mcp::RpcCode;
using mcp::RpcError;

struct PagePartRow {
  const char* part;
  const char* tool;
};
constexpr std::array kParts = {PagePartRow{"snapshot", "browser_snapshot"}, PagePartRow{"frames", "list_frames"},
                               PagePartRow{"console", "console"}, PagePartRow{"network", "network"}};

constexpr const char* kText = "text/plain";
constexpr std::size_t kMostOfTrace = 1'000'000;  // bytes of a part
constexpr const char* kMarkdown = "text/markdown";
constexpr const char* kNoDocs =
    "Casement's documents are not installed beside this program (share/doc/Casement); find them in the folder docs of "
    "the source";

Json contents(const std::string& uri, const char* mime_type, std::string text) {
  return Json::array({{{"uri", uri}, {"mimeType", mime_type}, {"text", std::move(text)}}});
}

RpcError not_found(const mcp::Call& call, const std::string& uri, std::string why) {
  const bool newest = call.revision() == mcp::Revision::July2026;
  return {newest ? RpcCode::InvalidParams : RpcCode::ResourceNotFound, std::move(why), {{"uri", uri}}};
}

// The names of the documents, sorted.
std::vector<std::string> documents(const std::string& folder) {
  std::vector<std::string> names;
  if (folder.empty() || !is_folder(folder)) return names;
  for (const fs::path& entry : entries_of(folder)) {
    const std::string name = entry.filename().string();
    if (name.ends_with(".md") && is_file(entry)) names.push_back(name);
  }
  return names;
}

// Returns "" if the document can no longer be read.
std::string document(const std::string& folder, const std::string& name) {
  return to_valid_utf8(read_whole_file((fs::path(folder) / name).string()).value_or(""));
}

// The title of a document, such as "Casement for agents".
std::string title_of(const std::string& text, const std::string& otherwise) {
  for (const std::string_view line : split_lines(text)) {
    if (line.starts_with("# ")) return shorten(line.substr(2), 80);
  }
  return otherwise;
}

mcp::ResourceTemplate document_rows(const std::string& folder) {
  mcp::ResourceTemplate docs{"casement://docs/{name}", "Documents",
                             "How flows, targets and the rest are written: targets.md, flow_steps.md, …", kMarkdown};
  docs.read = [folder](mcp::Call& call, const std::string& uri, const std::map<std::string, std::string>& variables) {
    const std::vector<std::string> known = documents(folder);
    if (known.empty()) throw not_found(call, uri, kNoDocs);
    const std::string& name = variables.at("name");
    if (std::ranges::find(known, name) == known.end()) {
      const std::string nearest = nearest_word(name, known);
      throw not_found(call, uri,
                      "no document has this name" +
                          (nearest.empty() ? "; see the list of resources" : "; did you mean " + nearest));
    }
    return contents(uri, kMarkdown, document(folder, name));
  };
  docs.list = [folder](mcp::Call&) {
    std::vector<mcp::Resource> rows;
    for (const std::string& name : documents(folder)) {
      rows.push_back({"casement://docs/" + name, name, title_of(document(folder, name), name), kMarkdown});
    }
    return rows;
  };
  docs.complete = [folder](mcp::Call&, const std::string&) { return documents(folder); };
  return docs;
}

mcp::ResourceTemplate page_rows(const mcp::Server& server) {
  mcp::ResourceTemplate page{"casement://page/{page}/{part}", "Page",
                             "snapshot, frames, console or network of an open page", kText};
  page.read = [&server](mcp::Call& call, const std::string& uri, const std::map<std::string, std::string>& variables) {
    const std::string tool = tool_of_part(variables.at("part"));
    const auto row = std::ranges::find(server.tools(), tool, &mcp::Tool::name);
    if (tool.empty() || row == server.tools().end()) {
      throw not_found(call, uri, "unknown part of a page; use snapshot, frames, console or network");
    }
    // With `peek`, because the client's model may not see this text; later changes are reported as before.
    const mcp::ToolResult result = row->run(call, {{"page", variables.at("page")}, {"peek", true}});
    std::string text = result.content[0]["text"];
    // In the error, text from the page is already in its envelope.
    if (result.is_error) {
      if (result.structured.value("error", "") == to_string(ErrorKind::Usage)) throw not_found(call, uri, text);
      throw RpcError{RpcCode::Internal, std::move(text), {{"uri", uri}}};
    }
    return contents(uri, kText, std::move(text));
  };
  page.complete = [](mcp::Call&, const std::string& variable) {
    std::vector<std::string> parts;
    for (const PagePartRow& row : kParts) {
      if (variable == "part") parts.emplace_back(row.part);
    }
    return parts;
  };
  return page;
}

mcp::ResourceTemplate report_rows(const FlowReports& reports) {
  mcp::ResourceTemplate report{"casement://report/{run}", "Report",
                               "Each step of the flow that flow_run ran last, and what failed: casement://report/last, "
                               "or the address that flow_run answers",
                               kText};
  report.read = [&reports](mcp::Call& call, const std::string& uri,
                           const std::map<std::string, std::string>& variables) {
    const std::optional<FlowReport> found = reports.read(call.session_key(), variables.at("run"));
    if (!found) throw not_found(call, uri, "there is no such report; create one with flow_run");
    return contents(uri, kText, found->summary + "\n" + in_envelope(found->text));
  };
  return report;
}

// Returns nullopt for a text that is not a whole number from 0.
std::optional<std::size_t> number_in(std::string_view digits) {
  std::size_t number = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (read.ec != std::errc() || read.ptr != digits.data() + digits.size()) return std::nullopt;
  return number;
}

// "text-4" is the snapshot at step 4. Without a number, TraceText chooses the step.
std::string part_of_trace(const reports::TraceText& trace, std::string_view wanted) {
  using reports::TraceText;
  const std::size_t dash = wanted.find('-');
  std::size_t step = 0;
  if (dash != wanted.npos) {
    const std::optional<std::size_t> number = number_in(wanted.substr(dash + 1));
    if (!number) return "";
    step = *number;
  }
  const std::string_view part = wanted.substr(0, dash);
  if (part == "list") return trace.list();
  if (part == "errors") return trace.errors();
  if (part == "step") return trace.step(step);
  if (part == "before") return trace.text(step, TraceText::Moment::Before);
  if (part == "text") return trace.text(step, TraceText::Moment::After);
  if (part == "dom") return trace.dom(step, TraceText::Moment::After);
  if (part == "network") return trace.network();
  if (part == "request") return trace.request(step);
  if (part == "console") return trace.console(step);
  if (part == "server") return trace.server(step);
  return "";
}

mcp::ResourceTemplate trace_rows(const FlowReports& reports) {
  mcp::ResourceTemplate trace{
      "casement://report/{run}/{trace}/{part}", "Trace",
      "What happened at each step of a failed case: list, errors, step, before, text, dom, network, request, console, "
      "server; text-4 is the page after step 4",
      kText};
  trace.read = [&reports](mcp::Call& call, const std::string& uri,
                          const std::map<std::string, std::string>& variables) {
    const std::optional<FlowReport> found = reports.read(call.session_key(), variables.at("run"));
    const std::size_t number = number_in(variables.at("trace")).value_or(0);
    if (!found || number == 0 || number > found->traces.size())
      throw not_found(call, uri, "there is no such trace; the report names the traces of failed cases");
    try {
      const auto text = reports::TraceText::of(Json::parse(found->traces[number - 1]));
      const std::string said = part_of_trace(text, variables.at("part"));
      if (said.empty()) throw not_found(call, uri, "unknown part of a trace; see the description of this resource");
      return contents(uri, kText, in_envelope(to_valid_utf8(said.substr(0, kMostOfTrace))));
    } catch (const Error& error) {  // there is no such step
      throw not_found(call, uri, error.message());
    }
  };
  return trace;
}

}  // namespace

std::string tool_of_part(const std::string& part) {
  for (const PagePartRow& row : kParts) {
    if (part == row.part) return row.tool;
  }
  return "";
}

std::string page_uri(const std::string& page, const std::string& part) {
  return fmt::format("casement://page/{}/{}", page, part);
}

std::vector<std::string> page_uris(const std::string& page) {
  std::vector<std::string> uris;
  for (const PagePartRow& row : kParts) uris.push_back(page_uri(page, row.part));
  return uris;
}

void add_resources(mcp::Server& server, const FlowReports& reports, const std::string& docs_folder) {
  constexpr const char* schema = "application/schema+json";
  server.add(mcp::Resource{"casement://flow/schema", "Flow schema", "JSON Schema of flows", schema,
                           [](mcp::Call&, const std::string& uri) { return contents(uri, schema, flow_schema()); }});
  server.add(page_rows(server));
  server.add(report_rows(reports));
  server.add(trace_rows(reports));
  server.add(document_rows(docs_folder));
}

}  // namespace casement
