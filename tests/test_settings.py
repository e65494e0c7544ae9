"""Settings: decoded strictly, named when wrong, overridden by the environment."""

import os
from pathlib import Path

import msgspec
import pytest

from memoryd import settings
from memoryd.settings import BadSettings, decode, load, table
from memoryd_client.wire import MAX_REQUEST_BYTES


def test_without_a_file_there_are_the_two_targets_with_their_budgets(tmp_path: Path) -> None:
    """An absent file is no error."""
    chosen = load(str(tmp_path / "config.toml"), {})

    assert {name: (one.file, one.limit) for name, one in chosen.targets.items()} == {
        "memory": ("MEMORY.md", 2_200),
        "user": ("USER.md", 1_375),
    }
    assert chosen.limits.request_bytes == MAX_REQUEST_BYTES
    assert chosen.journal.outcome_hours == 24.0
    assert (chosen.log.level, chosen.log.format) == ("info", "auto")


def test_a_file_sets_what_it_names_and_nothing_else() -> None:
    """The documented example works as written."""
    chosen = decode("[targets.memory]\nlimit = 3000\n[limits]\nin_flight = 7\n", {})

    assert chosen.targets["memory"].limit == 3_000
    assert chosen.targets["memory"].file == "MEMORY.md"
    assert chosen.targets["user"] == decode("", {}).targets["user"]
    assert chosen.limits == msgspec.structs.replace(settings.Limits(), in_flight=7)


def test_a_profile_may_define_more_targets() -> None:
    """Their file and heading follow from the name unless they are given."""
    chosen = decode('[targets.projects]\nlimit = 500\n[targets.log-book]\nfile = "Log.md"\nheader = "LOG"\n', {})

    assert list(chosen.targets) == ["memory", "user", "projects", "log-book"]
    assert chosen.targets["projects"] == settings.Target("PROJECTS.md", 500, "PROJECTS", "profile")
    assert chosen.targets["log-book"] == settings.Target("Log.md", 2_200, "LOG", "profile")


@pytest.mark.parametrize(
    ("text", "wrong", "near"),
    [
        ("[limit]\nin_flight = 1\n", "limit", "limits"),
        ("[limits]\nin_fligth = 1\n", "in_fligth", "in_flight"),
        ("[journal]\noutcome_hour = 30\n", "outcome_hour", "outcome_hours"),
        ('[log]\nlevl = "info"\n', "levl", "level"),
        ("[targets.memory]\nlimits = 3\n", "limits", "limit"),
        ("[target.memory]\nlimit = 3\n", "target", "targets"),
        ("[targets.projects]\nfiel = 3\n", "fiel", "file"),
    ],
)
def test_an_unknown_key_is_named_with_the_nearest_known_one(text: str, wrong: str, near: str) -> None:
    """A setting that is silently ignored is worse than none."""
    with pytest.raises(BadSettings) as caught:
        decode(text, {}, "/some/config.toml")

    assert repr(wrong) in str(caught.value)
    assert f"did you mean {near!r}" in str(caught.value)
    assert str(caught.value).startswith("/some/config.toml")
    assert caught.value.details.field == wrong


def test_an_unknown_key_unlike_any_is_answered_with_all_known_ones() -> None:
    """There is nothing to guess."""
    with pytest.raises(BadSettings, match="known are level, file, file_bytes, format"):
        decode("[log]\nzzz = 1\n", {})


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('[limits]\nin_flight = "many"\n', "limits.in_flight"),
        ("[limits]\nin_flight = 0\n", "limits.in_flight"),
        ("[limits]\nin_flight = 1.5\n", "limits.in_flight"),
        ("[limits]\nrequest_bytes = 1\n", "limits.request_bytes"),
        ("[journal]\noutcome_hours = 1\n", "journal.outcome_hours"),
        ('[limits]\nin_flight = "7"\n', "limits.in_flight"),
        ("[limits]\nin_flight = true\n", "limits.in_flight"),
        ("[journal]\noutcome_hours = nan\n", "journal.outcome_hours"),
        ('[log]\nlevel = "loud"\n', "log.level"),
        ("[log]\nlevel = []\n", "log.level"),
        ("[targets.memory]\nlimit = -1\n", "targets"),
        ("[targets.memory]\nfile = 3\n", "targets"),
        ("targets = 3\n", "targets"),
        ("limits = 3\n", "limits"),
        ("[targets]\nmemory = 3\n", "targets"),
    ],
)
def test_a_value_of_the_wrong_type_or_size_is_refused_with_its_place(text: str, place: str) -> None:
    """The message says where."""
    with pytest.raises(BadSettings, match=place.replace(".", r"\.")):
        decode(text, {})


