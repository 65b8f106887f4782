"""What is written about the package is true: docstrings, the manual, the notebook."""

import contextlib
import doctest
import importlib
import io
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import shoal
from conftest import SOURCES

MODULES = ["", "._errors", "._frames", "._hierarchy", "._keywords", "._plan", "._results", "._table", "._values", ".sklearn"]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    module = importlib.import_module("shoal" + name)
    found = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert found.failed == 0


def test_everything_public_is_described():
    for name in shoal.__all__:
        assert getattr(shoal, name).__doc__, name


def test_stubs_name_every_function():
    stub = Path(shoal.__file__).with_name("_shoal.pyi").read_text()
    declared = set(re.findall(r"^(?:def|class) (\w+)", stub, re.MULTILINE))
    assert declared == {name for name in dir(shoal._shoal) if not name.startswith("_")}


def blocks(document):
    """The blocks of Python of a document that use the package: (line, code). Of the manual, those of
    its section; others are about analysing releases that its commands have made."""
    text = document.read_text(encoding="utf-8")
    section = re.search(r"^## From Python\n.*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    begin, end = section.span() if section else (0, len(text))
    for found in re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL).finditer(text, begin, end):
        yield text.count("\n", 0, found.start()) + 2, found.group(1)


def run_examples(document, folder):
    """Runs the blocks in order, in one namespace and one folder. Blocks with prompts are doctests."""
    names = {"__name__": "__main__"}
    parser = doctest.DocTestParser()
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    ran = 0
    for line, code in blocks(document):
        ran += 1
        if ">>>" in code:
            code = code.replace("\n…\n", "\n...\n")
            test = parser.get_doctest(code, names, f"{document.name}:{line}", str(document), line)
            output = io.StringIO()
            runner.run(test, out=output.write, clear_globs=False)
            names.update(test.globs)
            assert runner.summarize(verbose=False).failed == 0, output.getvalue()
        else:
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(code, f"{document}:{line}", "exec"), names)
    return ran


@pytest.mark.parametrize("name", ["docs/manual.md", "bindings/python/README.md", "README.md"])
def test_examples(name, command, tmp_path, monkeypatch):
    made = command("sample", "-o", "people.csv", cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    monkeypatch.chdir(tmp_path)
    assert run_examples(SOURCES / name, tmp_path) > 0


@pytest.mark.parametrize("notebook", sorted((SOURCES / "examples/python").glob("*.ipynb")), ids=lambda p: p.name)
def test_notebooks(notebook, command, tmp_path):
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    pytest.importorskip("sklearn")
    if "asan" in os.environ.get("LD_PRELOAD", ""):
        pytest.skip("the kernel runs without the sanitizers")
    content = nbformat.read(notebook, as_version=4)
    nbformat.validate(content)
    assert not any(cell.get("outputs") for cell in content.cells), "outputs are not stored"
    # The kernel of this Python, whatever else is installed.
    kernels = tmp_path / "kernels/this"
    kernels.mkdir(parents=True)
    (kernels / "kernel.json").write_text(
        '{"argv": ["%s", "-m", "ipykernel_launcher", "-f", "{connection_file}"], '
        '"display_name": "this", "language": "python"}' % sys.executable
    )
    from jupyter_client.kernelspec import KernelSpecManager
    from jupyter_client import AsyncKernelManager

    manager = AsyncKernelManager(
        kernel_name="this", kernel_spec_manager=KernelSpecManager(kernel_dirs=[str(tmp_path / "kernels")])
    )
    client = nbclient.NotebookClient(
        content, km=manager, timeout=600, resources={"metadata": {"path": str(tmp_path)}}
    )
    client.execute()
    text = "".join(str(output) for cell in content.cells for output in cell.get("outputs", []))
    assert "accuracy" in text


def test_a_wheel_and_an_installation(tmp_path):
    """pip, offline, with the setuptools that is there: the wheel holds the library."""
    if "asan" in os.environ.get("LD_PRELOAD", ""):
        pytest.skip("what is installed has no sanitizers")
    if subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True).returncode:
        pytest.skip("no pip")
    source = tmp_path / "bindings/python"
    shutil.copytree(SOURCES / "bindings/python", source, ignore=shutil.ignore_patterns("build", "*.egg-info", "tests"))
    (tmp_path / "include").symlink_to(SOURCES / "include")
    shutil.copy(SOURCES / "VERSION", tmp_path / "VERSION")
    environment = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "SHOAL_LINK", "SHOAL_CFLAGS")}
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-cache-dir", "-q"]
    made = subprocess.run(
        [*pip, "wheel", "--no-build-isolation", "--no-index", "--no-deps", "-w", tmp_path / "wheels", source],
        env=environment, capture_output=True, text=True,
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    (wheel,) = (tmp_path / "wheels").iterdir()
    assert wheel.name.startswith("shoal-" + (SOURCES / "VERSION").read_text().strip() + "-cp311-abi3-")
    installed = subprocess.run(
        [*pip, "install", "--no-index", "--no-deps", "--target", tmp_path / "site", wheel],
        env=environment, capture_output=True, text=True,
    )  # fmt: skip
    assert installed.returncode == 0, installed.stderr
    script = (
        "import shoal, pandas as pd\n"
        "print(shoal.__file__)\n"
        "print(shoal.anonymize(pd.DataFrame({'a': [1, 1]}), k=2, quasi='a').result['k_eff'])\n"
    )
    used = subprocess.run(
        [sys.executable, "-c", script], env={**environment, "PYTHONPATH": str(tmp_path / "site")},
        cwd=tmp_path, capture_output=True, text=True,
    )  # fmt: skip
    assert used.stdout.splitlines() == [str(tmp_path / "site/shoal/__init__.py"), "2"], used.stderr
    extension = next((tmp_path / "site/shoal").glob("_shoal.abi3.so"))
    needed = subprocess.run(["ldd", extension], capture_output=True, text=True).stdout
    assert "libshoal" not in needed
