import type { Seed } from "../../emulator";
import { UNKNOWN } from "../../provider/family/unknown";
import { withPolicySecrets } from "../../traffic-policy";
import { type Props, type Step, same, updated, urn as urnOf } from "../support/previews";
import { snakeCase } from "../support/store";

export interface Policy {
  readonly on_tcp_connect?: readonly object[];
  readonly on_http_request?: readonly object[];
  readonly on_http_response?: readonly object[];
}

interface DeclaredObject {
  readonly className: string;
  readonly id: string;
  readonly inputs: Props;
}

export type Objects = Readonly<Record<string, DeclaredObject>>;

/** An account before or after a change. */
export interface Account {
  readonly declared: Objects;
  /** Objects that no program of the preview declares, such as endpoints of agents or of other stacks. */
  readonly elsewhere?: Objects;
}

/**
 * The parts of traffic policies that a preview masks, as in the previews in test/recorded.
 *
 * `secrets`: only the secrets; outputs mask whole phases. `phase`: each phase with a secret, as the dynamic provider masks
 * objects with a secret of the program. `text`: each policy with a secret, as for YAML texts and computed secrets. `policy`:
 * all policies.
 */
export type Mask = "policy" | "text" | "phase" | "secrets";

export interface PolicyEdit {
  readonly kind: string;
  readonly before: Account;
  readonly after: Account;
  readonly mask?: Mask;
  /** Set if the review reads the account, not only the preview. */
  readonly readsAccount?: true;
  /** The base URLs that clients request. */
  readonly urls?: readonly string[];
}

export const IP_POLICIES = ["ipp_office", "ipp_lab"] as const;
export type IpPolicyId = (typeof IP_POLICIES)[number];
export type Networks = Readonly<Record<IpPolicyId, readonly (readonly [cidr: string, action: string])[]>>;

export const APP = "https://app.example.com";
export const INNER = "https://inner.internal";

const textOf = (policy: unknown) => (typeof policy === "string" ? policy : JSON.stringify(policy));

export const endpoint = (name: string, url: string, trafficPolicy: unknown, more: Props = {}): Objects => ({
  [name]: {
    className: "Endpoint",
    id: `ep_${name}`,
    inputs: {
      url,
      bindings: [url.endsWith(".internal") ? "internal" : "public"],
      ...(trafficPolicy !== undefined && { trafficPolicy }),
      ...more,
    },
  },
});

export function ipPolicies(networks: Networks): Objects {
  const objects: Record<string, DeclaredObject> = {};
  for (const id of IP_POLICIES) {
    objects[id] = { className: "IpPolicy", id, inputs: {} };
    for (const [index, [cidr, action]] of networks[id].entries())
      objects[`${id}-${index}`] = {
        className: "IpPolicyRule",
        id: `ipr_${id}_${index}`,
        inputs: { ipPolicyId: id, cidr, action },
      };
  }
  return objects;
}

/** The endpoint of an agent, which no program declares. */
export const agent = (name: string, url: string, more: Props = {}): Objects => ({
  [name]: {
    className: "Endpoint",
    id: `ep_${name}`,
    inputs: { url, type: "ephemeral", bindings: ["internal"], upstreamUrl: `http://${name}`, ...more },
  },
});

const BACKEND: Objects = {
  backend: { className: "TunnelGroupBackend", id: "bkdtg_1", inputs: { labels: { app: "a" } } },
};

export const edge = (more: Props = {}): Objects => ({
  ...BACKEND,
  edge: {
    className: "HttpsEdge",
    id: "edghts_1",
    inputs: { hostports: ["app.example.com:443"], ...more },
  },
});

/** @param modules - Modules with the property names of programs. */
export const route = (
  name: string,
  modules: Props,
  policy?: unknown,
  match = "/",
  exact = false,
): Objects => ({
  [name]: {
    className: "HttpsEdgeRoute",
    id: `edghtsrt_${name === "route" ? 1 : name}`,
    inputs: {
      edgeId: "edghts_1",
      match,
      matchType: exact ? "exact_path" : "path_prefix",
      backend: { enabled: true, backendId: "bkdtg_1" },
      ...modules,
      ...(policy !== undefined && { trafficPolicy: { enabled: true, value: textOf(policy) } }),
    },
  },
});