@pytest.mark.parametrize(
    "text",
    [
        '[targets.memory]\nfile = "../outside.md"\n',
        '[targets.memory]\nfile = ".hidden"\n',
        '[targets.memory]\nfile = ".."\n',
        '[targets.memory]\nfile = "USER.md"\n',
        '[targets.memory]\nfile = "user.MD"\n',
        "[targets.Memory]\nlimit = 5\n",
        '[targets."a b"]\nlimit = 5\n',
        '[targets."../x"]\nlimit = 5\n',
    ],
)
def test_a_target_cannot_stand_outside_its_directory_or_on_another(text: str) -> None:
    """Also not where a file system ignores case."""
    with pytest.raises(BadSettings):
        decode(text, {})


def test_a_file_that_is_no_toml_is_refused_with_the_line() -> None:
    """The parser's own words say where."""
    with pytest.raises(BadSettings, match="line 2"):
        decode("[limits]\nin_flight 3\n", {})


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    """Starting with defaults instead would ignore what a person has set."""
    (tmp_path / "config.toml").write_bytes(b"# caf\xe9\n")
    with pytest.raises(BadSettings, match="cannot be read"):
        load(str(tmp_path / "config.toml"), {})
    with pytest.raises(BadSettings, match="cannot be read"):
        load(str(tmp_path), {})


def test_the_environment_overrides_the_file() -> None:
    """Values are converted as their setting needs."""
    environ = {
        "MEMORYD_LIMITS_IN_FLIGHT": "9",
        "MEMORYD_LIMITS_IN_FLIGHT_PER_PROCESS": "3",
        "MEMORYD_JOURNAL_OUTCOME_HOURS": "48.5",
        "MEMORYD_LOG_LEVEL": "debug",
        "MEMORYD_TARGETS_MEMORY_LIMIT": "4000",
        "MEMORYD_TARGETS_PROJECTS_FILE": "Projects.md",
        "MEMORYD_HOME": "/not/a/setting",
        "HOME": "/home/someone",
    }
    chosen = decode("[limits]\nin_flight = 5\n[targets.memory]\nlimit = 3000\n", environ)

    assert (chosen.limits.in_flight, chosen.limits.in_flight_per_process) == (9, 3)
    assert chosen.journal.outcome_hours == 48.5
    assert chosen.log.level == "debug"
    assert chosen.targets["memory"].limit == 4_000
    assert chosen.targets["projects"].file == "Projects.md"


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("MEMORYD_LIMITS_IN_FLIGHT", "many"),
        ("MEMORYD_LIMITS_IN_FLIHGT", "3"),
        ("MEMORYD_LOG_LEVEL", "loud"),
        ("MEMORYD_TARGETS_MEMORY_LIMITS", "3"),
    ],
)
def test_a_wrong_variable_is_refused_like_a_wrong_line(variable: str, value: str) -> None:
    """An override with a typing error must not be ignored either."""
    with pytest.raises(BadSettings):
        decode("", {variable: value})


def test_a_file_and_an_override_that_disagree_on_what_a_section_is_are_refused() -> None:
    """The file is wrong by itself; nothing breaks on the way to saying so."""
    with pytest.raises(BadSettings, match="limits"):
        decode("limits = 3\n", {"MEMORYD_LIMITS_IN_FLIGHT": "5"})


