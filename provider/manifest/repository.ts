/** Returns the URL without `git+`, `.git`, and a trailing slash. Throws an Error if it isn't an https URL. */
export function repositoryUrl(repository: string | { readonly url: string } | undefined): string | undefined {
  if (repository === undefined) return undefined;
  const url = typeof repository === "string" ? repository : repository.url;
  const webAddress = /^(?:git\+)?(https:\/\/[^\s?#]+?)(?:\.git)?\/?$/.exec(url)?.[1];
  if (webAddress === undefined)
    throw new Error(
      `repository in package.json is ${url}: use its https address, such as https://host.example/owner/name`,
    );
  return webAddress;
}