const COLLECTIONS: Readonly<Record<string, string>> = {
  Endpoint: "/endpoints",
  HttpsEdge: "/edges/https",
  IpPolicy: "/ip_policies",
  IpPolicyRule: "/ip_policy_rules",
  IpRestriction: "/ip_restrictions",
  TlsEdge: "/edges/tls",
  TunnelGroupBackend: "/backends/tunnel_group",
};

/** Converts an account to a seed of the emulator. */
export function createSeed({ declared, elsewhere = {} }: Account): Seed {
  const seed: Record<string, object[]> = {};
  for (const { className, id, inputs } of [...Object.values(declared), ...Object.values(elsewhere)]) {
    const { trafficPolicy, edgeId, ...others } = inputs;
    const collection =
      className === "HttpsEdgeRoute" ? `/edges/https/${String(edgeId)}/routes` : COLLECTIONS[className];
    // Vaults and secrets have none, because evaluation takes the values of secrets from the question.
    if (collection === undefined) continue;
    seed[collection] ??= [];
    seed[collection].push({
      id,
      ...(className === "Endpoint" && { type: "cloud" }),
      ...snakeKeys(others),
      ...(trafficPolicy !== undefined && {
        traffic_policy: className === "Endpoint" ? textOf(trafficPolicy) : trafficPolicy,
      }),
    });
  }
  return seed as Seed;
}

/** The values of secrets by vault and name, for questions to the emulator. */
export function collectSecrets({ declared }: Account): Record<string, Record<string, string>> {
  const secrets = Object.values(declared).filter(({ className }) => className === "Secret");
  return { vault: Object.fromEntries(secrets.map(({ inputs }) => [inputs.name, String(inputs.value)])) };
}

/** Converts the keys of an object to the spelling of the API. */
function snakeKeys(value: unknown): Record<string, unknown> {
  const convert = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(convert);
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, item]) => [snakeCase(key), convert(item)]));
  };
  return convert(value) as Record<string, unknown>;
}

const SECRET = "[secret]";

/** The inputs as a preview prints them. */
function visibleInputs({ className, inputs }: DeclaredObject, mask: Mask | undefined): Props {
  if (className === "Secret") return { ...inputs, value: SECRET };
  return mask === undefined ? inputs : mapPolicy(inputs, (policy) => MASKS[mask](policy));
}

const mapPolicy = (inputs: Props, map: (policy: unknown) => unknown): Props => {
  const { trafficPolicy } = inputs;
  if (trafficPolicy === undefined) return inputs;
  const module = trafficPolicy as { value?: unknown };
  const isModule = typeof trafficPolicy === "object" && "value" in module;
  return {
    ...inputs,
    trafficPolicy: isModule ? { ...module, value: map(module.value) } : map(trafficPolicy),
  };
};

const mapPhases = (policy: unknown, map: (rules: unknown) => unknown): unknown =>
  typeof policy === "string"
    ? SECRET
    : Object.fromEntries(Object.entries(policy as object).map(([phase, rules]) => [phase, map(rules)]));

const holdsSecret = (policy: unknown): boolean =>
  JSON.stringify(withPolicySecrets(policy, () => SECRET)).includes(SECRET);

const MASKS: Readonly<Record<Mask, (policy: unknown) => unknown>> = {
  policy: () => SECRET,
  text: (policy) => (holdsSecret(policy) ? SECRET : policy),
  phase: (policy) =>
    holdsSecret(policy)
      ? mapPhases(policy, (rules) => (holdsSecret({ on_http_request: rules }) ? SECRET : rules))
      : policy,
  secrets: (policy) => withPolicySecrets(policy, () => SECRET),
};

