"""A published site holds what a run found and every game, and nothing that is private to whoever ran it."""

import json
import re
import shutil
from pathlib import Path

import pytest
from tests.exports.hostile import ATTACKS
from tests.exports.published import a_hostile_run, a_run

from codenames_core.files.record import EpisodeRecord
from codenames_core.support.errors import EpisodeFileError, InputError, StorageError
from codenames_metrics.report.results import read_plan
from codenames_tui.cli import exits
from codenames_tui.cli.program import main
from codenames_tui.exports.key_shown import KeyShown
from codenames_tui.exports.site.choices import Choices
from codenames_tui.exports.site.games_list import PER_PAGE, ListedGame, list_pages
from codenames_tui.exports.site.private import public_record, without_addresses
from codenames_tui.exports.site.publish import publish
from codenames_tui.exports.site.report_html import report_html
from codenames_tui.exports.site.run_pages import games_to_begin_with
from codenames_tui.exports.site.staging import MARK


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return a_run(tmp_path_factory.mktemp("runs") / "models")


@pytest.fixture(scope="module")
def site(run: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "site"
    publish([run], folder, Choices())
    return folder


def texts(folder: Path) -> dict[str, str]:
    """All files but pictures in pixels, of which no text is made that could be looked into."""
    files = [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".png"]
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in files}


def preview_of(page: str) -> str | None:
    found = re.search(r'<meta property="og:image" content="([^"]*)">', page)
    return None if found is None else found[1]


def test_every_game_model_and_picture_has_its_page(run: Path, site: Path) -> None:
    files = texts(site)
    games = {path.stem for path in (run / "episodes").iterdir()}
    assert {f"models/games/{game}.html" for game in games} <= {*files}
    assert {"index.html", "models/report.html", "models/games.html", "models/manifest.json"} <= {*files}
    assert len([name for name in files if name.startswith("models/models/")]) == 2
    rows = json.loads(files["models/games.json"])["games"]
    assert {row[0] for row in rows} == games
    for name, text in files.items():
        for link in re.findall(r'(?:href|src)="([^"#]+)', text) if name.endswith(".html") else ():
            target = (site / name).parent / link
            assert link == "data:," or target.resolve().is_file(), f"{link} of {name}"


@pytest.mark.parametrize("url", ["", "https://example.org/codenames"])
def test_links_to_games_and_to_the_site_have_a_picture(run: Path, tmp_path: Path, url: str) -> None:
    image = pytest.importorskip("PIL.Image")
    site = tmp_path / "site"
    publish([run], site, Choices(public_url=url))
    pages = ("index.html", "models/report.html", "models/games/", "models/models/")
    shown = {name: preview_of(text) for name, text in texts(site).items() if name.startswith(pages)}
    assert len(shown) == 4 + len([*(run / "episodes").iterdir()])
    for name, address in shown.items():
        assert address is not None
        assert address.startswith(url)
        path = site / address.removeprefix(f"{url}/") if url else (site / name).parent / address
        with image.open(path) as picture:
            assert (picture.format, picture.size) == ("PNG", (1200, 630))


