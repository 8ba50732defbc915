"""The repositories of Casement in a MODULE.bazel. This file needs Bazel 6.4; casement.bzl does not load it."""

load(
    ":casement_repositories.bzl",
    "casement_archive",
    "casement_browser_archive",
    "casement_installed",
    "casement_local_browser",
)

def _extension_impl(ctx):
    programs = []
    browsers = []
    for module in ctx.modules:  # the root module comes first, and decides
        for tag in module.tags.installed:
            programs.append((casement_installed, {"prefix": tag.prefix}))
        for tag in module.tags.archive:
            programs.append((casement_archive, {"urls": tag.urls, "sha256": tag.sha256, "strip_prefix": tag.strip_prefix}))
        for tag in module.tags.browser_archive:
            browsers.append((casement_browser_archive, {
                "urls": tag.urls,
                "sha256": tag.sha256,
                "strip_prefix": tag.strip_prefix,
                "program": tag.program,
            }))
        for tag in module.tags.local_browser:
            browsers.append((casement_local_browser, {"path": tag.path}))
    program, attributes = (programs + [(casement_installed, {})])[0]
    program(name = "casement_program", **attributes)
    browser, attributes = (browsers + [(casement_local_browser, {})])[0]
    browser(name = "casement_browser", **attributes)

casement = module_extension(
    implementation = _extension_impl,
    tag_classes = {
        "installed": tag_class(attrs = {"prefix": attr.string(default = "/usr")}),
        "archive": tag_class(attrs = {
            "urls": attr.string_list(mandatory = True),
            "sha256": attr.string(mandatory = True),
            "strip_prefix": attr.string(),
        }),
        "browser_archive": tag_class(attrs = {
            "urls": attr.string_list(mandatory = True),
            "sha256": attr.string(mandatory = True),
            "strip_prefix": attr.string(),
            "program": attr.string(default = "chrome-headless-shell"),
        }),
        "local_browser": tag_class(attrs = {"path": attr.string()}),
    },
)
