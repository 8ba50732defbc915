// casement.yaml: what it says of flows, what counts over what, and what is told where it is wrong.
#include "casement/flow/load/project_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "casement/base/error.h"
#include "casement/flow/describe/project_schema.h"
#include "casement/flow/load/flow_loader.h"
#include "casement/flow/load/project_table.h"
#include "casement/flow/load/server_reader.h"
#include "casement/flow/model/base_url.h"
#include "casement/flow/model/case_options.h"
#include "casement/flow/model/use_values.h"

namespace casement {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

std::shared_ptr<const Project> project_of(const std::string& text, const std::string& environment = "",
                                          const std::string& name = "", const FlowVariables& of_run = {}) {
  AuthoringErrors errors;
  const std::optional<ProjectFile> file = parse_project("casement.yaml", text, errors);
  errors.throw_if_any();
  std::optional<Project> project = choose_project(*file, {environment, name, of_run, false}, errors);
  errors.throw_if_any();
  return std::make_shared<const Project>(*std::move(project));
}

std::string problem_of(const std::string& text) {
  AuthoringErrors errors;
  parse_project("casement.yaml", text, errors);
  return errors.empty() ? "" : errors.sorted().front().message();
}

Flow flow_of(const std::string& header, std::shared_ptr<const Project> project) {
  return parse_flow("f.flow.yaml", "flow: F\n" + header + "steps: [{ log: hello }]\n",
                    {.from_environment = false, .project = std::move(project)});
}

const std::string& value_of(const Flow& flow, std::string_view name) {
  return *find_variable(flow.cases.front().variables, name);
}

std::string base_url_of(const Flow& flow) {
  return resolve_base_url(flow, flow.cases.front().variables, flow.cases.front().functions);
}

TEST(ProjectReader, SetsDefaultsForFlows) {
  const auto project = project_of(
      "base_url: http://a.test\nsite: shop\ntimeout: 7s\nretries: 2\nuse: { locale: de-DE }\nvars: "
      "{ user: ada }\n");
  const Flow flow = flow_of("", project);
  EXPECT_EQ(base_url_of(flow), "http://a.test");
  EXPECT_EQ(flow.site, "shop");
  EXPECT_EQ(flow.timeout, Milliseconds(7000));
  EXPECT_EQ(flow.retries, 2);
  EXPECT_EQ(flow.cases.front().options.use.locale, "de-DE");
  EXPECT_EQ(value_of(flow, "user"), "ada");
}

TEST(ProjectReader, TheHeaderOfTheFlowOverridesTheProject) {
  const auto project = project_of(
      "base_url: http://a.test\nsite: shop\ntimeout: 7s\nretries: 2\nuse: { locale: de-DE, "
      "viewport: 800x600 }\n"
      "vars: { user: ada }\n");
  const Flow flow = flow_of(
      "base_url: http://b.test\nsite: other\ntimeout: 3s\nretries: 0\nuse: { locale: fr }\nvars: { "
      "user: bob }\n",
      project);
  EXPECT_EQ(base_url_of(flow), "http://b.test");
  EXPECT_EQ(flow.site, "other");
  EXPECT_EQ(flow.timeout, Milliseconds(3000));
  EXPECT_EQ(flow.retries, 0);
  EXPECT_EQ(flow.cases.front().options.use.locale, "fr");
  EXPECT_EQ(flow.cases.front().options.use.viewport_width, 800);  // key by key
  EXPECT_EQ(value_of(flow, "user"), "bob");
}

TEST(ProjectReader, OptionsOfTheRunOverrideProjectAndFlow) {
  const auto project = project_of("base_url: http://a.test\nvars: { user: ada }\n");
  const LoadOptions options{{{"user", "eve"}}, false, 0, "http://run.test", {}, project};
  const Flow flow = parse_flow("f.flow.yaml", "flow: F\nsteps: [{ log: hello }]\n", options);
  EXPECT_EQ(base_url_of(flow), "http://run.test");
  EXPECT_EQ(value_of(flow, "user"), "eve");
}

TEST(ProjectReader, TagsAndSecretsAddToTheFlows) {
  const auto project = project_of("tags: [shop]\nsecrets: [password]\nvars: { password: open-sesame }\n");
  const Flow flow = flow_of("tags: [smoke]\nsecrets: [card]\nvars: { card: 4242-card }\n", project);
  EXPECT_THAT(flow.cases.front().tags, ElementsAre("shop", "smoke"));
  EXPECT_EQ(flow.redactor.masked("open-sesame 4242-card"), "••• •••");
}

TEST(ProjectReader, AVariableThatAFlowDeclaresWithoutValueHasTheProjects) {
  const Flow flow = flow_of("vars: { user: , greeting: \"Hello ${user} at ${shop}\" }\n",
                            project_of("vars: { user: ada, shop: Tea }\n"));
  EXPECT_EQ(value_of(flow, "greeting"), "Hello ada at Tea");
}

TEST(ProjectReader, AnEnvironmentOverridesTheRestAndAProjectOverridesBoth) {
  const std::string text =
      "base_url: http://local.test\nvars: { user: ada, role: guest }\nserver: { command: ./shop, "
      "port: 8080 }\n"
      "environments:\n  staging: { base_url: \"https://staging.test\", vars: { user: stage }, "
      "server: [] }\n"
      "projects:\n  phone: { use: { device: phone }, vars: { role: mobile } }\n  desktop:\n";
  const Flow flow = flow_of("", project_of(text, "staging", "phone"));
  EXPECT_EQ(base_url_of(flow), "https://staging.test");
  EXPECT_EQ(value_of(flow, "user"), "stage");
  EXPECT_EQ(value_of(flow, "role"), "mobile");
  EXPECT_TRUE(flow.cases.front().options.use.touch);
  EXPECT_EQ(flow.cases.front().name, "F [phone]");
  EXPECT_EQ(flow.cases.front().authored_name, "F");
  EXPECT_EQ(project_of(text)->servers.size(), 1u);
  EXPECT_EQ(project_of(text, "staging")->servers.size(), 0u);
  EXPECT_EQ(flow_of("", project_of(text, "", "desktop")).cases.front().name, "F [desktop]");
}

TEST(ProjectReader, ABaseUrlHoldsVariables) {
  EXPECT_EQ(base_url_of(flow_of("", project_of("base_url: http://${host}.test\nvars: { host: b }\n"))),
            "http://b.test");
}

// Sets a variable of the environment for one spec.
class Environment {
 public:
  Environment(const char* name, const char* value) : name_(name) { ::setenv(name, value, 1); }
  ~Environment() { ::unsetenv(name_); }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  const char* name_;
};

TEST(ProjectReader, VariablesAreAllowedInEveryText) {
  const Environment port("TEA_PORT", "8123");
  const auto project = project_of(
      "vars: { place: pot, host: localhost, port: \"${env(TEA_PORT)}\" }\nsite: tea-${place}\n"
      "report_dir: build/${place}\ntimeout: ${env(TEA_TIMEOUT, 7s)}\nretries: ${env(TEA_RETRIES, 2)}\n"
      "tags: [\"${place}\"]\nreporters: [\"${env(TEA_REPORTER, tap)}\"]\n"
      "server:\n  command: ./shop --port ${port} --home $${HOME}\n  url: http://${host}:${port}/\n  port: ${port}\n"
      "  log: on ${port}\n  folder: the/${place}\n  env: { PORT: \"${port}\" }\n  name: shop-${place}\n"
      "  reuse: ${env(TEA_REUSE, true)}\n  timeout: ${env(TEA_TIMEOUT, 9s)}\n");
  EXPECT_EQ(project->site, "tea-pot");
  EXPECT_EQ(project->report_folder, "build/pot");
  EXPECT_EQ(project->timeout, Milliseconds(7000));
  EXPECT_EQ(project->retries, 2);
  EXPECT_THAT(project->tags, ElementsAre("pot"));
  EXPECT_THAT(project->reporters, ElementsAre("tap"));
  ASSERT_EQ(project->servers.size(), 1u);
  const ServerSettings& server = project->servers.front();
  EXPECT_EQ(server.command.back(), "./shop --port 8123 --home ${HOME}");
  EXPECT_EQ(server.url, "http://localhost:8123/");
  EXPECT_EQ(server.port, 8123);
  EXPECT_EQ(server.log, "on 8123");
  EXPECT_EQ(server.folder, "the/pot");
  EXPECT_EQ(server.environment.at("PORT"), "8123");
  EXPECT_EQ(server.name, "shop-pot");
  EXPECT_TRUE(server.reuse);
  EXPECT_EQ(server.timeout, Milliseconds(9000));
}

TEST(ProjectReader, AVariableInAServersTextHasTheValueOfTheHighestLayer) {
  const std::string text =
      "vars: { port: 80 }\nserver: { command: ./shop, port: \"${port}\" }\nenvironments: { test: { vars: { port: 81 } "
      "} "
      "}\nprojects: { phone: { vars: { port: 82 } } }\n";
  const auto port_of = [](const Project& project) { return project.servers.front().port; };
  EXPECT_EQ(port_of(*project_of(text)), 80);
  EXPECT_EQ(port_of(*project_of(text, "test")), 81);
  EXPECT_EQ(port_of(*project_of(text, "test", "phone")), 82);
  EXPECT_EQ(port_of(*project_of(text, "test", "phone", {{"port", "84"}})), 84);
  const Environment said("CASEMENT_VAR_PORT", "83");
  AuthoringErrors errors;
  EXPECT_EQ(port_of(*choose_project(*parse_project("casement.yaml", text, errors), {"test", "phone"}, errors)), 83);
}

TEST(ProjectReader, UseReadsTheVariablesOfEachCase) {
  const auto project = project_of(
      "vars: { language: de-DE, agent: Tea }\nuse: { locale: \"${language}\", user_agent: \"${agent}/1\" }\n"
      "sets: { wide: { viewport: \"${width:-900}x600\" } }\n");
  const Flow flow = flow_of(
      "vars: { language: , width: }\n"
      "cases: [{ case: a, language: fr, width: 700 }, { case: b, language: en-IE, width: 800 }]\n"
      "use: { set: wide, headers: { X-For: \"${language}\" }, touch: \"${env(TEA_TOUCH, true)}\" }\n"
      "users: { admin: { timezone: \"${env(TEA_ZONE, Europe/Dublin)}\" } }\n",
      project);
  const CaseOptions& first = flow.cases.front().options;
  const CaseOptions& last = flow.cases.back().options;
  EXPECT_EQ(first.use.locale, "fr");
  EXPECT_EQ(last.use.locale, "en-IE");
  EXPECT_EQ(first.use.user_agent, "Tea/1");
  EXPECT_EQ(first.use.viewport_width, 700);
  EXPECT_EQ(last.use.extra_headers.at("X-For"), "en-IE");
  EXPECT_TRUE(first.use.touch);
  EXPECT_EQ(last.users.at("admin").time_zone, "Europe/Dublin");
  EXPECT_EQ(last.users.at("admin").locale, "en-IE");
  PlannedFiles files;
  EXPECT_EQ(options_of_project(*project, nullptr, files).locale, "de-DE");  // of what is no flow
}

TEST(ProjectReader, ReportsAVariableWithoutAValueAtItsPlace) {
  const auto chosen = [](const std::string& text) -> std::string {
    try {
      project_of(text);
    } catch (const Error& error) {
      return error.message();
    }
    return "";
  };
  EXPECT_THAT(chosen("server: { command: ./shop, url: \"http://localhost:${env(NO_SUCH_PORT)}\" }\n"),
              StartsWith("casement.yaml:1:53: error: the environment variable 'NO_SUCH_PORT' is not set"));
  EXPECT_THAT(chosen("report_dir: out/${env(NO_SUCH_DIR)}\n"),
              StartsWith("casement.yaml:1:19: error: the environment"));
  EXPECT_THAT(problem_of("vars: { port: 1 }\nsite: a-${prt}\n"),
              StartsWith("casement.yaml:2:11: error: unknown variable 'prt' (did you mean 'port'?)"));
  EXPECT_THAT(problem_of("site: a-${prt}\n"), HasSubstr("'prt'; casement.yaml declares none under 'vars'"));
  EXPECT_THAT(
      problem_of("server: { command: \"./shop ${SHOP_HOME}\", port: 1 }\n"),
      HasSubstr("unknown variable 'SHOP_HOME'; casement.yaml declares none under 'vars'; write $${…} for a variable"));
  EXPECT_THAT(problem_of("site: ${evn(X)}\n"), HasSubstr("unknown function 'evn' (did you mean 'env'?)"));
  EXPECT_THAT(problem_of("report_dir: ${env(X)\n"), HasSubstr("'${' has no closing"));
  EXPECT_THAT(problem_of("use: { locale: \"${env(TEA_LOCALE, de_DE)}\" }\n"),
              HasSubstr("'de_DE' is not a language tag"));
  // What a variable gave stands nowhere in the line that is shown.
  const Environment soon("TEA_SOON", "soon");
  EXPECT_THAT(problem_of("server: { command: ./shop, port: \"${env(TEA_SOON)}\" }\n"),
              HasSubstr("'port' must be a whole number from 1 to 65535, not 'soon'"));
  EXPECT_THAT(problem_of("use: { touch: \"${env(TEA_SOON)}\" }\n"), HasSubstr("must be true or false, not 'soon'"));
  // The reason, where a variable has no value itself.
  EXPECT_THAT(chosen("vars: { port: \"${env(NO_SUCH_PORT)}\" }\nserver: { command: ./shop, port: \"${port}\" }\n"),
              StartsWith("casement.yaml:1:18: error: the environment variable 'NO_SUCH_PORT' is not set"));
  // What no text needs may be without.
  EXPECT_EQ(chosen("vars: { port: \"${env(NO_SUCH_PORT)}\" }\n"), "");
}

TEST(ProjectReader, AnEnvironmentThatIsNotChosenNeedsNoVariablesOfThisMachine) {
  const std::string text =
      "environments: { ci: { server: { command: ./shop, url: \"http://${env(NO_SUCH_HOST)}/\" } }, test: }\n";
  EXPECT_EQ(problem_of(text), "");
  EXPECT_TRUE(project_of(text, "test")->servers.empty());
  EXPECT_THROW(project_of(text, "ci"), Error);
  // What is wrong whatever they say is told.
  EXPECT_THAT(problem_of("environments: { ci: { server: { command: ./shop, url: \"http://${host}/\" } } }\n"),
              HasSubstr("unknown variable 'host'"));
}

TEST(ProjectReader, AFunctionOfTheEnvironmentIsReadWhenItsFileIs) {
  const auto project = project_of("base_url: http://${env(TEA_HOST, before)}.test\n");
  const Flow flow = flow_of("vars: { tea: \"${env(TEA_HOST, before)}\" }\n", project);
  const Environment later("TEA_HOST", "later");
  EXPECT_EQ(base_url_of(flow), "http://before.test");
  EXPECT_EQ(value_of(flow, "tea"), "before");
  EXPECT_EQ(flow.cases.front().functions.call("env", "TEA_HOST, before"), "before");
}

TEST(ProjectReader, FramesAndCaseTimeoutApplyToAllFlows) {
  const auto project = project_of(
      "case_timeout: 2m\nframes: { on_failure: fail, optional: [\"*ads*\"], timeout: 3s, max_depth: 4 }\n"
      "environments: { slow: { case_timeout: 5m, frames: { timeout: 9s } } }\n");
  const Flow flow = flow_of("", project);
  EXPECT_EQ(flow.case_timeout, Milliseconds(120'000));
  EXPECT_EQ(flow.frames.on_failure, FramePolicy::OnFailure::Fail);
  EXPECT_THAT(flow.frames.optional, ElementsAre("*ads*"));
  EXPECT_EQ(flow.frame_timeout, Milliseconds(3000));
  const Flow own = flow_of("case_timeout: 1m\nframes: { on_failure: ignore }\n", project);
  EXPECT_EQ(own.case_timeout, Milliseconds(60'000));
  EXPECT_EQ(own.frames.on_failure, FramePolicy::OnFailure::Ignore);
  EXPECT_EQ(own.frames.settings->max_depth, 4);  // key by key
  EXPECT_THAT(problem_of("frames: { on_failure: explode }\n"), HasSubstr("'on_failure' must be ignore, warn or fail"));
  EXPECT_THAT(problem_of("frames: { on_failur: warn }\n"), HasSubstr("did you mean 'on_failure'?"));
}

TEST(ProjectReader, NamedSetsAreUsedByNameOrAsAStart) {
  const std::string sets = "sets: { german: { locale: de-DE, timezone: Europe/Berlin } }\n";
  EXPECT_EQ(flow_of("use: german\n", project_of(sets)).cases.front().options.use.locale, "de-DE");
  const Flow flow = flow_of("use: { set: german, locale: de-AT }\nusers: { admin: german }\n", project_of(sets));
  EXPECT_EQ(flow.cases.front().options.use.locale, "de-AT");
  EXPECT_EQ(flow.cases.front().options.use.time_zone, "Europe/Berlin");
  EXPECT_EQ(flow.cases.front().options.users.at("admin").locale, "de-DE");
  EXPECT_THROW(flow_of("use: germn\n", project_of(sets)), Error);
  EXPECT_THROW(flow_of("use: german\n", nullptr), Error);
}

TEST(ProjectReader, ADeviceSetsAllItsProperties) {
  const auto project = project_of("use: { device: phone }\n");
  const Flow flow = flow_of("use: { device: laptop, viewport: 1000x500 }\n", project);
  EXPECT_FALSE(flow.cases.front().options.use.touch);
  EXPECT_FALSE(flow.cases.front().options.use.mobile);
  EXPECT_EQ(flow.cases.front().options.use.user_agent, "");
  EXPECT_EQ(flow.cases.front().options.use.viewport_width, 1000);
}

TEST(ProjectReader, ReadsServers) {
  const auto project = project_of(
      "server:\n  - { command: ./shop --port 8080, url: \"http://localhost:8080/health\", env: { "
      "MODE: test }, folder: shop, "
      "reuse: true, timeout: 5s }\n  - { command: [./mail, -v], log: \"listening on (\\\\d+)\", "
      "name: post }\n"
      "  - { command: ./mail, port: 25 }\n");
  ASSERT_EQ(project->servers.size(), 3u);
  const ServerSettings& shop = project->servers[0];
  EXPECT_EQ(shop.name, "shop");
  EXPECT_THAT(shop.command, ElementsAre("/bin/sh", "-c", "./shop --port 8080"));
  EXPECT_EQ(shop.folder, "shop");
  EXPECT_TRUE(shop.reuse);
  EXPECT_EQ(shop.timeout, Milliseconds(5000));
  EXPECT_EQ(shop.environment.at("MODE"), "test");
  EXPECT_THAT(project->servers[1].command, ElementsAre("./mail", "-v"));
  EXPECT_EQ(project->servers[1].name, "post");
  EXPECT_EQ(project->servers[2].name, "mail");
}

TEST(ProjectReader, ReportsMistakesAtTheirPlace) {
  EXPECT_THAT(problem_of(""), HasSubstr("the file is empty"));
  EXPECT_EQ(problem_of("{}"), "");
  EXPECT_THAT(problem_of("- a\n"), StartsWith("casement.yaml:1:1: error: casement.yaml must be a map, not a list"));
  EXPECT_THAT(problem_of("timeout: 1s\nretris: 2\n"),
              StartsWith("casement.yaml:2:1: error: unknown key 'retris' in casement.yaml (did you "
                         "mean 'retries'?)"));
  EXPECT_THAT(problem_of("webServer: {}\n"), HasSubstr("(write 'server')"));
  EXPECT_THAT(problem_of("locale: de\n"), HasSubstr("put it under 'use'"));
  EXPECT_THAT(problem_of("base_url: shop.test\n"), StartsWith("casement.yaml:1:11: error: 'base_url' must start with"));
  EXPECT_THAT(problem_of("environments: { staging: { base_ur: x } }\n"),
              HasSubstr("unknown key 'base_ur' in the environment 'staging' (did you mean 'base_url'?)"));
  EXPECT_THAT(problem_of("projects: { phone: { server: { command: x, port: 1 } } }\n"),
              HasSubstr("put 'server' beside 'projects'"));
  EXPECT_THAT(problem_of("projects: { phone: yes }\n"), HasSubstr("'phone' needs a map"));
  EXPECT_THAT(problem_of("vars: { user: }\n"), HasSubstr("'user' needs a value here"));
  EXPECT_THAT(problem_of("reporters: [tap, json]\n"), HasSubstr("only one format to print: choose 'tap' or 'json'"));
  EXPECT_THAT(problem_of("reporters: [tab]\n"), HasSubstr("there is no reporter 'tab' (did you mean 'tap'?)"));
  EXPECT_THAT(problem_of("sets: { a: { set: b } }\n"), HasSubstr("a set cannot be based on another set"));
  EXPECT_THAT(problem_of("use: nobody\n"), HasSubstr("no named sets found"));
  EXPECT_THAT(problem_of("a: 1\n---\nb: 2\n"), HasSubstr("one document"));
}

TEST(ProjectReader, TakesTheReadyLineWithSlashesAndWithout) {
  for (const char* log : {"/on port (\\d+)/", "on port (\\d+)"}) {
    const auto project = project_of(std::string("server: { command: ./shop, log: '") + log + "' }\n");
    EXPECT_EQ(project->servers.at(0).log, "on port (\\d+)");
  }
  EXPECT_THAT(problem_of("server: { command: ./shop, log: /(/ }\n"), HasSubstr("'log' is not a regular expression"));
}

TEST(ProjectReader, ReportsMistakesInServers) {
  EXPECT_THAT(problem_of("server: ./shop\n"), HasSubstr("'server' must be a map with a 'command'"));
  EXPECT_THAT(problem_of("server: { port: 8080 }\n"), HasSubstr("a server needs a 'command'"));
  EXPECT_THAT(problem_of("server: { command: ./shop }\n"), HasSubstr("the server needs 'url', 'port' or 'log'"));
  EXPECT_THAT(problem_of("server: { command: ./shop, log: ready, reuse: true }\n"),
              HasSubstr("'reuse' needs 'url' or 'port'"));
  EXPECT_THAT(problem_of("server: { command: ./shop, log: \"(\" }\n"), HasSubstr("'log' is not a regular expression"));
  EXPECT_THAT(problem_of("server: { command: ./shop, prt: 1 }\n"), HasSubstr("(did you mean 'port'?)"));
  EXPECT_THAT(problem_of("server: { command: ./shop, port: 70000 }\n"), HasSubstr("a whole number from 1 to 65535"));
  EXPECT_THAT(problem_of("server: { command: ./shop, url: localhost }\n"), HasSubstr("'url' must start with http://"));
  EXPECT_THAT(problem_of("server: { command: [], port: 1 }\n"),
              HasSubstr("'command' must be a program and its arguments"));
}

TEST(ProjectReader, HidesSecretsInItsOutput) {
  AuthoringErrors errors;
  parse_project("casement.yaml", "secrets: [password]\nvars: { password: hunter2222, user: }\n", errors);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_THAT(errors.sorted().front().full_text(), testing::Not(HasSubstr("hunter2222")));
}

TEST(ProjectReader, NamesTheNearestEnvironmentAndProject) {
  const std::string text = "environments: { staging: }\nprojects: { phone: }\n";
  const auto told = [&](const std::string& environment, const std::string& project) -> std::string {
    try {
      project_of(text, environment, project);
    } catch (const Error& error) {
      return error.message();
    }
    return "";
  };
  EXPECT_EQ(told("stagin", ""), "casement.yaml has no environment 'stagin' (did you mean 'staging'?)");
  EXPECT_EQ(told("", "phones"), "casement.yaml has no project 'phones' (did you mean 'phone'?)");
}

TEST(ProjectReader, SchemaHasAllKeysOfTheTable) {
  const std::string schema = project_schema();
  for (const ProjectKey& one : project_table()) {
    EXPECT_THAT(schema, HasSubstr("\"" + std::string(one.key.name) + "\": {")) << one.key.name;
  }
  for (const ArgSpec& key : server_keys()) EXPECT_THAT(schema, HasSubstr(key.help)) << key.name;
}

}  // namespace
}  // namespace casement
