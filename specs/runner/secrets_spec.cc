// Secrets are in nothing that a run leaves.
#include "casement/base/characters.h"
#include "specs/runner/run_fixture.h"

namespace casement {
namespace {

using nlohmann::json;
using specs::RunCommand;

constexpr const char* kSecret = "s3cr/t wörd+7";

// What it looks like where somebody wrote it down: as it is, in addresses, scripts and markup, the middle of its base64
// at each of the three places that it can have, and its bytes in hexadecimal as tools print them.
const std::vector<std::string> kForms{"s3cr/t",
                                      "s3cr%2Ft",
                                      "s3cr%252Ft",
                                      "s3cr\\/t",
                                      "s3cr&#x2F;t",
                                      "wörd+7",
                                      "w%C3%B6rd",
                                      "w\\u00f6rd",
                                      "czNjci90IHfDtnJkKz",
                                      "zM2NyL3Qgd8O2cmQrN",
                                      "MzY3IvdCB3w7ZyZCs3",
                                      "733363722f74",
                                      "733363722F74",
                                      "73:33:63:72:2f:74",
                                      "73 33 63 72 2F 74"};

void expect_clean(const std::string& name, const std::string& text) {
  for (const std::string& form : kForms) {
    const std::size_t at = text.find(form);
    EXPECT_EQ(at, std::string::npos) << name << ": …" << text.substr(at < 200 ? 0 : at - 200, 260);
  }
}

class Secrets : public RunCommand {
 protected:
  std::string flow_of(std::string text) const {
    for (std::size_t at; (at = text.find("SECRET")) != std::string::npos;) text.replace(at, 6, kSecret);
    return write("s.flow.yaml", text);
  }
  std::string printed(const std::vector<std::string>& arguments) const {
    std::vector<std::string> command{CASEMENT_RUNNER};
    command.insert(command.end(), arguments.begin(), arguments.end());
    const ProgramResult done = run_program(command, environment_);
    return done.out + done.err;
  }
  enum class Mask { InEach, IfAny };
  void expect_clean_files(const fs::path& folder, std::size_t at_least, Mask mask = Mask::InEach) const {
    std::size_t files = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (!entry.is_regular_file() || entry.path().extension() == ".png") continue;
      ++files;
      const std::string text = bytes_of(entry.path());
      expect_clean(entry.path(), text);
      if (entry.path().filename() == "protocol.txt") continue;  // it tells methods, not what they were given
      EXPECT_TRUE(mask == Mask::IfAny || text.find("•••") != std::string::npos ||
                  text.find("\\u2022\\u2022") != std::string::npos)
          << entry.path();
    }
    EXPECT_GE(files, at_least);
  }
};

TEST_F(Secrets, NoTemplateIsWrittenThatHoldsOne) {
  const std::string file = write("p.flow.yaml",
                                 "flow: P\nsite: site\nvars: { who: Here }\nsecrets: [who]\nsteps:\n"
                                 "  - open: http://a.test/\n  - expect: { snapshot_file: page.snapshot }\n");
  const ProgramResult refused = run({file, "--update-snapshots"});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.out, HasSubstr("the page shows a secret"));
  EXPECT_FALSE(fs::exists(folder_ / "page.snapshot"));
}

