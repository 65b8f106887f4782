"""Builds the extension. The library is found in this order:

1. SHOAL_BUILD: a build folder of the sources, such as ../../build
2. SHOAL_PREFIX: where Shoal was installed
3. pkg-config
4. ../../build, if there is one

Of a build folder the static library is linked in, so that what is installed does not need the
folder. Elsewhere the shared one is used. SHOAL_LINK=static or SHOAL_LINK=shared asks for one.
SHOAL_CFLAGS adds flags, for builds with a sanitizer.
"""

import os
import shlex
import subprocess
from pathlib import Path

from setuptools import Extension, setup

try:
    from wheel.bdist_wheel import bdist_wheel
except ImportError:  # setuptools 70 and later bring their own
    from setuptools.command.bdist_wheel import bdist_wheel

HERE = Path(__file__).resolve().parent
SOURCES = HERE.parent.parent


def pkg_config(*options, folder=None):
    """The flags of pkg-config, or None."""
    environment = dict(os.environ)
    if folder is not None:
        environment["PKG_CONFIG_PATH"] = str(folder)
    try:
        found = subprocess.run(
            ["pkg-config", *options, "shoal"], env=environment, capture_output=True, text=True
        )
    except FileNotFoundError:
        return None
    return shlex.split(found.stdout) if found.returncode == 0 else None


def others(folder):
    """What a static library needs besides itself."""
    flags = pkg_config("--static", "--libs", folder=folder)
    if flags is None:
        raise SystemExit("setup.py: pkg-config does not find what the static library needs")
    return [flag for flag in flags if flag != "-lshoal" and not flag.startswith("-L")]


def of_build(folder, link):
    include = ["-I" + str(SOURCES / "include")]
    if link == "shared":
        return include, ["-L" + str(folder), "-lshoal", "-Wl,-rpath," + str(folder)]
    # Nothing of the library is visible from outside the extension.
    hide = "-Wl,--exclude-libs,ALL"
    return include, [hide, str(folder / "libshoal.a"), *others(folder)]


def of_prefix(prefix, link):
    library = next(iter(sorted(prefix.glob("lib*/**/libshoal.so"))), prefix / "lib/libshoal.so").parent
    include = ["-I" + str(prefix / "include")]
    if link == "static":
        flags = [str(library / "libshoal.a"), *others(library / "pkgconfig")]
        return include, ["-Wl,--exclude-libs,ALL", *flags]
    return include, ["-L" + str(library), "-lshoal", "-Wl,-rpath," + str(library)]


def library():
    """Flags for the compiler and for the linker."""
    link = os.environ.get("SHOAL_LINK")
    if link not in (None, "", "static", "shared"):
        raise SystemExit(f"setup.py: SHOAL_LINK is static or shared, not {link}")
    if os.environ.get("SHOAL_BUILD"):
        return of_build(Path(os.environ["SHOAL_BUILD"]).resolve(), link)
    if os.environ.get("SHOAL_PREFIX"):
        return of_prefix(Path(os.environ["SHOAL_PREFIX"]).resolve(), link)
    if link != "static" and pkg_config("--libs") is not None:
        return pkg_config("--cflags"), pkg_config("--libs")
    if (SOURCES / "build/libshoal.a").exists():
        return of_build(SOURCES / "build", link)
    raise SystemExit("setup.py: no libshoal; build it first (make build), or set SHOAL_PREFIX")


def version():
    """That of the sources; a copy of this folder alone has it in a file of its own."""
    for path in (HERE / "VERSION", SOURCES / "VERSION"):
        if path.exists():
            return path.read_text().strip()
    raise SystemExit("setup.py: no file VERSION")


class StableWheel(bdist_wheel):
    """One wheel for every Python from 3.11 on."""

    def get_tag(self):
        python, abi, platform = super().get_tag()
        return ("cp311", "abi3", platform) if python.startswith("cp") else (python, abi, platform)


compile_flags, link_flags = library()
more = shlex.split(os.environ.get("SHOAL_CFLAGS", ""))
setup(
    version=version(),
    # What an earlier build left may be linked with another library, or an older one.
    options={"build_ext": {"force": True}},
    ext_modules=[
        Extension(
            "shoal._shoal",
            sorted(str(path.relative_to(HERE)) for path in (HERE / "ext").glob("*.c")),
            depends=["ext/binding.h"],
            py_limited_api=True,
            extra_compile_args=[
                "-std=c17", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Wshadow",
                "-fvisibility=hidden", *compile_flags, *more,
            ],
            extra_link_args=[*more, *link_flags],
        )
    ],
    cmdclass={"bdist_wheel": StableWheel},
)  # fmt: skip
