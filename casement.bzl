"""Tests of Bazel that run Casement's flows, and GoogleTest programs with Casement's fixtures.

docs/bazel.md explains them. The file loads in Bazel 4 and in every later version.
"""

load("@rules_cc//cc:defs.bzl", "cc_test")

_TOOLCHAIN = "@casement//:toolchain_type"  # a text, because Bazel 4 accepts no Label here

def _casement_toolchain_impl(ctx):
    browser = ctx.file.browser
    if browser != None and ctx.attr.browser_path:
        fail("casement_toolchain: give 'browser' or 'browser_path', and not both")
    if browser == None and ctx.attr.browser_path and not ctx.attr.browser_path.startswith("/"):
        fail("casement_toolchain: 'browser_path' must be an absolute path, not '%s'" % ctx.attr.browser_path)
    files = depset(
        [ctx.file.casement] + ([browser] if browser != None else []),
        transitive = [target[DefaultInfo].files for target in ctx.attr.browser_files],
    )
    return [platform_common.ToolchainInfo(
        casement = ctx.file.casement,
        browser = browser,
        browser_path = ctx.attr.browser_path,
        files = files,
    )]

casement_toolchain = rule(
    implementation = _casement_toolchain_impl,
    doc = "The program `casement` and the browser with which flows run.",
    attrs = {
        "casement": attr.label(allow_single_file = True, mandatory = True, doc = "The program."),
        "browser": attr.label(allow_single_file = True, doc = "The browser's program, such as a file of an archive."),
        "browser_files": attr.label_list(allow_files = True, doc = "The files that the browser needs."),
        "browser_path": attr.string(doc = "The absolute path of a browser of the machine, in place of 'browser'; without both, Casement looks on PATH."),
    },
)

def _quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"

def _casement_flow_test_impl(ctx):
    toolchain = ctx.toolchains[_TOOLCHAIN]
    if ctx.executable.server != None and ctx.file.project == None:
        fail("%s: 'server' needs 'project', the casement.yaml whose server has the command ${env(SERVER)}" % ctx.label)

    # Paths from the folder in which Bazel starts the test. Servers start in another one, so theirs is absolute.
    lines = ["#!/bin/sh"]
    if toolchain.browser != None:
        lines.append('[ -n "$CASEMENT_BROWSER" ] || export CASEMENT_BROWSER="$PWD/"' + _quoted(toolchain.browser.short_path))
    elif toolchain.browser_path:
        lines.append('[ -n "$CASEMENT_BROWSER" ] || export CASEMENT_BROWSER=' + _quoted(toolchain.browser_path))
    if ctx.executable.server != None:
        lines.append('export SERVER="$PWD/"' + _quoted(ctx.executable.server.short_path))
    if ctx.file.project != None:
        lines.append('export CASEMENT_PROJECT="$PWD/"' + _quoted(ctx.file.project.short_path))
    sites = [file for file in ctx.files.site if file.basename == "site.yaml"]
    if ctx.attr.site and not sites:
        fail("%s: 'site' has no file site.yaml" % ctx.label)
    folders = {}
    for file in sites:
        folder = file.short_path.split("/")[:-2]
        folders["/".join(folder) if folder else "."] = True
    if len(folders) > 1:
        fail("%s: the sites must be folders in one folder, not in %s" % (ctx.label, ", ".join(folders.keys())))
    for folder in folders:
        lines.append('export CASEMENT_SITES="$PWD/"' + _quoted(folder))
    command = ["exec", "./" + _quoted(toolchain.casement.short_path), "run"]
    command += [_quoted(file.short_path) for file in ctx.files.flows]
    if ctx.attr.allow_empty:
        command.append("--allow-empty")
    lines.append(" ".join(command) + ' "$@"')

    # Not the bare name: the flows of the target `flows` may be in a folder `flows`.
    launcher = ctx.actions.declare_file(ctx.label.name + ".sh")
    ctx.actions.write(launcher, "\n".join(lines) + "\n", is_executable = True)
    runfiles = ctx.runfiles(
        files = ctx.files.flows + ctx.files.site + ctx.files.data + ([ctx.file.project] if ctx.file.project != None else []),
        transitive_files = toolchain.files,
    )
    for target in ctx.attr.data + ctx.attr.site + ([ctx.attr.server] if ctx.attr.server != None else []):
        runfiles = runfiles.merge(target[DefaultInfo].default_runfiles)
    return [DefaultInfo(executable = launcher, runfiles = runfiles)]

casement_flow_test = rule(
    implementation = _casement_flow_test_impl,
    doc = "Runs flows with `casement run`. `args` are more options of it, such as --tag.",
    test = True,
    attrs = {
        "flows": attr.label_list(allow_files = [".yaml", ".yml"], mandatory = True, allow_empty = False, doc = "The flow files."),
        "site": attr.label_list(allow_files = True, doc = "The files of fixture sites, each with its site.yaml."),
        "server": attr.label(executable = True, cfg = "target", doc = "A program that `project` starts: its path is in the variable SERVER."),
        "project": attr.label(allow_single_file = [".yaml", ".yml"], doc = "The casement.yaml."),
        "data": attr.label_list(allow_files = True, doc = "Other files that the flows read: uploads, pictures, tables of cases."),
        "allow_empty": attr.bool(doc = "Pass even if the options select no case."),
    },
    toolchains = [_TOOLCHAIN],
)

def casement_cc_test(name, deps = [], data = [], env = {}, site = [], **kwargs):
    """A cc_test whose program links Casement's fixtures.

    Args:
      name: the name of the test.
      deps: its libraries, besides Casement::testing.
      data: files and programs that the tests use.
      env: variables of the test.
      site: the files of fixture sites, each with its site.yaml, below a folder `pages` beside the sources or above.
      **kwargs: other attributes of cc_test, such as srcs, shard_count and flaky.
    """
    cc_test(
        name = name,
        deps = deps + ["@casement_program//:testing"],
        data = data + site + ["@casement_browser//:files"],
        env = dict({"CASEMENT_BROWSER": "$(rootpath @casement_browser//:browser)"}, **env),
        **kwargs
    )
