import { type Exposure, opens } from "./exposure";

const SINCE = "what else forwards requests to it is not shown";

/**
 * Internal endpoints are reached by policies that forward to them. Where all of these that are shown let in nobody new,
 * whether somebody newly gets to the endpoint is for those to say that are not shown.
 */
export function withoutUnreached(all: readonly Exposure[]): Exposure[] {
  const ways = all.filter(({ isInner }) => !isInner);
  return all.map((exposure) => {
    const { isInner, is, opensCertainly, urns } = exposure;
    if (!isInner || is !== "there" || !opensCertainly) return exposure;
    const forwarding = ways.filter(({ behind }) => behind.some((urn) => urns.includes(urn)));
    const isUnreached = forwarding.length > 0 && forwarding.every(isClosed);
    return isUnreached ? { ...exposure, ...doubted(exposure) } : exposure;
  });
}

const isClosed = (exposure: Exposure): boolean =>
  exposure.is !== "new" && ![exposure, ...(exposure.movedFrom ? [exposure.movedFrom] : [])].some(opens);

const doubted = ({ newcomers, openings }: Exposure): Partial<Exposure> => ({
  isCertain: false,
  opensCertainly: false,
  newcomers: newcomers.map((one) => ({ ...one, isCertain: false, witness: null })),
  openings: openings.map((one) => one.doubted(SINCE)),
});
