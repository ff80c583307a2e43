import type { Guard, Tri } from "../../../access";
import { type GuardModule, SIGN_ON } from "../../../policy/guards";
import { type AccountObject, type AccountView, isHidden, touches } from "../account";
import { isRecord, type Props } from "../preview";
import type { BackendView } from "./backends";
import { isApplied, networksOf, policyOf, restrictionOf, unseen } from "./guards";

/** The properties that distinguish clients: the guard modules, and the networks from which an endpoint can be reached. */
export type Dimension = GuardModule | "bindings";

/** Who reaches something on one side of the change, and where it leads. */
export interface Reach {
  /** Whether anything responds: a backend or a traffic policy. */
  readonly isServed: Tri;
  /** The requirements on clients; all of them must be met. */
  readonly restrictions: ReadonlyMap<Dimension, Guard>;
  /** Sign-on from which HTTP OPTIONS requests are exempt. */
  readonly optionsPass: readonly Dimension[];
  /** Whether it is a cloud endpoint. */
  readonly isEndpoint?: true;
  readonly backend: BackendView | undefined;
  /** Objects whose inputs determine all this. */
  readonly objects: readonly AccountObject[];
  /** Other endpoints may share the address. */
  readonly isPooled: boolean;
  /** Routes that serve the address together, the one that wins first. What none of them selects is refused. */
  readonly routes?: readonly RouteReach[];
}

/** Who reaches what is behind one route. */
export interface RouteReach {
  readonly isExact: boolean;
  /** Undefined while it is not known. */
  readonly path: string | undefined;
  /** Whether another one may serve what it selects: which one does is not told. */
  readonly mayYield: boolean;
  /** It is an exact match that names no path, and serves `/`: whether all paths, is not told. */
  readonly isBare: boolean;
  readonly reach: Reach;
}

/** A module of an edge or route, wherever it is declared. */
export type FoundModule =
  | {
      readonly kind: "values";
      readonly object: AccountObject;
      readonly path: readonly string[];
      readonly values: Props;
    }
  | { readonly kind: "unseen"; readonly object: AccountObject; readonly path: readonly string[] }
  | undefined;

/** Classes that manage a single module of an edge or route. */
export interface SingleModule {
  readonly className: string;
  readonly of: string;
  readonly input: string;
  readonly at: readonly string[];
}

/** A single module with the label of what it is a module of. */
export interface StrayModule {
  readonly object: AccountObject;
  readonly label: string;
}

/** Finds modules in the objects of one side, including single modules of edges that are managed elsewhere. */
export class Modules {
  /**
   * @param earlier - The side before the change; undefined for that side itself.
   */
  constructor(
    readonly view: AccountView,
    private readonly singles: readonly SingleModule[],
    private readonly earlier?: Modules,
  ) {}

  /** Whether the change removes a module from an edge or route, so that nothing of it is left on the service. */
  isTakenOff(owner: AccountObject, input: string): boolean {
    const before = this.earlier?.view.find(owner.urn);
    const isSameObject = before?.id !== undefined && before.id === owner.id;
    return isSameObject && this.earlier?.find(before, input)?.kind === "values";
  }

  /** The module of an edge or route; undefined where it has none. */
  find(owner: AccountObject, input: string): FoundModule {
    const single = this.single(owner, input);
    if (single?.isUnread) return { kind: "unseen", object: single, path: [] };
    if (single) return { kind: "values", object: single, path: [], values: single.props };
    const values = owner.props[input];
    const path = [input];
    if (owner.isUnread) return { kind: "unseen", object: owner, path };
    if (isRecord(values)) return { kind: "values", object: owner, path, values };
    const isUnseen = owner.unmanagedModules.includes(input) || (values !== undefined && values !== null);
    return isUnseen ? { kind: "unseen", object: owner, path } : undefined;
  }

  /** Single modules whose edge or route is not an object of the program, or is not shown, by a key and a label. */
  elsewhere(className: string): Map<string, StrayModule> {
    const singles = this.singles.filter((single) => single.of === className && single.input !== "backend");
    const found = singles.flatMap(({ className: name, input, at }) =>
      this.view.of(name).flatMap((object): [string, StrayModule][] => {
        const targets = this.view.targetsOf(object, at.at(-1) as string);
        if (targets.every(({ kind }) => kind === "object")) return [];
        if (targets.some(({ kind }) => kind === "unknown"))
          return [[object.urn, { object, label: `${className} of ${object.name}, which is not shown` }]];
        const ids = at.map((key) => String(object.props[key])).join("/");
        return [[`${ids} ${input}`, { object, label: `${className} ${ids}, which is managed elsewhere` }]];
      }),
    );
    return new Map(found);
  }

  /** The input that corresponds to a class of single modules. */
  inputOf({ className }: AccountObject): GuardModule {
    const single = this.singles.find((one) => one.className === className);
    return single?.input as GuardModule;
  }

  private single(owner: AccountObject, input: string): AccountObject | undefined {
    const wanted = this.singles.filter((single) => single.of === owner.className && single.input === input);
    return wanted
      .flatMap(({ className, at }) =>
        // The last id in the path is the owner's.
        this.view.referringBy(className, at.at(-1) as string, owner),
      )
      .at(-1);
  }
}

/** What is asked where no module says it: the service's default. */
export const ANY_TLS: Guard = { asks: "tls", lowest: undefined };

