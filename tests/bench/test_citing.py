"""What a paper takes from a run: tables that LaTeX reads and that say what the report says, and a paragraph."""

import asyncio
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.bench.benchmarks import offline, played
from tests.exports.hostile import ATTACKS

from codenames_metrics.report.citing.latex import latex, latex_tables
from codenames_metrics.tables.markdown import table
from codenames_tui.cli import exits
from codenames_tui.cli.program import main

CHECKOUT = Path(__file__).parents[2]


def test_a_table_has_the_rules_of_booktabs_and_every_cell() -> None:
    report = f"# Run\n\n## Head to head (primary)\n\n{table(['Model', 'Wins'], [['a_b', '3'], ['x|y', '50 %']])}\n"
    assert latex_tables(report) == (
        "\\begin{table}\n\\centering\n\\caption{Head to head (primary)}\n\\label{tab:head-to-head-primary}\n"
        "\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%\n"
        "\\begin{tabular}{lr}\n\\toprule\nModel & Wins \\\\\n\\midrule\n"
        "a\\_b & 3 \\\\\nx\\textbar{}y & 50 \\% \\\\\n\\bottomrule\n\\end{tabular}}\n\\end{table}\n"
    )


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no LaTeX here")
def test_latex_reads_the_tables_and_none_leaves_the_page(tmp_path: Path) -> None:
    cells = [attack for attack in ATTACKS if attack.isascii() and attack.isprintable()]
    wide = table([f"Column {n} of many" for n in range(30)], [["1"] * 30])
    body = latex_tables(f"## Attacks\n\n{table(['Text', 'n'], [[cell, '1'] for cell in cells])}\n\n## Wide\n\n{wide}")
    packages = "".join(rf"\usepackage{package}" for package in ("{booktabs}", "{graphicx}", "[utf8]{inputenc}"))
    (tmp_path / "paper.tex").write_text(
        rf"\documentclass{{article}}{packages}\begin{{document}}{body}\end{{document}}", "utf-8"
    )
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "paper.tex"]
    made = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, errors="replace", check=False)
    assert made.returncode == 0, made.stdout[-2000:]
    assert "Overfull" not in made.stdout
    assert (tmp_path / "paper.pdf").is_file()


@given(text=st.text(alphabet=st.characters(codec="ascii", exclude_categories=["Cc"])))
def test_no_text_is_a_command_of_latex(text: str) -> None:
    shown = latex(text)
    named = ("backslash", "asciitilde", "asciicircum", "less", "greater", "bar")
    for name in named:
        shown = shown.replace(f"\\text{name}{{}}", "")
    shown = re.sub(r"\\[{}$&#%_]|\{[\[*]\}", "", shown)
    assert not set(shown) & set("\\{}$&#%_~^[*")


def test_tables_of_one_heading_have_labels_of_their_own() -> None:
    one = table(["a"], [["1"]])
    labels = re.findall(r"label\{(.*?)\}", latex_tables(f"## X\n\n{one}\n\n{one}"))
    assert labels == ["tab:x", "tab:x-2"]


def test_a_run_is_printed_for_a_paper(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("codenames_metrics.report.artefacts.pdf_bytes", lambda picture: b"%PDF-")
    asyncio.run(played(offline(seeds=[3, 4, 5]), tmp_path / "quick"))
    assert main(["bench", "report", str(tmp_path / "quick"), "--format", "latex"]) == exits.DONE
    printed = capsys.readouterr().out
    report = (tmp_path / "quick" / "report.md").read_text("utf-8")
    assert printed.count("\\toprule") == len(re.findall(r"^\|---", report, re.MULTILINE))
    assert main(["bench", "report", str(tmp_path / "quick"), "--format", "methods"]) == exits.DONE
    paragraph = capsys.readouterr().out
    assert paragraph.count("\n") == 1
    version = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    for part in (
        f"codenames-tui {version}",
        "seeds 3 to 5",
        "vector:novice",
        "benchmark id cn1-",
        "the seed of the run",
    ):
        assert part in paragraph


def test_the_citation_names_the_version_that_is_there() -> None:
    version = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert f"\nversion: {version}\n" in (CHECKOUT / "CITATION.cff").read_text("utf-8")
