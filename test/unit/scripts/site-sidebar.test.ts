import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { buildSidebar, type SidebarEntry } from "../../../build/site-sidebar";

const INDEX = `# Documentation

**Start**
- [Getting started](getting-started.md): from an empty folder
  to an account.
- [Examples](../examples/README.md): programs.

**Look up**
- [Classes](resources/README.md#all): one page each.
- Commands: [review](cli/review.md), [not on the site](cli/other.md), and \`--help\`.
- [Contributing](../CONTRIBUTING.md): [adding a family](adding-a-family.md).
`;

const PAGES = new Map([
  ["docs/getting-started.md", "Getting started"],
  ["examples/README.md", "Examples"],
  ["examples/task-failover/README.md", "Failover"],
  ["docs/resources/README.md", "Classes"],
  ["docs/resources/endpoint.md", "Endpoint"],
  ["docs/cli/review.md", "tunnel-edge review"],
  ["docs/adding-a-family.md", "Adding a family"],
]);

test("the sidebar lists the groups of the index in order, with the pages of folders", () => {
  const page = (text: string, link: string) => ({ text, link });
  const folder = (text: string, link: string, ...items: SidebarEntry[]) => {
    return { text, link, collapsed: true, items };
  };
  const start = [
    page("Getting started", "/docs/getting-started"),
    folder("Examples", "/examples/", page("Failover", "/examples/task-failover/")),
  ];
  const lookUp = [
    folder("Classes", "/docs/resources/", page("Endpoint", "/docs/resources/endpoint")),
    { text: "Commands", items: [page("review", "/docs/cli/review")] },
    page("Adding a family", "/docs/adding-a-family"),
  ];
  expect(buildSidebar(INDEX, PAGES)).toEqual([
    { text: "Start", items: start },
    { text: "Look up", items: lookUp },
  ]);
});

test("the sidebar of this documentation starts with getting started", () => {
  const root = resolve(__dirname, "../../..");
  const index = readFileSync(join(root, "docs", "README.md"), "utf8");
  const targets = [...index.matchAll(/\]\(([^)#]+)\)/g)].map(([, target = ""]) =>
    target.startsWith("../") ? target.slice(3) : `docs/${target}`,
  );
  const groups: readonly SidebarEntry[] = buildSidebar(
    index,
    new Map(targets.map((target) => [target, target])),
  );
  expect(groups.map(({ text }) => text)).toEqual(["Start", "Understand", "Look up", "Take part"]);
  expect(groups[0]?.items?.[0]).toEqual({ text: "Getting started", link: "/docs/getting-started" });
});
