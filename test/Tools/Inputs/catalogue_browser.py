#!/usr/bin/env python3
"""Uses the catalogue in headless Chromium as a reader does, and prints what fails.

The pages are opened as files. Screenshots of both themes, wide and narrow, are left in a folder.
Needs selenium and chromedriver.
"""

import argparse
import os
import sys
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

WIDE, NARROW = (1280, 900), (400, 850)

#: What is typed, and the page and anchor of the first result; None where there is none.
SEARCHES = (
    ("llvm.nvvm.mma.m16n8k16.row.col.bf16", "mma.html#llvm.nvvm.mma.m16n8k16.row.col.bf16"),
    ("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", "mma.html#llvm.nvvm.mma.m16n8k16.row.col.bf16"),
    ("WGMMA_SP_RS_B32x26", "wgmma-sp.html#llvm.nvvm.wgmma.mma_async.sp.sync.aligned.m64n104k32.f16.f16.f16.v4i32"),
    ("wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16",
     "wgmma.html#llvm.nvvm.wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16.i64"),
    ("tcgen05.commit", "tcgen05.html#llvm.nvvm.tcgen05.commit.cg1"),
    ("mbarrier.try_wait", "companion-mbarrier.html#"),
    ("x16 16x64b pack", "tcgen05-ld-st.html#llvm.nvvm.tcgen05.ld.16x64b.x16"),
    ("%tid.x", "companion-mov.html#llvm.nvvm.read.ptx.sreg.tid.x"),
    ("warp specialization", "companion-setmaxnreg.html#"),
    ("no.such.instruction", None),
)


class Browser:
    def __init__(self, folder):
        self.folder = Path(folder).resolve()
        options = webdriver.ChromeOptions()
        for argument in ("--headless=new", "--disable-gpu", "--disable-dev-shm-usage"):
            options.add_argument(argument)
        if os.geteuid() == 0:
            options.add_argument("--no-sandbox")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options)
        self.resize(WIDE)

    def resize(self, size):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": False})

    def prefer(self, theme):
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": theme}]})

    def open(self, page):
        address = f"{self.folder.as_uri()}/{page}"
        if self.driver.current_url.split("#")[0] == address.split("#")[0]:
            self.driver.get("about:blank")  # another anchor would be no new visit
        self.driver.get(address)

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def run(self, script):
        return self.driver.execute_script(script)

    def errors(self):
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def page(self):
        """What is open, in the catalogue's words."""
        return self.driver.current_url.removeprefix(f"{self.folder.as_uri()}/")

    def wait(self, condition):
        return WebDriverWait(self.driver, 5).until(lambda _: condition())


def check_search(browser, _):
    for text, expected in SEARCHES:
        browser.open("index.html")
        browser.find("body").send_keys("/")
        field = browser.run("return document.activeElement")
        field.send_keys(text)
        results = browser.all("#results a")
        if expected is None:
            if results or "Nothing" not in browser.find("#summary").text:
                yield f"search for {text} finds something"
            continue
        if not results:
            yield f"search for {text} finds nothing"
            continue
        field.send_keys(Keys.ENTER)
        browser.wait(lambda: "#" in browser.page())
        if not browser.page().startswith(expected):
            yield f"search for {text} leads to {browser.page()}, not to {expected}"
        elif not browser.all("tr.open + tr.details dl"):
            yield f"search for {text} leads to a row that is not open"


def check_filters(browser, _):
    browser.open("index.html")
    cell = browser.find("a[href='mma.html?target=sm_75']")
    count = cell.text
    browser.run("document.querySelector(\"a[href='mma.html?target=sm_75']\").click()")
    browser.wait(lambda: browser.page().startswith("mma.html"))

    def shown():
        return browser.run("return [...document.querySelectorAll('#instructions > tbody > tr')].filter(row => !row.hidden).length")

    if shown() != int(count):
        yield f"mma.html shows {shown()} instructions of sm_75, and the index counts {count}"
    browser.find("#filters [name=words]").send_keys("m16n8k8")
    if not 0 < shown() < int(count) or "words=m16n8k8" not in browser.page():
        yield f"the filter by words leaves {shown()} of {count}, at {browser.page()}"
    browser.find("#filters [name=words]").send_keys(" nothing")
    if shown() or not browser.find("#none").is_displayed():
        yield "a filter that nothing fits shows instructions"
    browser.find("#filters [type=reset]").click()
    browser.wait(lambda: shown() > int(count))
    browser.open("wgmma.html?type=e4m3&words=n104k32")
    if not browser.find("#shown").text.startswith("12 of "):
        yield f"wgmma.html?type=e4m3&words=n104k32 shows {browser.find('#shown').text}"


