import type { AccountObject } from "../../provider/inspect";

export type Values = Readonly<Record<string, unknown>>;

export interface Edge {
  readonly kind: "https" | "tls" | "tcp";
  readonly object: AccountObject;
  readonly hostports: readonly string[];
  /** Routes of an HTTPS edge; empty for other kinds. */
  readonly routes: readonly AccountObject[];
}

/** The edges to migrate, and the objects they refer to. */
export interface Account {
  readonly edges: readonly Edge[];
  readonly objects: readonly AccountObject[];
}

const KINDS: ReadonlyMap<string, Edge["kind"]> = new Map([
  ["HttpsEdge", "https"],
  ["TlsEdge", "tls"],
  ["TcpEdge", "tcp"],
]);

export const isEndpoint = ({ family }: AccountObject): boolean => family.name === "Endpoint";

export const isEdge = ({ family }: AccountObject): boolean =>
  KINDS.has(family.name) || family.name === "HttpsEdgeRoute";

/** @param isWanted - Selects the edges to migrate. */
export function selectAccount(
  objects: readonly AccountObject[],
  isWanted: (edge: AccountObject) => boolean = () => true,
): Account {
  const edges = objects.flatMap((object): Edge[] => {
    const kind = KINDS.get(object.family.name);
    if (kind === undefined || !isWanted(object)) return [];
    const routes = objects.filter(
      ({ family, at }) => kind === "https" && family.name === "HttpsEdgeRoute" && at.edgeId === object.id,
    );
    return [{ kind, object, hostports: toTexts(object.inputs.hostports), routes }];
  });
  return { edges, objects };
}

export const toText = (value: unknown): string => (typeof value === "string" ? value : "");

export const toTexts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];

export const toRecord = (value: unknown): Values =>
  value !== null && typeof value === "object" && !Array.isArray(value) ? (value as Values) : {};

/** The settings of a module that is set and applied to traffic. */
export function moduleOf({ inputs }: AccountObject, name: string): Values | undefined {
  const module = inputs[name];
  if (module === undefined || module === null) return undefined;
  return toRecord(module).enabled === false ? undefined : toRecord(module);
}

/** The URL of an endpoint; that of an agent's endpoint is an output. */
export const urlOf = ({ inputs, state }: AccountObject): string =>
  toText(inputs.url) || toText(state.publicUrl);

const DEFAULT_PORTS: ReadonlyMap<string, number> = new Map([
  ["http", 80],
  ["https", 443],
  ["tls", 443],
]);

/** Parses the host and port of a URL or a hostport. The port is 0 if it is unknown. */
export function hostAndPort(url: string): { readonly host: string; readonly port: number } {
  const [, scheme = "", host = "", port] = /^(?:(\w+):\/\/)?([^/?#:]*)(?::(\d+))?/.exec(url) ?? [];
  return { host: host.toLowerCase(), port: Number(port ?? DEFAULT_PORTS.get(scheme) ?? 0) };
}
