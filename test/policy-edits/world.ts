import type { Seed } from "../../emulator";
import { UNKNOWN } from "../../provider/family/unknown";
import { withPolicySecrets } from "../../traffic-policy";
import { type Props, type Step, same, updated, urn as urnOf } from "../support/previews";

/** Rules by phase, as users write them. */
export interface Policy {
  readonly on_tcp_connect?: readonly object[];
  readonly on_http_request?: readonly object[];
  readonly on_http_response?: readonly object[];
}

/** An object as a program declares it. */
export interface Declared {
  readonly className: string;
  readonly id: string;
  readonly inputs: Props;
}

/** By resource name. */
export type Objects = Readonly<Record<string, Declared>>;

/** An account on one side of a change. */
export interface World {
  readonly declared: Objects;
  /** What the account holds and no program of the preview declares: endpoints of agents, objects of other stacks. */
  readonly elsewhere?: Objects;
}

/**
 * What a preview hides of the traffic policies, as the previews in test/recorded do.
 *
 * `secrets`: the secrets alone, of which the state's outputs hide whole phases. `phase`: each phase that holds a secret, as of
 * an object with a secret of the program's by the dynamic provider. `text`: each policy that holds one, as of a text in YAML,
 * or made of a secret. `policy`: all of them, whatever they hold.
 */
export type Mask = "policy" | "text" | "phase" | "secrets";

export interface PolicyEdit {
  readonly kind: string;
  readonly before: World;
  readonly after: World;
  readonly mask?: Mask;
  /** The review may ask the account. */
  readonly isAsked?: true;
  /** URLs without a path that clients try. */
  readonly tried?: readonly string[];
}

export const IP_POLICIES = ["ipp_office", "ipp_lab"] as const;
export type IpPolicyId = (typeof IP_POLICIES)[number];
/** CIDRs that the IP policies allow and deny. */
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
  const found: Record<string, Declared> = {};
  for (const id of IP_POLICIES) {
    found[id] = { className: "IpPolicy", id, inputs: {} };
    for (const [at, [cidr, action]] of networks[id].entries())
      found[`${id}-${at}`] = {
        className: "IpPolicyRule",
        id: `ipr_${id}_${at}`,
        inputs: { ipPolicyId: id, cidr, action },
      };
  }
  return found;
}

/** The endpoint of an agent: no program declares it. */
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

/** @param modules as the program spells them */
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

