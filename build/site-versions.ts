export interface SiteVersion {
  readonly version: string;
  readonly link: string;
}

/**
 * Returns the other released versions, newest first, with links to their tags in the repository; none if its address is unknown.
 *
 * @param tags - All tags of the repository.
 */
export function otherVersions(
  tags: readonly string[],
  { version, home }: { readonly version: string; readonly home: string | undefined },
): SiteVersion[] {
  if (home === undefined) return [];
  return tags
    .filter((tag) => /^v\d+\.\d+\.\d+$/.test(tag) && tag !== `v${version}`)
    .sort((a, b) => b.localeCompare(a, "en", { numeric: true }))
    .map((tag) => ({ version: tag.slice(1), link: `${home}/tree/${tag}/docs` }));
}
