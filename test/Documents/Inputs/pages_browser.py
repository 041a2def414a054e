#!/usr/bin/env python3
# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Uses the documentation's web pages in headless Chromium, and prints what fails.

The pages are opened as files. With --screenshots, pictures of all pages, wide and narrow, are left
in a folder. Needs selenium and chromedriver.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Tools" / "Inputs"))
from catalogue_browser import NARROW, WIDE, Browser, background  # noqa: E402

#: What is typed, and a page that must be among the results; None if there must be none.
SEARCHES = (("warpgroup", "docs/wgmma.html"), ("convert_stochastic", "docs/functions/"),
            ("nosuchwordanywhere", None))


def check_search(browser):
    for text, expected in SEARCHES:
        browser.open("index.html")
        browser.find("body").send_keys("/")
        field = browser.run("return document.activeElement")
        field.send_keys(text + "\n")
        browser.wait(lambda: browser.page().startswith("search.html"))
        try:
            browser.wait(lambda: browser.find(".search-summary").text not in ("", "Preparing search..."))
        except Exception:  # the time is over
            yield f"search for {text} finds nothing"
            continue
        found = [link.get_attribute("href") for link in browser.all("ul.search li a")]
        if expected is None and found:
            yield f"search for {text} finds something"
        elif expected and not any(expected in link for link in found):
            yield f"search for {text} does not find {expected}"


def check_themes(browser):
    for theme, is_light in (("light", True), ("dark", False)):
        browser.prefer(theme)
        browser.open("index.html")
        if (background(browser) > 128) != is_light:
            yield f"with a {theme} system the page is not {theme}"
        browser.find("#theme").click()
        browser.open("docs/use.html")
        if (background(browser) > 128) == is_light:
            yield f"with a {theme} system the button's choice is lost"
        browser.run("localStorage.removeItem('theme')")


def check_pages(browser, pages, folder):
    """No errors, and nothing is wider than the window."""
    browser.errors()
    browser.prefer("dark")
    for page in pages:
        browser.open(page)
        for size in (NARROW, WIDE):
            browser.resize(size)
            width = browser.run("return document.documentElement.scrollWidth")
            if width > size[0]:
                yield f"{page} is {width} wide in a window of {size[0]}"
            if folder:
                name = page.removesuffix(".html").replace("/", "-")
                browser.driver.save_screenshot(str(folder / f"{name}-{size[0]}.png"))
        yield from (f"{page}: {message}" for message in browser.errors())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--screenshots", type=Path, metavar="FOLDER")
    parser.add_argument("--page", action="append", help="look at this page; without it, at all")
    options = parser.parse_args()
    if options.screenshots:
        options.screenshots.mkdir(parents=True, exist_ok=True)
    browser = Browser(options.folder)
    try:
        pages = options.page or sorted(str(path.relative_to(options.folder))
                                       for path in options.folder.rglob("*.html"))
        failures = [*check_search(browser), *check_themes(browser), *check_pages(browser, pages, options.screenshots)]
    finally:
        browser.driver.quit()
    for failure in failures:
        print(failure)
    print(f"{len(pages)} pages, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