// Everything that a page can show of what was typed into it.
constexpr const char* kPage = R"(<!doctype html><title>A</title><h1>Here</h1>
<label>Key <input id=key></label><p></p><div id=more></div><script>
const show = async value => {
  const bytes = new TextEncoder().encode(value), url = encodeURIComponent(value);
  const base64 = btoa(String.fromCharCode(...bytes));
  const digits = [...bytes].map(byte => byte.toString(16).padStart(2, '0'));
  const hexadecimal = [digits.join(''), digits.join('').toUpperCase(), digits.join(':'), digits.join(' ').toUpperCase()];
  document.title = value;
  document.querySelector('p').textContent = 'Key is ' + value + ' ' + base64 + ' ' + hexadecimal.join(', ');
  const more = document.querySelector('#more');
  const add = (tag, attributes) => {
    const made = Object.assign(document.createElement(tag), attributes);
    for (const name of ['title', 'alt', 'aria-label', 'data-testid']) made.setAttribute(name, value);
    more.append(made);
    return made;
  };
  add('a', { href: '/next?' + url, textContent: 'Next ' + value });
  add('img', { src: 'http://127.0.0.1:1/' + url + '.png' });
  add('button', { textContent: value });
  for (const text of hexadecimal) add('button', { textContent: text });
  add('input', { value, placeholder: value });
  add('iframe', { name: value, src: 'http://127.0.0.1:1/frame/' + url });
  add('iframe', { name: value, srcdoc: '<title></title><h2></h2>' }).onload = event => {
    event.target.contentDocument.title = value;
    event.target.contentDocument.querySelector('h2').textContent = value;
  };
  console.error('key', value, url, base64, ...hexadecimal, JSON.stringify({ value }), { value });
  setTimeout(() => { throw new Error('thrown ' + value); });
  await fetch('/?' + new URLSearchParams({ value }) + '&' + url + '&' + base64,
              { method: 'POST', body: JSON.stringify({ value, base64, hexadecimal }), headers: { 'X-Key': base64, 'X-Digits': digits.join('') } });
  document.cookie = 'key=' + url;
  document.querySelector('p').textContent += ' done';
};
document.querySelector('#key').onchange = event => show(event.target.value);
</script>)";

constexpr const char* kFlow = R"yaml(frames: { on_failure: warn }
---
flow: Signs in with SECRET
site: site
tags: [all]
timeout: 60s
vars: { key: , who: ada, word: "" }
secrets: [key]
cases:
  - { case: with SECRET, key: "SECRET" }
  - { case: skipped, key: "SECRET", skip: because of SECRET }
  - { case: known, key: "SECRET", expected_failure: SECRET is shown }
  - { case: not its own, key: elsewhere, who: "SECRET" }
steps:
  - open: http://a.test/?k=${key}
  - record_har: { bodies: true }
  - set_extra_headers: { X-Token: "0123456789${key}" }
  - fill: { textbox "Key": "SECRET" }
  - press: Tab
  - expect: text /done/
  - log: the key is ${key}, and ${who}
  - expect: { heading: Here, in: "${key}" }
    soft: true
    timeout: 100ms
  - snapshot: { name: "seen ${key}", save_to: "OUT/seen.txt" }
  - screenshot: picture ${key}
  - request:
      url: "http://a.test/${key}"
      headers: { Authorization: "Bearer ${key}" }
      json: { key: "${key}" }
      expect: { status: 299, json: { /key: "${key}" } }
    soft: true
  - save_har: OUT/page.har
  - run: { flow: called.yaml, with: { word: "${who}", secret: "${key}" } }
  - click: button "${key} or another"
    label: Presses ${key}
    soft: true
    timeout: 100ms
  - expect: { url: "*${key}" }
    soft: true
    timeout: 100ms
  - expect: { title: "no ${key}", target: textbox "Key", value: "not ${key}" }
    soft: true
    timeout: 100ms
  - expect:
      snapshot: |
        - heading "Here"
        - textbox "${key} there"
    soft: true
    timeout: 100ms
  - evaluate: "(() => { throw new Error(document.title); })()"
    soft: true
  - select: { combobox "none": "${key}" }
    timeout: 100ms
)yaml";

