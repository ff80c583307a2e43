import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const pages = join(import.meta.dirname, "..", "pages");

const titleOf = (path) => /^# (.+)$/m.exec(readFileSync(join(pages, path), "utf8"))?.[1] ?? path;

/** The pages of a folder as links; those that begin with an underscore or are an index are linked elsewhere. */
const linksIn = (folder) =>
  readdirSync(join(pages, folder))
    .filter((name) => name.endsWith(".md") && !/^(_index|README)\.md$/.test(name))
    .map((name) => ({ text: titleOf(join(folder, name)), link: `/${folder}/${name.replace(".md", "")}` }));

const version = process.env.SITE_VERSION ?? "";
const others = JSON.parse(process.env.SITE_OTHERS ?? "[]");

export default {
  title: "pulumi-tunnel-edge",
  description:
    "Declare a tunnel-and-edge account with Pulumi, and read before the merge who can newly reach what.",
  srcDir: "pages",
  cleanUrls: false,
  rewrites: (path) => path.replace(/(^|\/)README\.md$/, "$1index.md"),
  // The pages are plain Markdown, without HTML, and no templates: braces in their text are text.
  markdown: {
    html: false,
    config({ renderer: { rules } }) {
      const { text } = rules;
      rules.text = (...given) => text(...given).replaceAll("{{", "&#123;&#123;");
    },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
  },
  head: [["link", { rel: "icon", href: "data:," }]],
  themeConfig: {
    search: { provider: "local" },
    nav: [
      { text: "Start", link: "/docs/getting-started" },
      { text: "Classes", link: "/docs/resources/" },
      { text: "Review", link: "/docs/gitops" },
      {
        text: version,
        items: [
          { text: `${version} (these pages)`, link: "/" },
          ...others.map((one) => ({ text: one.version, link: one.link })),
          { text: "Changes of each version", link: "/CHANGELOG" },
        ],
      },
    ],
    sidebar: [
      { text: "Native provider", link: "/docs/_index" },
      { text: "Guides", items: linksIn("docs") },
      { text: "Commands", items: linksIn("docs/cli") },
      { text: "Classes", link: "/docs/resources/", items: linksIn("docs/resources") },
      { text: "Decisions", link: "/docs/decisions/", items: linksIn("docs/decisions") },
    ],
  },
};
