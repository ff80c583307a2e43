import { type AccountObject, isRecord } from "../../provider/inspect";
import { DEFAULT_PORTS } from "../../traffic-policy/symbolic/policy-reader";
import { stringsIn } from "../review/account";
import { EDGE_CLASSES } from "../review/reach/hostports";

export type Values = Readonly<Record<string, unknown>>;

export type Edge = Account["edges"][number];

/** The edges to migrate, and all objects of the account. */
export type Account = ReturnType<typeof selectAccount>;

export const isEndpoint = ({ family }: AccountObject): boolean => family.name === "Endpoint";

export const isEdge = ({ family }: AccountObject): boolean =>
  [...EDGE_CLASSES, "HttpsEdgeRoute"].includes(family.name);

export function selectAccount(
  objects: readonly AccountObject[],
  isWanted: (edge: AccountObject) => boolean = () => true,
) {
  const edges = objects.flatMap((object) => {
    const className = EDGE_CLASSES.find((name) => name === object.family.name);
    if (className === undefined || !isWanted(object)) return [];
    /** Routes of an HTTPS edge; empty for other classes. */
    const routes = objects.filter(
      ({ family, pathInputs }) =>
        className === "HttpsEdge" && family.name === "HttpsEdgeRoute" && pathInputs.edgeId === object.id,
    );
    return { className, object, hostports: stringsIn(object.inputs.hostports), routes };
  });
  return { edges, objects };
}

export const toText = (value: unknown): string => (typeof value === "string" ? value : "");

export const toRecord = (value: unknown): Values => (isRecord(value) ? value : {});

/** Returns the settings of a module; undefined if it is not set or not enabled. */
export function moduleOf({ inputs }: AccountObject, name: string): Values | undefined {
  const module = inputs[name];
  if (module === undefined || module === null) return undefined;
  return toRecord(module).enabled === false ? undefined : toRecord(module);
}

/** Returns the URL of an endpoint, which is an output for endpoints of agents. */
export const urlOf = ({ inputs, state }: AccountObject): string =>
  toText(inputs.url) || toText(state.publicUrl);

/** Parses the host and port of a URL or a hostport. The port is 0 if it is unknown. */
export function hostAndPort(url: string): { readonly host: string; readonly port: number } {
  const [, scheme = "", host = "", port] = /^(?:(\w+):\/\/)?([^/?#:]*)(?::(\d+))?/.exec(url) ?? [];
  return { host: host.toLowerCase(), port: Number(port ?? DEFAULT_PORTS[scheme] ?? 0) };
}
