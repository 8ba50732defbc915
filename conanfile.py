"""Casement as a package of Conan 2: the library, GoogleTest fixtures, and the program `casement`.

docs/packages.md explains the options. The version is the one in CMakeLists.txt.
"""

import os
import re

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load
from conan.tools.gnu import PkgConfigDeps


class CasementConan(ConanFile):
    name = "casement"
    description = "Headless browser test harness for C++ teams, at home in every frame"
    license = "Apache-2.0"
    topics = ("testing", "browser", "headless", "chrome", "googletest")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False], "testing": [True, False], "program": [True, False]}
    default_options = {"shared": False, "fPIC": True, "testing": True, "program": True}
    exports_sources = (
        "CMakeLists.txt", "LICENSE", "README.md", "CHANGELOG.md", "cmake/*", "docs/*", "fixtures/*", "framework/*", "reports/*",
        "runners/*",
    )

    def set_version(self):
        text = load(self, os.path.join(self.recipe_folder, "CMakeLists.txt"))
        self.version = re.search(r"project\(Casement VERSION ([0-9.]+)", text).group(1)

    def configure(self):
        if self.options.shared:
            self.options.rm_safe("fPIC")

    def layout(self):
        cmake_layout(self)

    def requirements(self):
        self.requires("nlohmann_json/[>=3.11 <4]", transitive_headers=True)
        self.requires("boost/[>=1.81 <2]", visible=False)
        self.requires("fmt/[>=9 <12]", transitive_libs=True)  # of the fixtures, which are always static
        self.requires("yaml-cpp/[>=0.7 <1]")
        self.requires("libpng/[>=1.6 <2]")
        self.requires("openssl/[>=3 <4]")
        self.requires("libwebsockets/[>=4.1 <5]")
        self.requires("pcre2/[>=10.40 <11]")
        if self.options.testing:
            self.requires("gtest/[>=1.12 <2]", transitive_headers=True)
        if self.options.program:
            self.requires("cli11/[>=2.1 <3]", visible=False)

    def build_requirements(self):
        self.tool_requires("cmake/[>=3.25 <4]")
        if not self.conf.get("tools.gnu:pkg_config", check_type=str):
            self.tool_requires("pkgconf/[>=2 <3]")

    def validate(self):
        check_min_cppstd(self, 20)
        if self.settings.os != "Linux":
            raise ConanInvalidConfiguration("Casement runs on Linux")

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.variables["CASEMENT_SPECS"] = False
        toolchain.variables["CASEMENT_INSTALL"] = True
        toolchain.variables["CASEMENT_TESTING"] = bool(self.options.testing)
        toolchain.variables["CASEMENT_PROGRAM"] = bool(self.options.program)
        toolchain.generate()
        CMakeDeps(self).generate()
        PkgConfigDeps(self).generate()  # for libwebsockets and PCRE2

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()

    def package_info(self):
        # Consumers get the targets and functions of Casement's own CMake package.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs.append(os.path.join("lib", "cmake", "Casement"))
        self.cpp_info.set_property("pkg_config_name", "none")
        self.cpp_info.libs = (["casement_testing"] if self.options.testing else []) + ["casement"]
        self.cpp_info.system_libs = ["pthread"]
        if self.options.program:
            self.buildenv_info.prepend_path("PATH", os.path.join(self.package_folder, "bin"))
            self.runenv_info.prepend_path("PATH", os.path.join(self.package_folder, "bin"))
