import type { AccountObject } from "../../provider/inspect";

type Values = Readonly<Record<string, unknown>>;

/** What migrates: an edge with its routes. */
export interface Edge {
  readonly kind: "https" | "tls" | "tcp";
  readonly object: AccountObject;
  readonly hostports: readonly string[];
  /** Only of HTTPS edges. */
  readonly routes: readonly AccountObject[];
}

/** What an edge refers to. */
export interface Account {
  readonly edges: readonly Edge[];
  readonly backends: ReadonlyMap<string, AccountObject>;
  readonly endpoints: readonly AccountObject[];
  readonly objects: readonly AccountObject[];
}

const KINDS: ReadonlyMap<string, Edge["kind"]> = new Map([
  ["HttpsEdge", "https"],
  ["TlsEdge", "tls"],
  ["TcpEdge", "tcp"],
]);

export const isEdge = ({ family }: AccountObject): boolean =>
  KINDS.has(family.name) || family.name === "HttpsEdgeRoute";

/** @param isWanted - Whether an edge is to be migrated. */
export function accountOf(
  objects: readonly AccountObject[],
  isWanted: (edge: AccountObject) => boolean = () => true,
): Account {
  const edges = objects.flatMap((object): Edge[] => {
    const kind = KINDS.get(object.family.name);
    if (kind === undefined || !isWanted(object)) return [];
    const routes = objects.filter(
      ({ family, at }) => kind === "https" && family.name === "HttpsEdgeRoute" && at.edgeId === object.id,
    );
    return [{ kind, object, hostports: texts(object.inputs.hostports), routes }];
  });
  const backends = objects.filter(({ family }) => family.name.endsWith("Backend"));
  return {
    edges,
    backends: new Map(backends.map((object) => [object.id, object])),
    endpoints: objects.filter(({ family }) => family.name === "Endpoint"),
    objects,
  };
}

export const text = (value: unknown): string => (typeof value === "string" ? value : "");

export const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];

export const record = (value: unknown): Values =>
  value !== null && typeof value === "object" && !Array.isArray(value) ? (value as Values) : {};

/** A module that is there and applied to traffic. */
export function moduleOf({ inputs }: AccountObject, name: string): Values | undefined {
  const module = inputs[name];
  if (module === undefined || module === null) return undefined;
  return record(module).enabled === false ? undefined : record(module);
}

/** The host and port of a hostport. */
export function splitHostport(hostport: string): { readonly host: string; readonly port: number } {
  const at = hostport.lastIndexOf(":");
  return { host: hostport.slice(0, at).toLowerCase(), port: Number(hostport.slice(at + 1)) };
}