/** What the guard modules of several owners together require of clients: those of a route and those of its edge. */
export function restrictionsOf(
  modules: Modules,
  owners: readonly { readonly object: AccountObject; readonly guards: readonly GuardModule[] }[],
): Map<Dimension, Guard> {
  const restrictions = new Map<Dimension, Guard>();
  for (const { object, guards } of owners) {
    for (const guard of guards) {
      const restriction = one(modules, object, guard);
      if (restriction) restrictions.set(guard, restriction);
    }
  }
  return restrictions;
}

/** What a single module requires of clients; `undefined` means that the module was removed from its edge. */
export function singleRestriction(
  { view }: Modules,
  guard: GuardModule,
  object: AccountObject | undefined,
): Map<Dimension, Guard> {
  const restriction = object
    ? object.isUnread
      ? unseen({ view, object, path: [] })
      : restrictionOf(guard, { view, object, path: [], values: object.props })
    : guard === "tlsTermination"
      ? ANY_TLS
      : undefined;
  return new Map(restriction ? [[guard, restriction]] : []);
}

function one(modules: Modules, owner: AccountObject, guard: GuardModule): Guard | undefined {
  const found = modules.find(owner, guard);
  if (!found) return guard === "tlsTermination" ? ANY_TLS : undefined;
  const { view } = modules;
  return found.kind === "unseen" ? unseen({ ...found, view }) : restrictionOf(guard, { ...found, view });
}

/** Sign-on modules of a route that exempt HTTP OPTIONS requests. */
export function optionsPassOf(modules: Modules, route: AccountObject): GuardModule[] {
  return SIGN_ON.filter((guard) => {
    const found = modules.find(route, guard);
    return (
      found?.kind === "values" && found.values.optionsPassthrough === true && isModuleApplied(found) !== false
    );
  });
}

/** Adds what the account's own IP restrictions require of one type of traffic. */
export function addAccountRestrictions(
  view: AccountView,
  type: string,
  restrictions: Map<Dimension, Guard>,
): void {
  for (const object of accountRestrictionsOf(view, type)) {
    const added = accountRestriction(view, object);
    if (added) restrictions.set("ipRestriction", both(restrictions.get("ipRestriction"), added));
  }
}

function both(one: Guard | undefined, other: Guard): Guard {
  if (one === undefined) return other;
  if (one.asks === "address" && other.asks === "address" && one.networks.isKnown && other.networks.isKnown)
    return { asks: "address", networks: one.networks.and(other.networks) };
  return { asks: "all", parts: [...(one.asks === "all" ? one.parts : [one]), other] };
}

/** The account's own IP restrictions of one type of traffic, including those that may be of it. */
export const accountRestrictionsOf = (view: AccountView, type: string): AccountObject[] =>
  view.of("IpRestriction").filter(({ props }) => props.type === type || isHidden(props.type));

/** Only an enforced restriction keeps anybody out; `enforced` defaults to false. */
function accountRestriction(view: AccountView, object: AccountObject): Guard | undefined {
  // Neither its type nor whom it admits is visible: all of its content may make a difference.
  if (object.isUnread) return unseen({ view, object, path: [] });
  const { enforced, type } = object.props;
  if (isHidden(type) && enforced !== false) return unseen({ view, object, path: [] });
  if (enforced === undefined || enforced === null || enforced === false) return undefined;
  return enforced === true
    ? { asks: "address", networks: networksOf({ view, object, path: [] }, ["ipPolicyIds"]) }
    : unseen({ view, object, path: [] });
}

/** What a cloud endpoint requires of clients. */
export function endpointRestrictions(view: AccountView, endpoint: AccountObject): Map<Dimension, Guard> {
  const restrictions = new Map<Dimension, Guard>();
  const { trafficPolicy, bindings } = endpoint.props;
  const isUnseen = (value: unknown) => endpoint.isUnread || isHidden(value);
  const policy = endpoint.isUnread
    ? unseen({ view, object: endpoint, path: ["trafficPolicy"] })
    : policyOf(trafficPolicy, { view, object: endpoint, path: ["trafficPolicy"] });
  if (policy) restrictions.set("trafficPolicy", policy);
  const bound = bindingsOf(endpoint);
  const hidden = isUnseen(bindings) ? "bindings" : "url";
  restrictions.set("bindings", bound ? boundTo(bound) : unseen({ view, object: endpoint, path: [hidden] }));
  return restrictions;
}

/** The bindings of an endpoint; undefined where they are hidden. What a hidden URL implies is hidden as well. */
export function bindingsOf({ props: { url, bindings }, change, isUnread }: AccountObject) {
  if (isUnread || isHidden(bindings)) return undefined;
  if (isListed(bindings)) return bindings.map(String);
  if (!isHidden(url))
    return [/^\w+:\/\/[^/?#:]*\.internal\.?(?:[:/?#]|$)/i.test(String(url)) ? "internal" : "public"];
  const earlier = change.before?.outputs.bindings;
  const isKept = !touches(change, "url") && !touches(change, "bindings") && !isHidden(earlier);
  return isKept && isListed(earlier) ? earlier.map(String) : undefined;
}

const isListed = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length > 0;

/** Clients that come by one of these bindings. */
export const boundTo = (bindings: readonly string[]): Guard => ({
  asks: "one of",
  scope: "bindings",
  entries: bindings.map((value) => ({ kind: "binding", value })),
  what: "clients by the binding",
});

/** Whether a module is set and applied. */
export function isModuleApplied(found: FoundModule): Tri {
  if (!found) return false;
  return found.kind === "unseen" ? undefined : isApplied(found.values);
}
