import { type Exposure, opens } from "./exposure";

const UNDECIDED_REASON = "what else forwards requests to it is not shown";

/**
 * Clients reach internal endpoints only through policies that forward to them. If no policy in the program grants
 * anyone new access, an opening of the endpoint depends on policies outside the program, and is only possible.
 */
export function withoutUnprovenOpenings(all: readonly Exposure[]): Exposure[] {
  const ways = all.filter(({ isInner }) => !isInner);
  return all.map((exposure) => {
    const { isInner, is, opensCertainly, urns } = exposure;
    if (!isInner || is !== "there" || !opensCertainly) return exposure;
    const forwarding = ways.filter(({ behind }) => behind.some((urn) => urns.includes(urn)));
    const isUnreached = forwarding.length > 0 && forwarding.every(grantsNothing);
    return isUnreached ? { ...exposure, ...asUndecided(exposure) } : exposure;
  });
}

const grantsNothing = (exposure: Exposure): boolean =>
  exposure.is !== "new" && ![exposure, ...(exposure.movedFrom ? [exposure.movedFrom] : [])].some(opens);

const asUndecided = ({ newcomers, openings }: Exposure): Partial<Exposure> => ({
  isCertain: false,
  opensCertainly: false,
  newcomers: newcomers.map((one) => ({ ...one, isCertain: false, witness: null })),
  openings: openings.map((one) => one.doubted(UNDECIDED_REASON)),
});
