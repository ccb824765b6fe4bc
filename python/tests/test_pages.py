"""The pages and the notebooks run as they stand."""

import doctest
import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", ["python.md", "python-schemes.md"])
def test_the_examples_of_a_page(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs" / page).read_text()
    names = {"__name__": f"page_{page}"}
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    for block in BLOCK.finditer(text):
        line = text[: block.start()].count("\n") + 1
        code = block.group(1)
        if ">>>" in code:
            test = doctest.DocTestParser().get_doctest(code, names, page, page, line)
            runner.run(test, clear_globs=False)
            names.update(test.globs)
        else:
            exec(compile("\n" * line + code, page, "exec"), names)
    assert runner.summarize().failed == 0


def test_docstrings():
    import wormcast

    assert doctest.testmod(wormcast).failed == 0


@pytest.mark.parametrize("notebook", sorted((ROOT / "python" / "notebooks").glob("*.py")), ids=lambda path: path.stem)
def test_notebooks_run(notebook, tmp_path, monkeypatch):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(notebook))
