/**
 * The web address of a repository as package.json names it, without a trailing slash.
 *
 * @throws Error when it is not an https address
 */
export function homeOf(repository: string | { readonly url: string } | undefined): string | undefined {
  if (repository === undefined) return undefined;
  const url = typeof repository === "string" ? repository : repository.url;
  const home = /^(?:git\+)?(https:\/\/[^\s?#]+?)(?:\.git)?\/?$/.exec(url)?.[1];
  if (home === undefined)
    throw new Error(
      `repository in package.json is ${url}: give its https address, such as https://host.example/owner/name`,
    );
  return home;
}
