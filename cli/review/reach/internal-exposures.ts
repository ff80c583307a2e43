import { type Exposure, opens } from "./exposure";

const UNDECIDED_REASON = "policies outside the program may forward requests to it";

/**
 * Downgrades definite openings of internal endpoints to possible ones if no policy of the program that forwards to them
 * grants new access: the opening then depends on policies outside the program.
 */
export function withoutUnprovenOpenings(all: readonly Exposure[]): Exposure[] {
  const outer = all.filter(({ isInner }) => !isInner);
  return all.map((exposure) => {
    const { isInner, is, opensCertainly, urns } = exposure;
    if (!isInner || is !== "there" || !opensCertainly) return exposure;
    const forwarding = outer.filter(({ behind }) => behind.some((urn) => urns.includes(urn)));
    const isUnproven = forwarding.length > 0 && forwarding.every(grantsNoAccess);
    return isUnproven ? { ...exposure, ...asUndecided(exposure) } : exposure;
  });
}

const grantsNoAccess = (exposure: Exposure): boolean =>
  exposure.is !== "new" && ![exposure, ...(exposure.movedFrom ? [exposure.movedFrom] : [])].some(opens);

const asUndecided = ({ gainsAccess, openings }: Exposure): Partial<Exposure> => ({
  isCertain: false,
  opensCertainly: false,
  gainsAccess: gainsAccess.map((client) => ({ ...client, isCertain: false, witness: null })),
  openings: openings.map((opening) => opening.doubted(UNDECIDED_REASON)),
});
