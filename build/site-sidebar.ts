import { capitalized } from "./generate/family-texts";

export interface SidebarEntry {
  readonly text: string;
  readonly link?: string;
  readonly items?: readonly SidebarEntry[];
  readonly collapsed?: boolean;
}

export const pageUrl = (page: string): string =>
  `/${page.replace(/(^|\/)README\.md$/, "$1").replace(/\.md$/, "")}`;

/**
 * Builds the sidebar from docs/README.md: its groups, with an entry for each link to a page. A folder's index page
 * contains the folder's other pages.
 *
 * @param index - The text of docs/README.md.
 * @param pages - Pages of the site by their paths in the repository, with their titles.
 */
export function buildSidebar(index: string, pages: ReadonlyMap<string, string>): SidebarEntry[] {
  const groups = [...index.matchAll(/^\*\*(.+)\*\*$((?:\n(?!\*\*).*)*)/gm)];
  return groups.map(([, text = "", list = ""]) => ({
    text,
    items: list
      .split(/^- /m)
      .slice(1)
      .flatMap((bullet) => {
        // A named list of links, such as the commands.
        const [, name] = /^(\w[\w ]*): \[/.exec(bullet) ?? [];
        const entries = [...bullet.matchAll(/\[([^\]]+)\]\(([^)#]+)[^)]*\)/g)].flatMap(
          ([, label = "", target = ""]) => sidebarEntries(name ? label : capitalized(label), target, pages),
        );
        return name === undefined ? entries : [{ text: name, items: entries }];
      }),
  }));
}

function sidebarEntries(text: string, target: string, pages: ReadonlyMap<string, string>): SidebarEntry[] {
  const page = target.startsWith("../") ? target.slice("../".length) : `docs/${target}`;
  if (!pages.has(page)) return [];
  const link = pageUrl(page);
  if (!page.endsWith("/README.md")) return [{ text, link }];
  const folder = page.slice(0, -"README.md".length);
  const subpages = [...pages].filter(([path]) => path.startsWith(folder) && path !== page);
  return [
    {
      text,
      link,
      collapsed: true,
      items: subpages.map(([path, title]) => ({ text: title, link: pageUrl(path) })),
    },
  ];
}
