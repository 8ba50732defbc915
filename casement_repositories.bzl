"""Repositories for Casement's program, its library and a browser. casement_extension.bzl makes them for MODULE.bazel."""

_PROGRAM_BUILD = """
package(default_visibility = ["//visibility:public"])

exports_files(["casement"])
"""

_LIBRARY_BUILD = """
cc_library(
    name = "testing",
    hdrs = glob(["include/**"], allow_empty = True),
    copts = {copts},
    includes = {includes},
    linkopts = {linkopts},
)
"""

_NO_LIBRARY_BUILD = """
# There is no library here: pkg-config does not find casement-testing (Debian: libcasement-dev).
"""

_BROWSER_BUILD = """
package(default_visibility = ["//visibility:public"])

exports_files(["{program}"])

filegroup(name = "browser", srcs = ["{program}"])

filegroup(name = "files", srcs = glob(["**"], exclude = ["BUILD.bazel", "WORKSPACE"]))
"""

def _flags(ctx, prefix, option):
    folders = ["lib/pkgconfig", "share/pkgconfig", "lib/%s/pkgconfig" % ctx.attr.multiarch]
    path = ":".join([prefix + "/" + folder for folder in folders])
    found = ctx.execute(["pkg-config", option, "casement-testing"], environment = {"PKG_CONFIG_PATH": path})
    if found.return_code != 0:
        return None
    return [flag for flag in found.stdout.strip().split(" ") if flag]

def _define_program(ctx, prefix):
    program = ctx.path(prefix + "/bin/casement")
    if not program.exists:
        fail("there is no program %s; install Casement, or name its prefix" % program)
    ctx.symlink(program, "casement")
    compile_flags = _flags(ctx, prefix, "--cflags")
    link_flags = _flags(ctx, prefix, "--libs")
    if compile_flags == None or link_flags == None:
        ctx.file("BUILD.bazel", _PROGRAM_BUILD + _NO_LIBRARY_BUILD)
        return
    includes = []
    if prefix != "/usr":  # compilers look there by themselves
        ctx.symlink(prefix + "/include", "include")
        includes = ["include"]
    ctx.file("BUILD.bazel", _PROGRAM_BUILD + _LIBRARY_BUILD.format(
        copts = repr([flag for flag in compile_flags if not flag.startswith("-I" + prefix)]),
        includes = repr(includes),
        linkopts = repr(link_flags),
    ))

def _casement_installed_impl(ctx):
    _define_program(ctx, ctx.attr.prefix)

casement_installed = repository_rule(
    implementation = _casement_installed_impl,
    doc = "Casement as it is installed on the machine, by its packages or by `cmake --install --prefix`.",
    attrs = {
        "prefix": attr.string(default = "/usr"),
        "multiarch": attr.string(default = "x86_64-linux-gnu"),
    },
    local = True,
)

def _casement_archive_impl(ctx):
    if not ctx.attr.sha256:
        fail("casement_archive: 'sha256' is needed, so that every machine gets the same program")
    ctx.download_and_extract(ctx.attr.urls, output = "prefix", sha256 = ctx.attr.sha256, stripPrefix = ctx.attr.strip_prefix)
    _define_program(ctx, str(ctx.path("prefix")))

casement_archive = repository_rule(
    implementation = _casement_archive_impl,
    doc = "An archive of a prefix into which Casement was installed, with its checksum.",
    attrs = {
        "urls": attr.string_list(mandatory = True),
        "sha256": attr.string(),
        "strip_prefix": attr.string(),
        "multiarch": attr.string(default = "x86_64-linux-gnu"),
    },
)

def _casement_browser_archive_impl(ctx):
    if not ctx.attr.sha256:
        fail("casement_browser_archive: 'sha256' is needed, so that every machine gets the same browser")
    ctx.download_and_extract(ctx.attr.urls, sha256 = ctx.attr.sha256, stripPrefix = ctx.attr.strip_prefix)
    if not ctx.path(ctx.attr.program).exists:
        fail("casement_browser_archive: the archive has no file %s" % ctx.attr.program)
    ctx.file("BUILD.bazel", _BROWSER_BUILD.format(program = ctx.attr.program))

casement_browser_archive = repository_rule(
    implementation = _casement_browser_archive_impl,
    doc = "A browser that is an archive with a checksum, such as one of Chrome for Testing.",
    attrs = {
        "urls": attr.string_list(mandatory = True),
        "sha256": attr.string(),
        "strip_prefix": attr.string(),
        "program": attr.string(default = "chrome-headless-shell"),
    },
)

# Debian's scripts on PATH start these programs.
_PROGRAMS = [
    "/usr/lib/chromium/chromium-headless-shell",
    "/usr/lib/chromium/chromium",
    "/opt/google/chrome/chrome",
]

def _casement_local_browser_impl(ctx):
    path = ctx.attr.path or ctx.os.environ.get("CASEMENT_BROWSER", "")
    for program in [] if path else _PROGRAMS:
        if not path and ctx.path(program).exists:
            path = program
    for name in [] if path else ["chromium-headless-shell", "chromium", "google-chrome"]:
        found = ctx.which(name)
        if not path and found != None:
            path = str(found)
    if not path:
        fail("no browser found on this machine: install one, or use casement_browser_archive")

    # The browser looks for its files beside itself, so it is started in its own place. Casement knows a headless shell
    # by its name.
    program = path.split("/")[-1]
    ctx.file(program, "#!/bin/sh\nexec '%s' \"$@\"\n" % path, executable = True)
    ctx.file("BUILD.bazel", _BROWSER_BUILD.format(program = program))

casement_local_browser = repository_rule(
    implementation = _casement_local_browser_impl,
    doc = "The browser of the machine. Its version is the machine's: results may differ between machines.",
    attrs = {"path": attr.string()},
    environ = ["CASEMENT_BROWSER", "PATH"],
    local = True,
)

def casement_repositories(prefix = "/usr", archive = None, browser = None):
    """Makes the repositories @casement_program and @casement_browser, for a WORKSPACE.

    Args:
      prefix: where Casement is installed.
      archive: the attributes of casement_archive, as a dict, in place of `prefix`.
      browser: the attributes of casement_browser_archive, as a dict; without it, the machine's browser.
    """
    if archive != None:
        casement_archive(name = "casement_program", **archive)
    else:
        casement_installed(name = "casement_program", prefix = prefix)
    if browser != None:
        casement_browser_archive(name = "casement_browser", **browser)
    else:
        casement_local_browser(name = "casement_browser")
    native.register_toolchains("@casement//:toolchain")