/** The account as the service holds it. */
export function seedOf({ declared, elsewhere = {} }: World): Seed {
  const seed: Record<string, object[]> = {};
  for (const { className, id, inputs } of [...Object.values(declared), ...Object.values(elsewhere)]) {
    const { trafficPolicy, edgeId, ...others } = inputs;
    const collection =
      className === "HttpsEdgeRoute" ? `/edges/https/${String(edgeId)}/routes` : COLLECTIONS[className];
    // Values of secrets are no part of what the evaluator reads of an account.
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

/** Values of secrets of vaults, as questions take them. */
export function secretsOf({ declared }: World): Record<string, Record<string, string>> {
  const found: Record<string, Record<string, string>> = {};
  for (const { className, inputs } of Object.values(declared))
    if (className === "Secret") found.vault = { ...found.vault, [String(inputs.name)]: String(inputs.value) };
  return found;
}

/** Keys as the API spells them. */
function snakeKeys(value: unknown): Record<string, unknown> {
  const convert = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(convert);
    if (typeof one !== "object" || one === null) return one;
    return Object.fromEntries(
      Object.entries(one).map(([key, item]) => [
        key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        convert(item),
      ]),
    );
  };
  return convert(value) as Record<string, unknown>;
}

const SECRET = "[secret]";

/** What the engine shows of inputs. */
function shown({ className, inputs }: Declared, mask: Mask | undefined): Props {
  if (className === "Secret") return { ...inputs, value: SECRET };
  return mask === undefined ? inputs : withPolicies(inputs, (policy) => MASKED[mask](policy));
}

const withPolicies = (inputs: Props, change: (policy: unknown) => unknown): Props => {
  const { trafficPolicy } = inputs;
  if (trafficPolicy === undefined) return inputs;
  const held = trafficPolicy as { value?: unknown };
  const changed =
    typeof trafficPolicy === "object" && "value" in held
      ? { ...held, value: change(held.value) }
      : change(trafficPolicy);
  return { ...inputs, trafficPolicy: changed };
};

const phasesOf = (policy: unknown, change: (rules: unknown) => unknown): unknown =>
  typeof policy === "string"
    ? SECRET
    : Object.fromEntries(Object.entries(policy as object).map(([phase, rules]) => [phase, change(rules)]));

const holdsSecret = (policy: unknown): boolean =>
  JSON.stringify(withPolicySecrets(policy, () => SECRET)).includes(SECRET);

const MASKED: Readonly<Record<Mask, (policy: unknown) => unknown>> = {
  policy: () => SECRET,
  text: (policy) => (holdsSecret(policy) ? SECRET : policy),
  phase: (policy) =>
    holdsSecret(policy)
      ? phasesOf(policy, (rules) => (holdsSecret({ on_http_request: rules }) ? SECRET : rules))
      : policy,
  secrets: (policy) => withPolicySecrets(policy, () => SECRET),
};

/** Whether there is anything to hide. */
export const isHiding = ({ before, after }: PolicyEdit, mask: Mask): boolean =>
  [before, after].some(({ declared }) =>
    Object.values(declared).some(
      (one) => one.className !== "Secret" && JSON.stringify(shown(one, mask)) !== JSON.stringify(one.inputs),
    ),
  );

/** The state's outputs hide a phase that holds a secret as a whole. */
const outputsOf = (inputs: Props, mask: Mask | undefined): Props =>
  mask === undefined
    ? inputs
    : withPolicies(inputs, (policy) =>
        typeof policy === "string"
          ? policy
          : phasesOf(policy, (rules) => (JSON.stringify(rules).includes(SECRET) ? SECRET : rules)),
      );

/** Paths of inputs that differ, as deep as both sides are shown. */
function pathsOf(path: string, was: unknown, is: unknown, seen: unknown): string[] {
  if (JSON.stringify(was) === JSON.stringify(is)) return [];
  const isShown = typeof was === "object" && typeof is === "object" && typeof seen === "object";
  if (!isShown || was === null || is === null || seen === null) return [path];
  const [left, right, visible] = [was, is, seen] as Record<string, unknown>[];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((key) => {
    const step = Array.isArray(was) ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`;
    return pathsOf(step, left?.[key], right?.[key], visible?.[key]);
  });
}

/** Ids that the run makes are not known in a preview, which tells by its dependencies where they come from. */
function withoutIds(inputs: Props, made: ReadonlyMap<string, string>) {
  const hidden = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(hidden)
      : typeof value === "object" && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, hidden(item)]))
        : made.has(value as string)
          ? UNKNOWN
          : value;
  const named = Object.entries(inputs).flatMap(([key, value]) => {
    const urns = [...made].flatMap(([id, urn]) => (JSON.stringify(value).includes(`"${id}"`) ? [urn] : []));
    return urns.length === 0 ? [] : [[key, urns] as const];
  });
  return { inputs: hidden(inputs) as Props, dependencies: Object.fromEntries(named) };
}

/** The change as a preview shows it. */
export function stepsOf({ before, after, mask }: PolicyEdit): Step[] {
  const [then, now] = [before.declared, after.declared];
  const made = new Map(
    Object.entries(now).flatMap(([name, { className, id }]) =>
      then[name] ? [] : [[id, urnOf(className, name)] as const],
    ),
  );
  return [...new Set([...Object.keys(then), ...Object.keys(now)])].flatMap((name): Step[] => {
    const [was, is] = [then[name], now[name]];
    if (was && is) return [change(name, was, is, mask)];
    const { className, id, ...one } = (was ?? is) as Declared;
    const inputs = shown({ className, id, ...one }, mask);
    const urn = urnOf(className, name);
    if (was) return [{ op: "delete", urn, oldState: { id, inputs, outputs: outputsOf(inputs, mask) } }];
    const { dependencies, inputs: known } = withoutIds(inputs, made);
    return [
      { op: "create", urn, newState: { inputs: known, outputs: {}, propertyDependencies: dependencies } },
    ];
  });
}

function change(name: string, was: Declared, is: Declared, mask: Mask | undefined): Step {
  const { className, id } = was;
  const [old, inputs] = [shown(was, mask), shown(is, mask)];
  const isPlain = old === was.inputs && inputs === is.inputs;
  if (isPlain) {
    const step = updated(className, name, id, old, inputs);
    return Object.keys(step.detailedDiff as Props).length > 0 ? step : same(className, name, id, old);
  }
  const paths = pathsOf("", was.inputs, is.inputs, old);
  if (paths.length === 0) return same(className, name, id, old);
  const step = updated(className, name, id, old, inputs, paths);
  return { ...step, oldState: { ...step.oldState, outputs: outputsOf(old, mask) } };
}
