const version = process.env.SITE_VERSION ?? "";

export default {
  title: "pulumi-tunnel-edge",
  description:
    "A Pulumi provider for ngrok-compatible accounts, with a review that shows in each pull request who gains or loses access.",
  srcDir: "pages",
  base: process.env.SITE_BASE ?? "/",
  cleanUrls: false,
  rewrites: (path) => path.replace(/(^|\/)README\.md$/, "$1index.md"),
  // The pages are plain Markdown without HTML and templates, so braces are escaped.
  markdown: {
    html: false,
    config({ renderer: { rules } }) {
      const { text } = rules;
      rules.text = (...args) => text(...args).replaceAll("{{", "&#123;&#123;");
    },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
  },
  head: [["link", { rel: "icon", href: "data:," }]],
  themeConfig: {
    search: {
      provider: "local",
      options: {
        miniSearch: {
          // Both functions are serialized into the pages, so they must not use outer variables.
          options: {
            // Lets "ip restriction" find IpRestriction and ipRestriction.
            tokenize: (text) =>
              text.split(/[\n\r\p{Z}\p{P}]+/u).flatMap((word) => {
                const parts = word.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
                return parts.length > 1 ? [word, ...parts] : [word];
              }),
          },
          searchOptions: {
            // Ranks the page of a class above pages that mention it.
            boostDocument: (id, _term, stored) =>
              id.includes("/docs/resources/") && stored?.titles?.length === 0 ? 5 : 1,
          },
        },
      },
    },
    nav: [
      { text: "Start", link: "/docs/getting-started" },
      { text: "Classes", link: "/docs/resources/" },
      { text: "Review", link: "/docs/gitops" },
      {
        text: version,
        items: [
          { text: `${version} (these pages)`, link: "/" },
          { text: "Changes of each version", link: "/CHANGELOG" },
        ],
      },
    ],
    sidebar: JSON.parse(process.env.SITE_SIDEBAR ?? "[]"),
  },
};
