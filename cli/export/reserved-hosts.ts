import { type AccountObject, hostIn, plainHost } from "../../provider/inspect";

export interface Reservation {
  readonly id: string;
  /** The input that names the host. */
  readonly key: string;
  /** Position of the host in the text; undefined if it is spelled differently there, or only a wildcard covers it. */
  readonly reservedRange?: readonly [start: number, end: number];
}

/** Finds the reservation of the host in a text, such as a URL. */
export type HostFinder = (text: string) => Reservation | undefined;

export function hostFinder(objects: readonly AccountObject[]): HostFinder {
  const reserved = new Map<string, Reservation & { readonly host: string }>();
  for (const { id, family, inputs } of objects)
    for (const [key, { meta }] of Object.entries(family.inputs)) {
      const host = inputs[key];
      if (meta.hosts === "reserves" && typeof host === "string")
        reserved.set(plainHost(host), { id, key, host });
    }
  return (text) => {
    const host = hostIn(text);
    if (host === undefined) return undefined;
    const name = plainHost(host);
    const reservation = reserved.get(name) ?? nearestWildcard(reserved, name);
    if (!reservation) return undefined;
    const { id, key } = reservation;
    if (reservation.host !== host) return { id, key };
    const start = text.indexOf(host);
    return { id, key, reservedRange: [start, start + host.length] };
  };
}

/** Returns the reservation of the closest wildcard that covers a host; a wildcard doesn't cover other wildcards. */
function nearestWildcard<T>(reserved: ReadonlyMap<string, T>, host: string): T | undefined {
  const labels = host.split(".");
  if (labels[0] === "*") return undefined;
  const wildcards = labels.map((_, n) => `*.${labels.slice(n + 1).join(".")}`);
  return wildcards.map((wildcard) => reserved.get(wildcard)).find((reservation) => reservation !== undefined);
}
