import { type AccountObject, type Described, hostIn, plainHost } from "../../provider/inspect";

/** The object that reserves a host. */
export interface Reservation {
  readonly id: string;
  /** The input that reserves it. */
  readonly key: string;
  /** Where the host that it reserves stands in the text, if it does: a wildcard covers other hosts as well. */
  readonly at?: readonly [start: number, end: number];
}

/** Finds the object that reserves the host of a URL or hostport. */
export type HostFinder = (text: string) => Reservation | undefined;

/** Finds reserved hosts among objects. */
export function hostFinder(objects: readonly AccountObject[]): HostFinder {
  const reserved = new Map<string, Omit<Reservation, "at"> & { readonly host: string }>();
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
    // A wildcard stands for one label.
    const found = reserved.get(name) ?? reserved.get(`*${name.slice(name.indexOf("."))}`);
    if (!found) return undefined;
    const { id, key } = found;
    const start = text.indexOf(host);
    return found.host === host ? { id, key, at: [start, start + host.length] } : { id, key };
  };
}

/** What reserves the hosts in a value. */
export function reservationsIn(value: Described, find: HostFinder): Reservation[] {
  if (value.kind === "list") return value.items.flatMap((item) => reservationsIn(item, find));
  if (value.kind === "object") return value.entries.flatMap(([, child]) => reservationsIn(child, find));
  return value.kind === "host" ? [find(value.text) ?? []].flat() : [];
}
