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

const PAGES = new Map(
  [
    ["docs/getting-started.md", "Getting started"],
    ["examples/README.md", "Examples"],
    ["examples/task-failover/README.md", "Failover"],
    ["docs/resources/README.md", "Classes"],
    ["docs/resources/endpoint.md", "Endpoint"],
    ["docs/cli/review.md", "tunnel-edge review"],
    ["docs/adding-a-family.md", "Adding a family"],
  ].map(([path = "", title = ""]) => [path, title]),
);

test("the sidebar has the groups of the index, in order, with the pages of folders", () => {
  expect(buildSidebar(INDEX, PAGES)).toEqual([
    {
      text: "Start",
      items: [
        { text: "Getting started", link: "/docs/getting-started" },
        {
          text: "Examples",
          link: "/examples/",
          collapsed: true,
          items: [{ text: "Failover", link: "/examples/task-failover/" }],
        },
      ],
    },
    {
      text: "Look up",
      items: [
        {
          text: "Classes",
          link: "/docs/resources/",
          collapsed: true,
          items: [{ text: "Endpoint", link: "/docs/resources/endpoint" }],
        },
        { text: "Commands", items: [{ text: "review", link: "/docs/cli/review" }] },
        { text: "Adding a family", link: "/docs/adding-a-family" },
      ],
    },
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
