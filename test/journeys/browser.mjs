// node build/run.mjs test/journeys/browser.mjs [--pictures]: checks the site and review reports in Chromium, on a desktop and a
// phone screen, in light and dark mode. With --pictures, it updates docs/images. The last line is a count.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

const root = join(import.meta.dirname, "..", "..");
const SCREENS = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const folder = mkdtempSync(join(tmpdir(), "tunnel-edge-site-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** Returns CHROMIUM or the path of `chromium` on PATH. A missing browser is a failure, not a skipped check. */
function browserPath() {
  const found = [
    process.env.CHROMIUM,
    ...(process.env.PATH ?? "").split(delimiter).map((path) => join(path, "chromium")),
  ].find((path) => path && existsSync(path));
  if (!found)
    throw new Error(
      "Chromium was not found: install it (apt-get install chromium) or set CHROMIUM to its path",
    );
  return found;
}

async function serveSite() {
  const args = [
    join(root, "node_modules/tsx/dist/cli.mjs"),
    join(root, "build/site.ts"),
    join(folder, "site"),
  ];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((done, failed) => {
    child.stdout.setEncoding("utf8").once("data", done);
    child.once("exit", (code) => failed(new Error(`the site was not built: ${code}`)));
  });
  return { url: address.trim().replace(/\/$/, ""), close: () => child.kill("SIGINT") };
}

const server = await serveSite();
// Building the site installs its dependencies.
const siteRequire = createRequire(join(root, "build/site/package.json"));
const { chromium } = siteRequire("playwright-core");
const axe = readFileSync(siteRequire.resolve("axe-core/axe.min.js"), "utf8");

const recorded = JSON.parse(readFileSync(join(root, "test/recorded/readme-preview.json"), "utf8"));

const GUARD = recorded.steps.at(-1).oldState.inputs.trafficPolicy.on_http_request[0].actions[0];
const APP = {
  name: "the app",
  actions: [{ type: "forward-internal", config: { url: "https://app.internal" } }],
};
const ADMINS = {
  name: "admins only",
  expressions: ["req.url.path.startsWith('/admin')"],
  actions: [GUARD],
};
const UNENFORCED = { ...GUARD, config: { ...GUARD.config, enforce: false } };

/** Changes shown in reviews: the rules before and after; undefined for the recorded change of the README. */
const CHANGES = {
  "report-desktop": undefined,
  "review-reordered-rules": [
    [ADMINS, APP],
    [APP, ADMINS],
  ],
  "review-not-enforced": [
    [{ name: "office only", actions: [GUARD] }, APP],
    [{ name: "office only", actions: [UNENFORCED] }, APP],
  ],
};

function changedPreview(change) {
  if (!change) return recorded;
  const [before, after] = change.map((rules) => ({ on_http_request: rules }));
  const preview = structuredClone(recorded);
  const { oldState, newState } = preview.steps.at(-1);
  oldState.inputs.trafficPolicy = before;
  oldState.outputs.trafficPolicy = before;
  newState.inputs.trafficPolicy = after;
  preview.steps.at(-1).detailedDiff = { trafficPolicy: { kind: "update", inputDiff: true } };
  return preview;
}

function reportPage(name) {
  const file = join(folder, `${name}.html`);
  const preview = join(folder, `${name}.json`);
  writeFileSync(preview, JSON.stringify(changedPreview(CHANGES[name])));
  const args = ["review", preview, "--offline", "--fail-on", "none"];
  execFileSync(process.execPath, [join(root, "dist/cli/main.js"), ...args, "--out", file], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  return file;
}

/** Returns words in tables that are broken across lines. Runs in the page. */
function findBrokenWords() {
  const found = [];
  for (const cell of document.querySelectorAll("td, th")) {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      for (const { 0: word, index } of text.data.matchAll(/[\p{L}\p{N}_]+/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(word);
      }
  }
  return found;
}

async function findProblems(page, { isReport }) {
  const problems = [];
  const width = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  if (width[0] > width[1]) problems.push(`the page is ${width[0]} px wide on a screen of ${width[1]} px`);
  await page.evaluate(axe);
  // Excludes the theme's search button, whose accessible name omits the shortcut that it shows.
  const { violations } = await page.evaluate(() => window.axe.run({ exclude: [".DocSearch-Button"] }));
  for (const { id, impact, nodes } of violations)
    if (impact === "serious" || impact === "critical")
      problems.push(`axe: ${id} (${impact}) at ${nodes[0].target}`);
  for (const text of await page.locator(".VPNav, .VPSidebar, .VPDocAside").allInnerTexts())
    if (text.includes("{{")) problems.push(`the navigation shows a template: ${/\{\{.*/.exec(text)?.[0]}`);
  const broken = await page.evaluate(findBrokenWords);
  if (broken.length > 0) problems.push(`words are broken in tables: ${broken.slice(0, 5).join(", ")}`);
  if (isReport) {
    const box = await page.locator("table.findings .badge").first().boundingBox();
    const { height } = page.viewportSize();
    if (!box || box.y + box.height > height) problems.push("the first finding is not on the first screen");
  }
  return problems;
}

const PATHS = [
  "/",
  ...["getting-started", "gitops", "resources/endpoint", "error-codes"].map((name) => `/docs/${name}.html`),
  "/examples/task-kubernetes/",
];

/** Search terms, and the class page that the search puts first. */
const SEARCHES = {
  "ip restriction": "ip-restriction",
  ReservedDomain: "reserved-domain",
  "tls certificate": "tls-certificate",
  "api key": "api-key",
};

const PICTURES = { "/docs/resources/endpoint.html": "site-class" };

async function main(takesPictures) {
  const browser = await chromium.launch({ executablePath: browserPath(), args: ["--no-sandbox"] });
  const reports = new Map(Object.keys(CHANGES).map((name) => [`file://${reportPage(name)}`, name]));
  const counts = { passed: 0, failed: 0 };
  const report = (name, problems) => {
    counts[problems.length === 0 ? "passed" : "failed"]++;
    process.stdout.write(`${problems.length === 0 ? "ok    " : "FAILED"}  ${name}\n`);
    for (const problem of problems) process.stdout.write(`        ${problem}\n`);
  };
  try {
    for (const [screen, viewport] of Object.entries(SCREENS))
      for (const colorScheme of ["light", "dark"]) {
        const context = await browser.newContext({ viewport, colorScheme });
        for (const url of [...PATHS.map((path) => `${server.url}${path}`), ...reports.keys()]) {
          const reviewName = reports.get(url);
          const isReport = reviewName !== undefined;
          const page = await context.newPage();
          const problems = [];
          page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
          page.on("pageerror", (error) => problems.push(error.message));
          page.on("request", (request) => {
            if (!request.url().startsWith(server.url) && !/^(file|data|blob):/.test(request.url()))
              problems.push(`the page requests ${request.url()}`);
          });
          await page.goto(url, { waitUntil: "networkidle" });
          problems.push(...(await findProblems(page, { isReport })));
          report(`${screen}, ${colorScheme}: ${reviewName ?? new URL(url).pathname}`, problems);
          const picture = reviewName ?? PICTURES[new URL(url).pathname];
          if (takesPictures && picture && screen === "desktop" && colorScheme === "light")
            await page.screenshot({ path: join(root, `docs/images/${picture}.png`) });
          await page.close();
        }
        await context.close();
      }
    const page = await browser.newPage({ viewport: SCREENS.desktop });
    await page.goto(server.url, { waitUntil: "networkidle" });
    await page.locator(".VPNavBarMenuGroup .button").click();
    // The menu fades in.
    const listed = page.locator(".VPNavBarMenuGroup a", { hasText: "(these pages)" });
    const isListed = await listed.waitFor({ timeout: 20_000 }).then(
      () => true,
      () => false,
    );
    report("the version menu", isListed ? [] : ["the menu does not name the version of these pages"]);
    await page.keyboard.press("Control+k");
    for (const [words, name] of Object.entries(SEARCHES)) {
      await page.locator("#localsearch-input").fill(words);
      const first = page.locator(".VPLocalSearchBox .results a").first();
      await first.waitFor({ timeout: 20_000 }).catch(() => undefined);
      await page.waitForTimeout(1_000); // The results may still be reordered.
      const href = (await first.count()) === 0 ? "nothing" : await first.getAttribute("href");
      report(
        `the search for "${words}"`,
        href.includes(`/resources/${name}.html`) ? [] : [`finds ${href} first`],
      );
    }
  } finally {
    await browser.close();
    server.close();
  }
  process.stdout.write(`${counts.passed} passed, ${counts.failed} failed, 0 skipped\n`);
  if (counts.failed > 0) process.exitCode = 1;
}

await main(process.argv.includes("--pictures"));