def test_the_table_shows_each_setting_with_value_default_and_source() -> None:
    """What a person sees is what is in force, and where it comes from."""
    rows = {row.name: row for row in table("[targets.memory]\nlimit = 3000\n", {"MEMORYD_LOG_LEVEL": "debug"})}

    assert (rows["targets.memory.limit"].value, rows["targets.memory.limit"].default) == (3_000, 2_200)
    assert rows["targets.memory.limit"].source == "config.toml"
    assert (rows["log.level"].value, rows["log.level"].source) == ("debug", "environment")
    assert (rows["limits.in_flight"].value, rows["limits.in_flight"].source) == (4_096, "default")


def test_every_setting_is_described() -> None:
    """Unit and meaning stand beside the type, where the documentation takes them from."""
    rows = table("[profiles.work.targets.memory]", {})

    assert {row.name.split(".")[0] for row in rows} == set(settings.Settings.__struct_fields__)
    assert all(row.description for row in rows)
    assert all(row.default is not None for row in rows)


def test_a_bad_setting_is_a_value_error_with_a_code() -> None:
    """As everything that memoryd raises; the daemon's command prints it and ends."""
    with pytest.raises(ValueError, match="unknown") as caught:
        decode("[zzz]\n", {})

    assert isinstance(caught.value, BadSettings)
    assert caught.value.code == "bad_settings"


def test_settings_stand_in_the_state_directory() -> None:
    """Where the documentation says they are."""
    assert settings.path_of("/root-of/memoryd") == os.path.join("/root-of/memoryd", "config.toml")


def test_a_profile_has_what_everybody_has_but_for_what_it_says() -> None:
    """A key that a profile does not give is as it is everywhere, and so is a target that it does not name."""
    chosen = decode(
        '[targets.memory]\nlimit = 500\n[profiles.work.targets.memory]\nheader = "WORK"\n'
        "[profiles.work.targets.team]\nlimit = 7\n",
        {},
    )

    assert chosen.profiles["work"].targets["memory"] == settings.Target("MEMORY.md", 500, "WORK", "profile")
    assert list(chosen.profiles["work"].targets) == ["memory", "user", "team"]
    assert list(chosen.targets) == ["memory", "user"]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("[profiles.work.target.memory]\nlimit = 3\n", "target"),
        ("[profiles.work.targets.memory]\nlimits = 3\n", "limits"),
        ("[profile.work.targets.memory]\nlimit = 3\n", "profile"),
    ],
)
def test_an_unknown_key_of_a_profile_is_named(text: str, wrong: str) -> None:
    """As everywhere in the file."""
    with pytest.raises(BadSettings, match=rf"unknown .*'{wrong}'"):
        decode(text, {})


@pytest.mark.parametrize(
    "text",
    [
        '[targets.memory]\nscope = "everybody"\n',
        '[targets.memory]\nwriters = ["cron"]\n',
        '[profiles.work.targets.memory]\nfile = "../x"\n',
        '[profiles.work.targets.a]\nfile = "memory.md"\n',
    ],
)
def test_what_a_target_cannot_be_is_refused(text: str) -> None:
    """At start, not at the first session."""
    with pytest.raises(BadSettings):
        decode(text, {})


def test_a_profile_keeps_the_file_and_the_scope_of_a_target_in_use() -> None:
    """When the settings are read again: what was read from one place must not be written to another."""
    before = decode("[profiles.work.targets.team]\nlimit = 7\n", {})
    wanted = decode('[profiles.work.targets.team]\nlimit = 9\nfile = "X.md"\nscope = "principal"\n', {})
    found, waiting = settings.renewed(before, wanted)

    assert found.profiles["work"].targets["team"] == settings.Target("TEAM.md", 9, "TEAM", "profile")
    assert waiting == ("profiles.work.targets.team.file", "profiles.work.targets.team.scope")
