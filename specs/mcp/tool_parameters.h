// Each parameter of each tool of `casement mcp` makes a difference: the page that shows it, and the rows that prove it.
#pragma once

#include <functional>
#include <map>
#include <set>

#include "specs/mcp/own_site.h"

namespace casement::specs {

inline constexpr const char* kParametersPage = R"(<h1>Tools</h1><button id=b>Go</button><button id=other>Other</button>
<label>Name <input id=name value=old></label><label>Town <input id=town></label>
<label>Size <select><option>Small<option>Large</select></label><label>Colour <select><option>Red<option>Blue</select></label>
<label><input type=checkbox checked> Terms</label><label><input type=checkbox> News</label>
<button id=card draggable=true>Card</button><div role=group aria-label="One">first</div><div role=group aria-label="Two">second</div>
<label>Photo <input type=file></label><label>Paper <input type=file></label>
<div role=region aria-label=Pane tabindex=0 id=pane style="height:60px;overflow:auto"><div style="height:900px;width:3000px">pane</div></div>
<ul aria-label=Cards><li><b>A</b> <button>Buy A</button></li><li><b>B</b> <button>Buy B</button></li></ul>
<table><tbody><tr><td>1</td><td>2</td></tr></tbody></table>
<iframe title=Inner srcdoc="<p>inside the frame</p>"></iframe><p id=log>-</p><div style="height:3000px;width:3000px"></div>
<script>
const say = text => log.textContent = text;
for (const type of ['click', 'auxclick', 'contextmenu']) {
  b.addEventListener(type, e => say(`${type} ${e.button} ${e.detail} ${e.shiftKey}`));
}
other.onclick = () => say('other');
other.onmouseenter = () => say('over other');
document.getElementById('name').onkeydown = e => { if (e.key === 'Enter') say('entered'); };
town.onkeydown = e => say('key ' + e.key);
for (const one of document.querySelectorAll('[role=group]')) {
  one.ondragover = e => e.preventDefault();
  one.ondrop = () => say('dropped on ' + one.textContent);
}
card.ondragstart = e => e.dataTransfer.setData('text', 'x');
document.addEventListener('change', e => { if (e.target.files) say('file ' + e.target.files[0].name); });
pane.onscroll = () => say(`pane ${pane.scrollLeft} ${pane.scrollTop}`);
onscroll = () => say(`page ${scrollX} ${scrollY}`);
console.log('a line of the console');
fetch('/data.txt').then(answer => answer.text());
</script>)";

class ToolParameters : public OwnSite {
 protected:
  using json = nlohmann::json;
  using Proof = std::function<void()>;

  void SetUp() override {
    OwnSite::SetUp();
    url_ = page("index.html", kParametersPage);
    page("second.html", "<h1>Second</h1>");
    put("own/pages/data.txt", "some data");
    put("files/a.txt", "a");
    put("files/b.txt", "b");
    put("out/fails.flow.yaml", "flow: Fails\nsite: own\ntimeout: 100ms\nsteps:\n  - expect: text \"never\"\n");
    put("out/wrong.flow.yaml", "flow: Wrong\nsteps:\n  - clik: button\n");
    const std::string nobody = put("nobody.json", R"({"cookies":[],"origins":[]})");
    client_ = std::make_unique<McpClient>(
        options({"--allow-evaluate", "--user", "ada", nobody, url_, "--user", "ben", nobody, url_}));
    client_->open();
    client_->done("browser_initialize");
    const json tools = client_->ask("tools/list", json::object())["result"]["tools"];
    for (const json& tool : tools) {
      for (const auto& [name, schema] : tool["inputSchema"]["properties"].items()) owed_.insert({tool["name"], name});
    }
    add_common_rows();
    add_rows_of_browser();
    add_rows_of_actions();
    add_rows_of_looks();
    add_rows_of_flows();
  }

  // "=button" stands for the ref that this button has now.
  json call(const std::string& tool, json arguments) {
    const std::string ref_of = arguments.value("ref", "");
    if (ref_of.starts_with('=')) arguments["ref"] = ref(ref_of.substr(1));
    return client_->call(tool, std::move(arguments));
  }
  std::string done(const std::string& tool, const json& arguments = json::object()) {
    return client_->done(tool, arguments);
  }
  std::string ref(const std::string& words) {
    return call("find", {{"target", words}})["structuredContent"]["refs"].at(0).get<std::string>();
  }
  void expect(const std::string& text) { done("expect", {{"expect", "text \"" + text + "\""}}); }
  bool has(const std::string& tool, const char* parameter) const { return owed_.contains({tool, parameter}); }

  // What shows that the parameter counts.
  void prove(const std::string& tool, const char* parameter, const Proof& proof) {
    rows_.push_back({tool, parameter, proof});
  }
  void add_common_rows();
  void add_rows_of_browser();
  void add_rows_of_actions();
  void add_rows_of_looks();
  void add_rows_of_flows();
  // Each row with the page as it was at first.
  void run(const std::function<bool(const std::string& tool)>& is_meant) {
    for (const Row& row : rows_) {
      if (!is_meant(row.tool)) continue;
      const testing::ScopedTrace trace(__FILE__, __LINE__, row.tool + " " + row.parameter);
      fresh();
      row.proof();
    }
  }
  void fresh() {
    done("pages", {{"action", "select"}, {"page", "p1"}});
    done("browser_navigate", {{"url", url_}, {"page", "p1"}});
    done("expect", {{"expect", "text \"inside the frame\""}});
  }

  std::string url_;
  std::unique_ptr<McpClient> client_;
  std::set<std::pair<std::string, std::string>> owed_;
  struct Row {
    std::string tool, parameter;
    Proof proof;
  };
  std::vector<Row> rows_;
};

}  // namespace casement::specs
