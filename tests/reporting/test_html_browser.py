"""The page for a review in a browser: what is shown, the keys, the ticks, and the plan that comes of them."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from unstatic.cli import main

webdriver = pytest.importorskip("selenium.webdriver", reason="selenium isn't installed: pip install '.[browser]'")

from selenium.webdriver.chrome.service import Service  # noqa: E402  # there may be none
from selenium.webdriver.common.by import By  # noqa: E402  # there may be none

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
DEMO = Path(__file__).resolve().parents[2] / "corpus" / "demo"
OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1400,1000",
)
HOSTILE = "/* </script><script>window.pwned = 1</script><img src=x onerror='window.pwned = 2'> */\n"

pytestmark = pytest.mark.skipif(CHROMIUM is None or DRIVER is None, reason="there is no Chromium with its driver here")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("browser")


@pytest.fixture(scope="module")
def project(folder: Path) -> Path:
    """Return a project with something of each tier."""
    copy = folder / "demo"
    shutil.copytree(DEMO, copy)
    source = copy / "src" / "tally.c"
    text = source.read_text().replace("static PyObject *TallyError;", f"{HOSTILE}static PyObject *TallyError;", 1)
    kept = "// unstatic: keep spare because <script>window.pwned = 3</script>\nstatic PyObject *spare;\n"
    used = "PyObject *spare_of(void) { return spare; }\n"
    source.write_text(text.replace("static PyObject *fraction_type", f"{kept}{used}static PyObject *fraction_type", 1))
    return copy


@pytest.fixture(scope="module")
def page(folder: Path, project: Path) -> Path:
    path = folder / "review.html"
    assert 0 == main(["diff", "--format", "html", "-o", str(path), str(project)])
    return path


@pytest.fixture(scope="module")
def driver(folder: Path) -> Iterator[Any]:
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for option in (*OPTIONS, f"--user-data-dir={folder / 'profile'}"):
        options.add_argument(option)
    options.add_experimental_option("prefs", {"download.default_directory": str(folder / "saved")})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    found = webdriver.Chrome(options=options, service=Service(DRIVER))
    yield found
    found.quit()


@pytest.fixture
def browser(driver: Any, page: Path) -> Any:
    """Return a browser that shows the page as for the first time."""
    driver.get(page.as_uri())
    driver.execute_script("localStorage.clear()")
    driver.get(page.as_uri())
    driver.get_log("browser")
    return driver


def press(browser: Any, keys: str) -> None:
    for key in keys:
        browser.find_element(By.TAG_NAME, "body").send_keys(key)


def visible(browser: Any) -> list[str]:
    """Return the subjects whose sections are shown."""
    found = browser.find_elements(By.CSS_SELECTOR, "main section")
    return [section.get_attribute("data-subject") for section in found if section.is_displayed()]


def current(browser: Any) -> list[str]:
    return [one.get_attribute("data-subject") for one in browser.find_elements(By.CSS_SELECTOR, "section.here")]


def test_nothing_hostile_runs_and_nothing_is_loaded(browser: Any) -> None:
    assert browser.execute_script("return window.pwned") is None
    assert [] == browser.execute_script("return performance.getEntriesByType('resource')")
    browser.refresh()
    assert [] == browser.get_log("browser")


def test_a_script_that_got_in_would_not_run(browser: Any) -> None:
    browser.execute_script("const one = document.createElement('script'); one.text = 'window.pwned = 9';"
                           "document.body.append(one)")  # fmt: skip

    assert browser.execute_script("return window.pwned") is None
    assert any("Content Security Policy" in entry["message"] for entry in browser.get_log("browser"))


def test_tiers_filter(browser: Any) -> None:
    everything = visible(browser)
    press(browser, "13")

    assert ["init:PyInit_tally"] == visible(browser)
    press(browser, "2")
    assert browser.find_element(By.ID, "nothing").is_displayed()
    press(browser, "123")
    assert everything == visible(browser)


def test_names_filter(browser: Any) -> None:
    press(browser, "/")
    browser.find_element(By.ID, "find").send_keys("point")

    assert ["type:Point_Type"] == visible(browser)


def test_files_filter(browser: Any) -> None:
    browser.execute_script(
        "const file = document.getElementById('file'); file.append(new Option('other.c'));"
        "file.value = 'other.c'; file.dispatchEvent(new Event('change'))"
    )

    assert [] == visible(browser)
    browser.execute_script("file.value = 'src/tally.c'; file.dispatchEvent(new Event('change'))")
    assert "type:Point_Type" in visible(browser)


def test_keys_go_through_subjects_and_changes(browser: Any) -> None:
    press(browser, "jj")
    assert ["type:Counter_Type"] == current(browser)
    press(browser, "k")
    assert ["state"] == current(browser)
    press(browser, "nn")
    assert 1 == len(browser.find_elements(By.CSS_SELECTOR, ".hunk.here"))
    top = browser.execute_script("return document.querySelector('.hunk.here').getBoundingClientRect().top")
    assert 0 < top < 500


def test_light_and_dark(browser: Any) -> None:
    back = "return getComputedStyle(document.body).backgroundColor"
    first = browser.execute_script(back)
    press(browser, "t")
    second = browser.execute_script(back)
    browser.refresh()

    assert {"rgb(255, 255, 255)", "rgb(13, 17, 23)"} == {first, second}
    assert second == browser.execute_script(back)


def test_help_opens(browser: Any) -> None:
    press(browser, "?")

    assert browser.find_element(By.ID, "help").is_displayed()


def test_the_plan_says_what_was_accepted(browser: Any, folder: Path, project: Path) -> None:
    browser.find_element(By.CSS_SELECTOR, "[data-subject='type:Point_Type'] .tick input").click()
    assert "3 of 4 accepted" == browser.find_element(By.ID, "count").text
    browser.find_element(By.ID, "export").click()

    plan = downloaded(folder / "saved" / "unstatic-plan.json")
    verdicts = {item["subject"]: item["verdict"] for item in plan["extensions"][0]["decisions"]}
    expected = {"type:Counter_Type": "migrate", "type:Point_Type": "keep", "global:spare": "keep"}
    assert expected.items() <= verdicts.items()
    after = folder / "after"
    saved = folder / "saved" / "unstatic-plan.json"
    assert 0 == main(["migrate", "--output", str(after), "--plan", str(saved), str(project)])
    source = (after / "src" / "tally.c").read_text()
    assert ("PyTypeObject Point_Type = {" in source, "PyTypeObject Counter_Type = {" in source) == (True, False)


def test_ticks_are_remembered(browser: Any) -> None:
    press(browser, "jjs")
    browser.refresh()

    assert "3 of 4 accepted" == browser.find_element(By.ID, "count").text


def test_what_was_declined_can_be_taken_in_again(driver: Any, folder: Path, project: Path, page: Path) -> None:
    plan = json.loads(page.read_text(encoding="utf-8").partition('id="data">')[2].partition("</script>")[0])["plan"]
    for item in plan["extensions"][0]["decisions"]:
        item["verdict"] = "keep" if item["subject"] == "type:Point_Type" else item["verdict"]
    declined, again, saved = folder / "declined.json", folder / "again.html", folder / "saved" / "unstatic-plan.json"
    declined.write_text(json.dumps(plan))
    assert 0 == main(["diff", "--format", "html", "-o", str(again), "--plan", str(declined), str(project)])
    saved.unlink(missing_ok=True)
    driver.get(again.as_uri())
    driver.execute_script("localStorage.clear()")
    driver.refresh()
    assert "3 of 4 accepted" == driver.find_element(By.ID, "count").text

    driver.find_element(By.CSS_SELECTOR, "[data-subject='type:Point_Type'] .tick input").click()
    press(driver, "e")

    verdicts = {item["subject"]: item["verdict"] for item in downloaded(saved)["extensions"][0]["decisions"]}
    assert "migrate" == verdicts["type:Point_Type"]


def test_a_narrow_page_has_one_column(browser: Any) -> None:
    size = {"width": 420, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        width, window = browser.execute_script("return [document.documentElement.scrollWidth, innerWidth]")
        assert width <= window
        script = "return [...document.querySelectorAll('tr.same')].map(row => row.innerText.split('\\n').length)"
        shown = "return [...document.querySelectorAll('tr.same td')].filter(cell => cell.offsetParent).length"
        assert 2 * len(browser.execute_script(script)) == browser.execute_script(shown)
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def downloaded(path: Path) -> Any:
    """Return what the browser saves, when it's done."""
    for _ in range(100):
        if path.is_file():
            return json.loads(path.read_text(encoding="utf-8"))
        time.sleep(0.1)
    raise AssertionError(f"{path} wasn't saved")