// The secret is in names, titles and parameters, is typed, and shown by the page in every way.
TEST_F(Secrets, AreInNoArtefact) {
  write("site/www/index.html", kPage);
  write("called.yaml",
        "flow: Called\nvars: { word: , secret: }\nsecrets: [secret]\nsteps:\n  - log: ${word} ${secret}\n");
  std::string text = kFlow;
  for (std::size_t at; (at = text.find("OUT")) != std::string::npos;) text.replace(at, 3, reports().string());
  const std::string in_heading = "expect: { heading: Here, in: \"${key}\" }";
  text.replace(text.find(in_heading), in_heading.size(), "expect: heading \"Here\" in iframe \"${key}\"");
  const std::string file = flow_of(text);
  environment_["DASHBOARD_TEST_FROM_CTEST"] = "3.25";
  environment_["GITHUB_ACTIONS"] = "true";
  const ProgramResult done = run({file, "--trace", "always", "--retries", "1", "-j", "2"});
  EXPECT_EQ(done.exit_code, 1) << done.err;
  EXPECT_THAT(done.out, AllOf(HasSubstr("<CTestMeasurementFile "), HasSubstr("::error "), HasSubstr("with •••")));
  std::map<std::string, std::string> streams{{"console", done.out + done.err}};
  expect_clean_files(reports(), 8);
  std::map<std::string, std::vector<std::string>> commands{
      {"events", {"run", file, "--json", "--case", "with •••", "--report-dir", (reports() / "json").string()}},
      {"tap",
       {"run", file, "--tap", "--case", std::string("with ") + kSecret, "--report-dir", (reports() / "tap").string()}},
      {"list", {"run", file, "--list"}},
      {"list as JSON", {"run", file, "--list", "--json"}},
      {"plan", {"explain", file}},
      {"plan as JSON", {"explain", file, "--json"}},
      {"ctest script", {"ctest-script", file}}};
  for (const auto& [name, command] : commands) streams[name] = printed(command);
  EXPECT_THAT(streams["list as JSON"], HasSubstr("Signs in with"));
  expect_clean("merging",
               printed({"report", "merge", reports().string(), "--report-dir", (reports() / "merged").string()}));
  environment_["SAMPLE_FLOWS"] = file;
  environment_["CASEMENT_REPORT_DIR"] = (reports() / "gtest").string();
  const ProgramResult gtest = run_program(
      {SAMPLE_SPECS, "--gtest_filter=s.w*", "--gtest_output=xml:" + (reports() / "gtest" / "gtest.xml").string()},
      environment_);
  EXPECT_EQ(gtest.exit_code, 1) << gtest.out;
  streams["gtest"] = gtest.out + gtest.err;
  for (const auto& [name, printed_text] : streams) {
    expect_clean(name, printed_text);
    EXPECT_TRUE(printed_text.find("•••") != std::string::npos ||
                printed_text.find("\\u2022\\u2022") != std::string::npos)
        << name << ": " << printed_text;
  }
  expect_clean_files(reports(), 20);
}

// Letters and digits alone, small.
std::string bare_text(const std::string& text) {
  std::string bare;
  for (const char c : text) {
    if (is_ascii_letter_or_digit(c)) bare += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  }
  return bare;
}

constexpr const char* kChangingPage = R"(<!doctype html><title>A</title>
<label>Voucher <input id=v></label><p id=a style="text-transform: uppercase"></p><p id=b></p><p id=c></p><button id=d></button>
<script>v.oninput = () => {
  const s = v.value, spread = [...s].map(one => `<span>${one}</span>`).join('');
  document.title = s.toUpperCase();
  a.textContent = 'Voucher ' + s;
  b.innerHTML = spread.replaceAll('span', 'i');
  c.innerHTML = `${s.slice(0, 6)}<a href="/x">${s.slice(6)}</a>`;
  d.innerHTML = [...s].map(one => `<b style="display: inline-block">${one}</b>`).join('');
  console.log('redeem', s.toUpperCase(), [...s].join(' '), btoa(btoa(s.toUpperCase())), b.outerHTML);
  fetch('/redeem/' + s.toUpperCase(), { method: 'POST', body: s.split('').join('\u00ad') });
  if (s.length > 10) setTimeout(() => { throw new Error('refused: ' + s.toUpperCase()); });
};</script>)";