def check_details(browser, _):
    name = "llvm.nvvm.wgmma.mma_async.sync.aligned.m64n104k16.f32.f16.f16.i64"
    browser.open(f"wgmma.html#{name}")
    details = browser.find("tr.details").text
    for fact in (f"declare <52 x float> @{name}(<52 x float> %d, i64 %a, i64 %b, i1 %scale_d, i32 immarg %imm_scale_a, ", "{d0, d1, …, d51}", "WGMMA_SS_F32x52",
                 "0x8801404C80060600", "64 x 104", "106496 multiply-adds", "PTX ISA 8.0"):
        if fact not in details:
            yield f"{name}: no {fact}"
    browser.run("document.querySelector('tr.details dd details:has(img)').open = true")
    if not browser.wait(lambda: browser.run("const i = document.querySelector('tr.details img'); return i.complete && i.naturalWidth > 100")):
        yield f"{name}: no picture of its layout"


def background(browser):
    """Lightness of the page, 0 to 255."""
    color = browser.run("return getComputedStyle(document.body).backgroundColor")
    return sum(int(part) for part in color[color.index("(") + 1:-1].split(",")[:3]) // 3


def check_themes(browser, _):
    for theme, is_light in (("light", True), ("dark", False)):
        browser.prefer(theme)
        browser.open("index.html")
        if (background(browser) > 128) != is_light:
            yield f"with a {theme} system the page is not {theme}"
        browser.find("#theme").click()
        if (background(browser) > 128) == is_light:
            yield f"with a {theme} system the button changes nothing"
        browser.open("mma.html")
        if (background(browser) > 128) == is_light:
            yield f"with a {theme} system the button's choice is lost"
        browser.run("localStorage.removeItem('theme')")


def check_pages(browser, pages):
    """No errors, and nothing is wider than the window."""
    browser.errors()
    for page in pages:
        browser.open(page)
        # A row with all its facts is part of the page.
        browser.run("document.querySelector('#instructions a')?.click()")
        for size in (NARROW, WIDE):
            browser.resize(size)
            width = browser.run("return document.documentElement.scrollWidth")
            if width > size[0]:
                yield f"{page} is {width} wide in a window of {size[0]}"
        yield from (f"{page}: {message}" for message in browser.errors())


def take_screenshots(browser, folder):
    folder.mkdir(parents=True, exist_ok=True)
    pages = ("index.html", "mma.html#llvm.nvvm.mma.m16n8k16.row.col.bf16", "layouts.html")
    for theme in ("light", "dark"):
        browser.prefer(theme)
        for size in (WIDE, NARROW):
            browser.resize(size)
            for page in pages:
                browser.open(page)
                browser.driver.save_screenshot(str(folder / f"{page.split('.html')[0]}-{theme}-{size[0]}.png"))


CHECKS = {"search": check_search, "filters": check_filters, "details": check_details, "themes": check_themes, "pages": check_pages}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("catalogue", type=Path)
    parser.add_argument("--screenshots", type=Path, metavar="FOLDER", help="where to leave them; without it, none are made")
    parser.add_argument("--only", action="append", choices=CHECKS, help="do this; without it, all")
    parser.add_argument("--page", action="append", help="look for errors on this page; without it, on all")
    options = parser.parse_args()
    browser = Browser(options.catalogue)
    try:
        pages = options.page or sorted(path.name for path in options.catalogue.glob("*.html"))
        failures = []
        for name in options.only or CHECKS:
            failures += CHECKS[name](browser, pages)
        if options.screenshots:
            take_screenshots(browser, options.screenshots)
    finally:
        browser.driver.quit()
    for failure in failures:
        print(failure)
    print(f"{len(pages)} pages, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
