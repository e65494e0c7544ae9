"""``docs/settings.md`` is the table of settings that the code has."""

import msgspec
import pytest
from markdown_tables import ROOT, Row, table

from memoryd import settings
from memoryd.policy import policy_of

ROWS = table("settings.md", "Settings")


def test_every_setting_is_on_the_page() -> None:
    """Page and code have the same settings, with the same defaults, bounds and meanings."""
    assert [row for name, kind in settings.SECTIONS.items() for row in rows_of(name, kind)] == [
        {column: cell for column, cell in row.items() if column != "environment"} for row in ROWS
    ]


def test_the_two_default_targets_are_on_the_page() -> None:
    """File, limit and header of both default targets are what a daemon without settings has."""
    chosen = settings.decode("", {}).targets
    documented = {row.pop("target"): row for row in table("settings.md", "Targets")[:2]}

    assert {name: {f: str(getattr(one, f)) for f in ("file", "limit", "header")} for name, one in chosen.items()} == (
        documented
    )


def test_another_target_gets_the_defaults_of_the_page() -> None:
    """A new target without keys has its name in capitals as file and header, and the limit of the page."""
    (row,) = [row for row in table("settings.md", "Targets") if row["target"] == "any other"]
    team = settings.decode("[targets.team]", {}).targets["team"]

    assert (team.file, str(team.limit), team.header) == ("TEAM.md", row["limit"], "TEAM")


@pytest.mark.parametrize("row", [row for row in ROWS if row["environment"]], ids=lambda row: row["setting"])
def test_environment_names_work(row: Row) -> None:
    """Each environment variable on the page sets the setting that it stands beside."""
    value = {"limit": "7", "file": "X.md", "scope": "repository"}.get(
        row["setting"].rpartition(".")[2], row["default"] or "a heading"
    )
    variable = row["environment"].replace("_NAME_", "_TEAM_")
    found = {one.name: one for one in settings.table("[targets.team]", {variable: value})}

    assert found[row["setting"].replace("NAME", "team")].source == "environment"
    assert str(found[row["setting"].replace("NAME", "team")].value) == value


def test_the_example_is_accepted() -> None:
    """The example of the page can be used as it stands."""
    text = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    chosen = settings.decode(text.split("```toml\n")[1].split("```")[0], {})

    assert (chosen.targets["memory"].limit, chosen.targets["team"].file, chosen.log.level) == (
        4000,
        "TEAM.md",
        "warning",
    )
    assert chosen.targets["project"].scope == "repository"
    assert chosen.profiles["work"].targets["memory"].limit == 6000
    assert [name for name, _ in policy_of(chosen).custom] == ["project-name"]


def rows_of(section: str, kind: type[msgspec.Struct]) -> list[Row]:
    """The settings of one section, as the page has them."""
    fields = msgspec.json.schema(kind)["$defs"][kind.__name__]["properties"]
    return [
        {
            "setting": f"{section}.{name}",
            "default": str(getattr(kind(), name)),
            "from": str(field.get("minimum", "")),
            "to": str(field.get("maximum", "")),
            "meaning": field["description"],
        }
        for name, field in fields.items()
    ]