TEST_F(Secrets, AreHiddenHoweverAPageChangesThem) {
  write("site/www/index.html", kChangingPage);
  const std::string file =
      write("tea.flow.yaml",
            "flow: A voucher\nsite: site\nvars: { voucher: green-tea-for-ada }\n"
            "secrets: [voucher]\nsteps:\n  - open: http://a.test/\n  - record_har: { bodies: true }\n"
            "  - fill: { textbox \"Voucher\": \"${voucher}\" }\n"
            "  - snapshot: { name: seen, save_to: \"" +
                reports().string() + "/seen.txt\" }\n  - save_har: " + reports().string() +
                "/page.har\n  - expect: text \"Thank you\"\n    timeout: 300ms\n");
  const ProgramResult done = run({file, "--trace", "always"});
  EXPECT_EQ(done.exit_code, 1) << done.err;
  std::map<std::string, std::string> texts{
      {"console", done.out + done.err},
      {"events", printed({"run", file, "--json", "--report-dir", (reports() / "json").string()})},
      {"tap", printed({"run", file, "--tap", "--report-dir", (reports() / "tap").string()})}};
  for (const auto& entry : fs::recursive_directory_iterator(reports())) {
    if (entry.is_regular_file() && entry.path().extension() != ".png") texts[entry.path()] = bytes_of(entry.path());
  }
  EXPECT_GE(texts.size(), 8U);
  for (const auto& [name, text] : texts) {
    const std::string bare = bare_text(text);
    for (const char* const part : {"greenteaforada", "teaforada", "fillgreen"}) {
      const std::size_t at = bare.find(part);
      EXPECT_EQ(at, std::string::npos) << name << ": …" << bare.substr(at < 100 ? 0 : at - 100, 200);
    }
  }
}

// The secret in seven encodings, as kForms has them.
const std::vector<std::string> kEncoded{"s3cr/t wörd+7",
                                        "s3cr%2Ft%20w%C3%B6rd%2B7",
                                        "s3cr%252Ft%2520w%25C3%25B6rd%252B7",
                                        "s3cr\\/t w\\u00f6rd+7",
                                        "s3cr&#x2F;t w&ouml;rd&#43;7",
                                        "czNjci90IHfDtnJkKzc=",
                                        "733363722f742077c3b672642b37"};

TEST_F(Secrets, AreNotInTheRequestsOfATrace) {
  std::string page = "<!doctype html><title>A</title><p></p><script>\nconst all = ";
  json headers{{"Set-Cookie", "key=" + kEncoded[1]}};
  std::string answer;
  for (std::size_t i = 0; i < kEncoded.size(); ++i) {
    if (i != 0) headers["X-Back-" + std::to_string(i)] = kEncoded[i];  // headers are ASCII
    answer += kEncoded[i] + "\n";
  }
  page += json(kEncoded).dump() + R"(;
Promise.all(all.map((one, i) => fetch('/answer?one=' + (i === 0 ? encodeURIComponent(one) : one), {
  method: 'POST', headers: i === 0 ? {} : {'X-Key': one, Authorization: 'Basic ' + one},
  body: i % 2 ? new URLSearchParams({one}) : JSON.stringify({one, padding: 'p'.repeat(65530) + one + 'p'.repeat(9000)})
}))).then(() => document.querySelector('p').textContent = 'done');
</script>)";
  write("site/www/index.html", page);
  const std::string file = flow_of(
      "flow: S\nsite: site\nvars: { key: \"SECRET\" }\nsecrets: [key]\nsteps:\n"
      "  - route: { url: \"*/answer*\", fulfil: { text: " +
      json(answer).dump() + ", headers: " + headers.dump() +
      " } }\n  - open: http://a.test/\n  - expect: text /done/\n");
  const ProgramResult done = run({file, "--trace", "always"});
  ASSERT_EQ(done.exit_code, 0) << done.out << done.err;
  std::string trace;
  for (const auto& entry : fs::recursive_directory_iterator(reports())) {
    if (entry.path().string().ends_with("-trace.html")) trace = entry.path();
  }
  ASSERT_NE(trace, "");
  expect_clean("trace", bytes_of(trace));
  EXPECT_THAT(bytes_of(trace), AllOf(HasSubstr("X-Back-6"), HasSubstr("Basic •••"), HasSubstr("key=•••")));
  EXPECT_THAT(printed({"trace", "network", trace}), HasSubstr("POST http://a.test/answer?one=•••"));
  const std::string archive = (folder_ / "trace.zip").string();
  EXPECT_THAT(printed({"trace", "export", trace, archive}), HasSubstr("wrote "));
  expect_clean("archive", bytes_of(archive));  // it is not compressed
}

TEST_F(Secrets, AreNotInWhatIsWrittenBeforeARun) {
  const std::string file =
      flow_of("flow: Signs in with SECRET\nvars: { key: \"SECRET\" }\nsecrets: [key]\nsteps:\n  - open: about:blank\n");
  environment_["CASEMENT_BROWSER"] = "/nowhere/chrome";
  EXPECT_EQ(run({file}).exit_code, 3);
  expect_clean_files(reports(), 3);
}