/** True if a mask changes the preview of an edit. */
export const hasMaskedParts = ({ before, after }: PolicyEdit, mask: Mask): boolean =>
  [before, after].some(({ declared }) =>
    Object.values(declared).some(
      (object) =>
        object.className !== "Secret" &&
        JSON.stringify(visibleInputs(object, mask)) !== JSON.stringify(object.inputs),
    ),
  );

/** The outputs in the state, which mask each phase with a secret as a whole. */
const outputsOf = (inputs: Props, mask: Mask | undefined): Props =>
  mask === undefined
    ? inputs
    : mapPolicy(inputs, (policy) =>
        typeof policy === "string"
          ? policy
          : mapPhases(policy, (rules) => (JSON.stringify(rules).includes(SECRET) ? SECRET : rules)),
      );

/** The paths of inputs that differ. A path ends where the preview masks the value (`visible`). */
function changedPaths(path: string, before: unknown, after: unknown, visible: unknown): string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (![before, after, visible].every((value) => typeof value === "object" && value !== null)) return [path];
  const [left, right, shown] = [before, after, visible] as [Props, Props, Props];
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((key) => {
    const child = Array.isArray(before) ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`;
    return changedPaths(child, left[key], right[key], shown[key]);
  });
}

/**
 * Replaces the ids of new objects with unknown values, since a preview doesn't know them, and lists the objects as dependencies.
 *
 * @param newObjects - The URNs of new objects by id.
 */
function withoutNewIds(inputs: Props, newObjects: ReadonlyMap<string, string>) {
  const replaceIds = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(replaceIds)
      : typeof value === "object" && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceIds(item)]))
        : newObjects.has(value as string)
          ? UNKNOWN
          : value;
  const dependencies = Object.entries(inputs).flatMap(([key, value]) => {
    const urns = [...newObjects].flatMap(([id, urn]) =>
      JSON.stringify(value).includes(`"${id}"`) ? [urn] : [],
    );
    return urns.length === 0 ? [] : [[key, urns] as const];
  });
  return { inputs: replaceIds(inputs) as Props, dependencies: Object.fromEntries(dependencies) };
}

/** The steps of a preview of an edit. */
export function createSteps({ before, after, mask }: PolicyEdit): Step[] {
  const [oldObjects, objects] = [before.declared, after.declared];
  const newObjects = new Map(
    Object.entries(objects).flatMap(([name, { className, id }]) =>
      oldObjects[name] ? [] : [[id, urnOf(className, name)] as const],
    ),
  );
  return [...new Set([...Object.keys(oldObjects), ...Object.keys(objects)])].map((name): Step => {
    const [old, object] = [oldObjects[name], objects[name]];
    if (old && object) return changeStep(name, old, object, mask);
    const declared = (old ?? object) as DeclaredObject;
    const urn = urnOf(declared.className, name);
    const visible = visibleInputs(declared, mask);
    if (old)
      return {
        op: "delete",
        urn,
        oldState: { id: old.id, inputs: visible, outputs: outputsOf(visible, mask) },
      };
    const { inputs, dependencies } = withoutNewIds(visible, newObjects);
    return { op: "create", urn, newState: { inputs, outputs: {}, propertyDependencies: dependencies } };
  });
}

function changeStep(
  name: string,
  before: DeclaredObject,
  after: DeclaredObject,
  mask: Mask | undefined,
): Step {
  const { className, id } = before;
  const [oldInputs, inputs] = [visibleInputs(before, mask), visibleInputs(after, mask)];
  if (oldInputs === before.inputs && inputs === after.inputs) {
    const step = updated(className, name, id, oldInputs, inputs);
    return Object.keys(step.detailedDiff as Props).length > 0 ? step : same(className, name, id, oldInputs);
  }
  const paths = changedPaths("", before.inputs, after.inputs, oldInputs);
  if (paths.length === 0) return same(className, name, id, oldInputs);
  const step = updated(className, name, id, oldInputs, inputs, paths);
  return { ...step, oldState: { ...step.oldState, outputs: outputsOf(oldInputs, mask) } };
}