def test_many_processes_write_the_same_site(
    run: Path, site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("codenames_metrics.runner.process_map.WORTH_IT", 2)
    monkeypatch.setattr("codenames_metrics.runner.process_map.available_cores", lambda: 2)
    publish([run], tmp_path / "site", Choices())
    alone, together = (
        {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        for folder in (site, tmp_path / "site")
    )
    assert together == alone


def test_an_episode_that_another_process_cannot_read_is_named(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("codenames_metrics.runner.process_map.WORTH_IT", 2)
    monkeypatch.setattr("codenames_metrics.runner.process_map.available_cores", lambda: 2)
    copy = shutil.copytree(run, tmp_path / "run")
    broken = min((copy / "episodes").iterdir())
    broken.write_text("{")
    with pytest.raises(EpisodeFileError, match=broken.name):
        publish([copy], tmp_path / "site", Choices())
    assert [*(tmp_path / "site").iterdir()] == []


def test_games_on_a_board_share_a_picture(run: Path, site: Path) -> None:
    pytest.importorskip("PIL")
    boards = {EpisodeRecord.load(path).board.words for path in (run / "episodes").iterdir()}
    shown = [preview_of(text) for name, text in texts(site).items() if "models/games/" in name]
    assert len({*shown}) == len(boards) < len(shown)
    assert len([*(site / "models" / "boards").iterdir()]) == len(boards)


def test_without_what_draws_there_is_no_picture_and_that_is_said(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for module in ("site.choices", "site.previews", "site.publish", "page.game_page"):
        monkeypatch.setattr(f"codenames_tui.exports.{module}.can_draw", lambda: False)
    monkeypatch.setattr("codenames_tui.cli.commands.bench.publish.can_draw", lambda: False)
    assert main(["bench", "publish", str(run), "-o", str(tmp_path / "site")]) == exits.DONE
    assert "pip install 'codenames-tui[pictures]'" in capsys.readouterr().err
    assert not [*(tmp_path / "site").rglob("*.png")]
    assert not [name for name, text in texts(tmp_path / "site").items() if "og:image" in text]


@pytest.mark.parametrize(
    "url",
    [
        *("example.org", "ftp://example.org", "https://", "http://[::1", "https://example.org/?a=1", "https://a.b/#c"),
        *("https://me:secret@example.org", 'https://example.org/"><script>'),
    ],
)
def test_an_address_that_no_site_can_have_is_refused(
    run: Path, tmp_path: Path, url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["bench", "publish", str(run), "-o", str(tmp_path / "site"), "--public-url", url]
    assert main(command) == exits.WRONG_INPUT
    assert "--public-url is" in capsys.readouterr().err
    assert not (tmp_path / "site").exists()


def test_nothing_private_is_published(run: Path, site: Path) -> None:
    private = {"127.0.0.1", str(run), str(run.parent), "api_base", "messages", "You are"}
    record = EpisodeRecord.load(next(iter(sorted((run / "episodes").iterdir()))))
    sent = [trace for trace in record.decisions() if trace.messages or trace.raw]
    assert "api_base" in record.to_json()
    assert sent, "there is something private to be left out"
    for name, text in texts(site).items():
        if not name.startswith("assets/"):
            assert not [word for word in private if word in text], name


def test_prompts_are_published_where_that_is_asked_for(run: Path, tmp_path: Path) -> None:
    publish([run], tmp_path / "site", Choices(with_prompts=True))
    record = EpisodeRecord.load(next(iter(sorted((run / "episodes").iterdir()))))
    sent = next(trace for trace in record.decisions() if trace.messages)
    pages = texts(tmp_path / "site")
    assert any("What the models were sent" in text for text in pages.values())
    assert any(sent.raw.splitlines()[0] in text for text in pages.values())
    assert not any("127.0.0.1" in text for text in pages.values())


def test_the_key_is_published_as_whoever_publishes_wants(run: Path, tmp_path: Path) -> None:
    publish([run], tmp_path / "site", Choices(key=KeyShown.NEVER))
    page = next((tmp_path / "site" / "models" / "games").iterdir()).read_text("utf-8")
    assert json.loads(page.partition('id="game">')[2].partition("</script>")[0])["keyShown"] == "never"


def test_a_site_is_about_as_large_as_its_episodes(run: Path, site: Path) -> None:
    """Games of this run are short, so what all pages share counts for more than in any run of use."""
    episodes = sum(path.stat().st_size for path in (run / "episodes").iterdir())
    pages = sum(path.stat().st_size for path in (site / "models" / "games").iterdir())
    assert pages <= 2 * episodes
    first = sum((site / name).stat().st_size for name in ("index.html", "assets/page.css", "assets/site.css"))
    assert first <= 300_000


def test_several_runs_are_one_site_with_a_page_that_compares_them(run: Path, tmp_path: Path) -> None:
    other = a_run(tmp_path / "other", name="models-")
    publish([run, other], tmp_path / "site", Choices())
    files = texts(tmp_path / "site")
    assert {"models/games.html", "models-2/games.html", "compare.html"} <= {*files}
    assert "models-2/games.html" in files["index.html"]
    assert "clever" in files["compare.html"]


def test_a_site_of_cross_play_leads_to_its_models_without_an_empty_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pairs.toml").write_text(
        'name = "pairs"\nmodels = ["random", "vector:novice"]\nseeds = [1]\n'
        'team_compositions = ["cross"]\nagainst = "vector:noisy"\n',
        "utf-8",
    )
    assert main(["bench", "run", "pairs.toml", "--out", "."]) == exits.DONE
    publish([Path("pairs")], Path("site"), Choices())
    first = Path("site/index.html").read_text("utf-8")
    assert "No team of one model is ranked. The full report ranks cluers and guessers." in first
    assert "<table" not in first
    for page in Path("site/pairs/models").iterdir():
        assert f'href="pairs/models/{page.name}"' in first


def test_a_site_is_written_again_but_never_over_anything_else(run: Path, tmp_path: Path) -> None:
    for _ in range(2):
        publish([run], tmp_path / "site", Choices())
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.tex").write_text("mine")
    with pytest.raises(InputError, match="contains other files"):
        publish([run], tmp_path / "mine", Choices())
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["thesis.tex"]


def test_pages_of_an_earlier_site_are_gone_and_nothing_else_is(run: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    publish([run, run], site, Choices(with_prompts=True))
    (site / "CNAME").write_text("example.org")
    assert (site / "models-2").is_dir()
    publish([run], site, Choices())
    publish([run], tmp_path / "fresh", Choices())
    fresh = {path.relative_to(tmp_path / "fresh") for path in (tmp_path / "fresh").rglob("*") if path.is_file()}
    assert {path.relative_to(site) for path in site.rglob("*") if path.is_file()} == fresh | {Path("CNAME")}


def test_a_mark_that_others_changed_removes_nothing_outside(run: Path, tmp_path: Path) -> None:
    site, mine = tmp_path / "site", tmp_path / "thesis.tex"
    mine.write_text("mine")
    publish([run], site, Choices())
    (site / "link").symlink_to(tmp_path)
    for names in (["../thesis.tex", str(mine), "link/thesis.tex", "", ".", 5], "all", {"a": 1}):
        (site / MARK).write_text(json.dumps({"files": names}))
        publish([run], site, Choices())
    assert mine.read_text() == "mine"
    assert (site / "link").is_symlink()


def test_a_folder_of_the_site_that_is_a_link_out_of_it_is_named_and_nothing_written_there(
    run: Path, tmp_path: Path
) -> None:
    site, mine = tmp_path / "site", tmp_path / "mine"
    publish([run], site, Choices())
    mine.mkdir()
    shutil.rmtree(site / "models" / "games")
    (site / "models" / "games").symlink_to(mine)
    before = (site / "index.html").read_bytes()
    with pytest.raises(StorageError, match="games is a link out of the site"):
        publish([run], site, Choices(with_prompts=True))
    assert not list(mine.iterdir())
    assert (site / "index.html").read_bytes() == before


def test_a_mark_that_cannot_be_read_or_names_what_cannot_be_hinders_nothing(run: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    publish([run], site, Choices())
    mark = (site / MARK).read_bytes()
    for text in ("[" * 100_000, '{"files": ["' + "x" * 5_000 + '"]}', "NaN", '{"files": ["a/' + "b/" * 3_000 + '"]}'):
        (site / MARK).write_text(text)
        publish([run], site, Choices())
        assert (site / MARK).read_bytes() == mark


def test_what_a_killed_process_left_does_not_hinder_the_next_and_is_removed(run: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    (site / ".publishing-ab12_xyz" / "models").mkdir(parents=True)
    publish([run], site, Choices())
    (site / ".publishing-ab12_xyz").mkdir()
    (site / ".publishing-plan").mkdir()
    (site / ".publishing-abcdefgh").symlink_to(tmp_path)
    publish([run], site, Choices())
    left = {path.name for path in site.iterdir() if path.name.startswith(".")}
    assert left == {".publishing-plan", ".publishing-abcdefgh"}
    (tmp_path / "mine" / ".publishing-plan").mkdir(parents=True)
    with pytest.raises(InputError, match="contains other files"):
        publish([run], tmp_path / "mine", Choices())


def test_a_page_in_whose_place_something_lies_is_named(run: Path, tmp_path: Path) -> None:
    publish([run], tmp_path / "site", Choices())
    page = min((tmp_path / "site" / "models" / "games").iterdir())
    page.unlink()
    page.mkdir()
    with pytest.raises(StorageError, match=rf"{page.name} could not be written"):
        publish([run], tmp_path / "site", Choices())


def test_the_command_says_where_the_site_begins(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "publish", str(run), "-o", str(tmp_path / "site")]) == exits.DONE
    assert f"{len(read_plan(run))} games in" in capsys.readouterr().err
    assert main(["bench", "publish", str(tmp_path), "-o", str(tmp_path / "new")]) == exits.WRONG_INPUT
    assert not (tmp_path / "new").exists()


def test_lists_have_pages_and_orders_without_a_script() -> None:
    rows = [ListedGame(f"episode_{n:03}", "a", "b", "standard", n, "red", "all words", 300 - n) for n in range(250)]
    pages = dict(list_pages(rows, "run", ()))
    assert [*pages] == [
        *("games.html", "games-2.html", "games-3.html"),
        *("games-by-turns.html", "games-by-turns-2.html", "games-by-turns-3.html"),
    ]
    shown = re.findall(r"games/episode_(\d+)\.html", pages["games-by-turns.html"])
    assert shown[:2] == ["249", "248"]
    assert len(shown) == PER_PAGE


def test_games_to_begin_with_differ() -> None:
    games = [
        ListedGame("one", "a", "b", "standard", 1, "red", "all words", 9),
        ListedGame("two", "a", "b", "standard", 2, "blue", "all words", 4),
        ListedGame("three", "a", "b", "standard", 3, "blue", "assassin", 6),
    ]
    assert [game.name for _, game in games_to_begin_with(games)] == ["one", "two", "three"]
    assert [game.name for _, game in games_to_begin_with(games[:1])] == ["one"]
    assert games_to_begin_with([]) == []


@pytest.mark.parametrize("attack", ATTACKS)
def test_no_attack_acts_in_a_report(attack: str) -> None:
    from codenames_metrics.tables.markdown import cell, table

    html = report_html(f"# {cell(attack)}\n\n## {cell(attack)}\n\n{table(['a'], [[attack]])}\n\n{attack}").html
    ours = "p h2 h3 div table thead tbody tr th td ul ol li code pre em strong hr br blockquote"
    assert {*re.findall(r"<([a-z0-9]+)", html)} <= {*ours.split()}
    assert "href" not in html


def test_pictures_of_a_report_are_its_own() -> None:
    shown = report_html("![a](plots/x.svg) ![b](http://example.org/x.svg) ![c](plots/../y.svg)").html
    assert re.findall(r'src="([^"]*)"', shown) == ["plots/x.svg"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("at https://host:8/v1?x=1, then", "at (address) then"),
        ("words /home/me/list.txt", "words (path)"),
        (r"C:\\Users\\me\\x.txt", "(path)"),
        ("~/words/list.txt", "(path)"),
        ("3 / 4 or 3/4, and/or; litellm:openai/qwen/x", "3 / 4 or 3/4, and/or; litellm:openai/qwen/x"),
    ],
)
def test_addresses_and_paths_are_left_out(text: str, shown: str) -> None:
    assert without_addresses(text.replace("\\\\", "\\")) == shown


def test_a_public_record_is_the_same_game(run: Path) -> None:
    for path in (run / "episodes").iterdir():
        record = EpisodeRecord.load(path)
        public = public_record(record)
        assert public.public_transcript == record.public_transcript
        assert public.outcome == record.outcome
        meant = [[trace.intended_targets for trace in one.decisions()] for one in (record, public)]
        assert meant[0] == meant[1]
        assert not {"127.0.0.1", "api_base"} & {*re.findall(r"127\.0\.0\.1|api_base", public.to_json())}
        assert all(not trace.messages and not trace.raw and not trace.reasoning for trace in public.decisions())


def test_attacks_of_a_model_are_text_on_every_page(run: Path, tmp_path: Path) -> None:
    publish([a_hostile_run(tmp_path / "hostile"), run], tmp_path / "site", Choices())
    for name, text in texts(tmp_path / "site").items():
        if name.endswith(".html"):
            assert text.count("<script") == text.count("</script") <= 2
            assert "<img src=x" not in text