TEST_F(Secrets, AreNotShownByAuthoringErrors) {
  const std::string file = flow_of(R"(flow: S
vars: { key: "SECRET", who: ada }
secrets: [key]
cases:
  - { case: one, key: "SECRET", nothing: 1 }
  - { case: two, key: "SECRET" }
  - { case: two, key: "SECRET" }
steps:
  - open: http://a.test/
  - click: buton "${key}"
  - fill: { textbox "a" b "SECRET": x }
)");
  const ProgramResult done = run_program({CASEMENT_RUNNER, "check", file}, environment_);
  EXPECT_EQ(done.exit_code, 2);
  expect_clean("check", done.err);
  EXPECT_THAT(done.err, AllOf(HasSubstr("{ case: one, key: \"•••\", nothing: 1 }\n"
                                        "      |                              ^~~~~~~\n"),
                              HasSubstr("two cases are named 'two'")));
}

// A flow is found by its path, and told by it everywhere.
TEST_F(Secrets, AreNotShownByThePathOfAFlow) {
  const std::string file =
      write(std::string(kSecret) + ".flow.yaml", std::string("flow: S\nvars: { key: \"") + kSecret +
                                                     "\" }\nsecrets: [key]\nsteps:\n  - open: about:blank\n"
                                                     "  - expect: { heading: x }\n");
  const ProgramResult bad = run_program({CASEMENT_RUNNER, "check", file}, environment_);
  EXPECT_EQ(bad.exit_code, 2);
  expect_clean("check", bad.out + bad.err);
  EXPECT_THAT(bad.err, testing::ContainsRegex("•••.flow.yaml:6:[0-9]+: error: "));
  write(std::string(kSecret) + ".flow.yaml",
        std::string("flow: S\nvars: { key: \"") + kSecret +
            "\" }\nsecrets: [key]\nsteps:\n  - open: about:blank\n  - expect: text \"x\"\n    timeout: 100ms\n");
  environment_["GITHUB_ACTIONS"] = "true";
  const ProgramResult done = run({file});
  EXPECT_EQ(done.exit_code, 1) << done.err;
  expect_clean("console", done.out + done.err);
  EXPECT_THAT(done.out, HasSubstr("•••.flow.yaml:6:"));
  expect_clean_files(reports(), 3);
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"run", file, "--list"},
        {"run", file, "--list", "--json"},
        {"explain", file},
        {"explain", file, "--json"},
        {"run", file, "--json", "--report-dir", (reports() / "json").string()},
        {"run", file, "--tap", "--report-dir", (reports() / "tap").string()}}) {
    expect_clean(command[0] + " " + command.back(), printed(command));
  }
  environment_["SAMPLE_FLOWS"] = file;
  environment_["CASEMENT_REPORT_DIR"] = (reports() / "gtest").string();
  const ProgramResult gtest = run_program(
      {SAMPLE_SPECS, "--gtest_filter=•••.*", "--gtest_output=xml:" + (reports() / "gtest" / "gtest.xml").string()},
      environment_);
  expect_clean("gtest", gtest.out + gtest.err);
  EXPECT_THAT(gtest.out, HasSubstr("[ RUN      ] •••.S"));
  expect_clean_files(reports() / "gtest", 0, Mask::IfAny);
}

// Their names are what selects and reports them.
TEST_F(Secrets, CasesThatDifferInThemAloneStayApart) {
  const std::string file =
      write("t.flow.yaml",
            "flow: T\nvars: { key: }\nsecrets: [key]\ncases:\n  - { case: key first1, key: first1 }\n"
            "  - { case: key second2, key: second2 }\nsteps:\n  - log: ${key}\n");
  EXPECT_EQ(listed({file}), (std::set<std::string>{"T/key •••", "T/key ••• #2"}));
  EXPECT_EQ(listed({file, "--case", "key second2"}), std::set<std::string>{"T/key ••• #2"});
  EXPECT_EQ(listed({file, "--case", "key ••• #2"}), std::set<std::string>{"T/key ••• #2"});
}

}  // namespace
}  // namespace casement
