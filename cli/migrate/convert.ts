import type { AccountObject } from "../../provider/inspect";
import { lostValues } from "../export/lost-values";
import { stringsIn } from "../review/account";
import { urlAt } from "../review/reach/hostports";
import { type Account, type Edge, hostAndPort, isEndpoint, moduleOf, toText, urlOf } from "./account";
import { Backends } from "./backends";
import { Block, denyAction, type Variables } from "./block";
import { Gaps } from "./gaps";
import { addGuards, changeHeadersAndCompress, reportDisabled, SIGN_INS, terminateTls } from "./modules";
import { applyOwnPolicy, freeVariable, ownPolicyText, policySearchText, rewritesUrl } from "./own-policy";
import { type Action, endsEverything, type Policy, type Rule, type Value } from "./policy";
import { matchOf, mayServe, type Route, routesOf, routeVariableRules } from "./routes";

export type Migration = ReturnType<typeof migrate>;

/** A cloud endpoint that replaces an edge at one of its hostports. */
export type MigratedEndpoint = Migration["endpoints"][number];

/**
 * Converts the edges of an account into cloud endpoints, one for each hostport. Settings without a counterpart become
 * `deny` actions, so that nobody gains access.
 */
export function migrate(account: Account) {
  const gaps = new Gaps();
  const policies = account.objects.map(policySearchText);
  const backends = new Backends(account.objects, policies);
  const variables = {
    route: freeVariable("edge_route", policies),
    allowed: freeVariable("edge_allowed", policies),
    chance: freeVariable("edge_chance", policies),
  };
  const endpoints = account.edges.flatMap((edge) => {
    reportUnservedParts(edge, gaps);
    return edge.hostports.map((hostport) => {
      const converter = new Converter(edge, hostport, gaps, backends, variables);
      const { url } = converter;
      const conflicting = account.objects.find((object) => serves(object, url));
      if (conflicting) {
        const why = `the endpoint ${conflicting.id} already serves ${url} and would share its traffic`;
        gaps.for(edge.object, edge).changed(["hostports"], why, "delete that endpoint first");
      }
      return { url, hostport, edge, policy: converter.policy(), notes: notesOf(edge.object) };
    });
  });
  return { endpoints, gaps: gaps.all, agents: backends.moves, wildcardCovers: findWildcardCovers(account) };
}

/** The description and metadata of an edge. */
const notesOf = ({ inputs }: AccountObject): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    ["description", "metadata"].map((key) => [key, toText(inputs[key])]).filter(([, text]) => text !== ""),
  );

/** Reports an edge without hostports, and routes whose host no hostport serves: no endpoint includes them. */
function reportUnservedParts(edge: Edge, gaps: Gaps): void {
  if (edge.hostports.length === 0) {
    const why = "it has no hostport, so no endpoint replaces it";
    gaps.for(edge.object, edge).changed(["hostports"], why, "delete it if nothing uses it");
    return;
  }
  const isServed = (route: AccountObject) =>
    edge.hostports.some((hostport) => mayServe(matchOf(route), hostAndPort(hostport).host));
  const why = "no hostport of the edge serves its host, so no endpoint includes the route";
  const todo = "to keep the route, add a hostport with its host to the edge, and migrate again";
  for (const route of edge.routes) if (!isServed(route)) gaps.for(route, edge).denied(["match"], why, todo);
}

/** The service lists an endpoint for each edge, which only mirrors the edge. */
export const mirrorsEdge = ({ state }: AccountObject): boolean => state.type === "edge";

/**
 * Finds the hostports (`url`) whose requests go to a wildcard while the edge is gone and its endpoint doesn't exist yet.
 * `by` lists the objects that serve the closest wildcard, as class and id.
 */
function findWildcardCovers({ objects, edges }: Account) {
  const wildcards = objects.flatMap((object) => {
    const { family, id, inputs, state } = object;
    const urls = [toText(inputs.url), toText(state.publicUrl), ...stringsIn(inputs.hostports)];
    return (mirrorsEdge(object) ? [] : urls).flatMap((url) => {
      const { host, port } = hostAndPort(url);
      return host.startsWith("*.") ? [{ suffix: host.slice(1), port, name: `${family.name} ${id}`, id }] : [];
    });
  });
  return edges.flatMap(({ object, hostports }) =>
    hostports.flatMap((hostport) => {
      const { host, port } = hostAndPort(hostport);
      const covering = wildcards.filter(
        (wildcard) => wildcard.port === port && host.endsWith(wildcard.suffix),
      );
      const longest = Math.max(...covering.map(({ suffix }) => suffix.length));
      const by = covering.filter(({ suffix, id }) => suffix.length === longest && id !== object.id);
      return by.length > 0 ? [{ url: hostport, by: [...new Set(by.map(({ name }) => name))] }] : [];
    }),
  );
}

const serves = (object: AccountObject, url: string): boolean =>
  isEndpoint(object) && !mirrorsEdge(object) && urlOf(object).replace(/:443$/, "") === url;

class Converter {
  readonly url: string;

  constructor(
    private readonly edge: Edge,
    private readonly hostport: string,
    private readonly gaps: Gaps,
    private readonly backends: Backends,
    private readonly variables: Variables,
  ) {
    this.url = urlAt({ className: edge.className, hostport });
  }

  policy(): Policy {
    const phases = this.edge.className === "HttpsEdge" ? this.#convertHttps() : this.#convertConnections();
    return Object.fromEntries(Object.entries(phases).filter(([, rules]) => rules.length > 0));
  }

  /** Converts a TCP or TLS edge: source address, handshake, the edge's own policy, backend. */
  #convertConnections(): Policy {
    const { object, className } = this.edge;
    const block = this.#block(object, false);
    reportDisabled(block, object);
    // addGuards finds only the IP restriction here. terminateTls converts mutual TLS.
    if (!denyUnknown(block)) addGuards(block);
    if (!block.isClosed && className === "TlsEdge") terminateTls(block);
    if (!block.isClosed) applyOwnPolicy(block, ["on_tcp_connect"]);
    if (!block.isClosed) this.#addBackend(block);
    return { on_tcp_connect: closeRules(block.rules, denyAction(false), "no backend") };
  }

  #convertHttps(): Policy {
    const { object, routes: objects } = this.edge;
    const connection = this.#block(object, false);
    reportDisabled(connection, object);
    denyUnknown(connection);
    const isTls = this.url.startsWith("https:");
    if (isTls && !connection.isClosed) terminateTls(connection);
    if (!isTls && moduleOf(object, "mutualTls"))
      connection.refuse(
        ["mutualTls"],
        "clients have no certificates over plain HTTP",
        "remove port 80 from hostports and migrate again",
      );
    const routes = routesOf(objects, hostAndPort(this.hostport).host);
    const [firstRoute] = routes;
    // True if one route gets every request, so that no rule has to select it.
    const takesAll = routes.length === 1 && firstRoute?.conditions.length === 0;
    // Most specific first, for readers: each block only applies to the requests of its route.
    const blocks = [...routes].reverse().map((route) => this.#convertRoute(route, routes, takesAll));
    const selection = takesAll || !firstRoute ? [] : routeVariableRules(routes, this.variables.route);
    const requests = blocks.flatMap(({ rules }) => rules);
    const responses = blocks.flatMap(({ responseRules }) => responseRules);
    return {
      on_tcp_connect: connection.rules,
      on_http_request: closeRules([...selection, ...requests], denyAction(true, 404), "no route"),
      on_http_response: responses.length === 0 ? [] : [...selection, ...responses],
    };
  }

  /** Converts a route: its guards, its own policy, changes to requests and responses, its backend. */
  #convertRoute(route: Route, routes: readonly Route[], takesAll: boolean): Block {
    const { object, name, undecidedReason } = route;
    const conditions = takesAll ? [] : [`vars.${this.variables.route} == "${name}"`];
    const block = this.#block(object, true, conditions, signInIds(route, routes));
    reportDisabled(block, this.edge.object);
    if (denyUnknown(block)) return block;
    if (undecidedReason !== undefined) {
      block.refuse(["match"], undecidedReason, "give the route a match of its own and migrate again");
      return block;
    }
    addGuards(block);
    if (!block.isClosed) addRoutePolicy(block, takesAll);
    if (!block.isClosed) changeHeadersAndCompress(block);
    else if (moduleOf(object, "requestHeaders") && ownPolicyText(object))
      block.gaps.changed(
        ["requestHeaders"],
        "its traffic policy responds to or forwards all requests before headers are changed",
        "put add-headers and remove-headers into the policy",
      );
    if (!block.isClosed) this.#addBackend(block);
    // Response rules find their route by the URL.
    const isUrlRewritten = routes.some((any) => rewritesUrl(ownPolicyText(any.object)));
    if (!takesAll && block.responseRules.length > 0 && isUrlRewritten)
      block.gaps.changed(
        ["responseHeaders"],
        "a route rewrites URLs, so responses of other routes may be treated as this route's",
        "check the headers and the compression of both routes' responses",
      );
    return block;
  }

  #addBackend(block: Block): void {
    const id = toText(moduleOf(block.object, "backend")?.backendId);
    if (id === "") block.deny("no backend", 502);
    else this.backends.forward(block, id);
  }

  #block(
    object: AccountObject,
    isHttp: boolean,
    conditions: readonly string[] = [],
    signInId?: Block["signInId"],
  ): Block {
    return new Block(object, this.gaps.for(object, this.edge), this.variables, isHttp, conditions, signInId);
  }
}

/** Returns ids that keep the sessions of a route's sign-ins apart; undefined if the policy has at most one sign-in. */
function signInIds({ object, name }: Route, routes: readonly Route[]): Block["signInId"] {
  const signIns = routes.flatMap((route) => SIGN_INS.filter((module) => moduleOf(route.object, module)));
  if (signIns.length < 2) return undefined;
  const hasBoth = SIGN_INS.every((module) => moduleOf(object, module));
  return (module) => (hasBoth ? `${name}-${module}` : name);
}

/** Adds a route's own policy. It must not rewrite the URL, by which response rules find the route. */
function addRoutePolicy(block: Block, takesAll: boolean): void {
  applyOwnPolicy(block, ["on_http_request", "on_http_response"]);
  if (takesAll || block.responseRules.length === 0 || !rewritesUrl(ownPolicyText(block.object))) return;
  block.refuse(
    ["trafficPolicy", "value"],
    "it rewrites the URL, so its response rules can no longer be distinguished from those of other routes",
    "give the route a hostname of its own and migrate again",
  );
}

/** Closes the block of an object with unknown modules, which may be guards, or with values that no program can contain. */
function denyUnknown(block: Block): boolean {
  const { inputs, unknownKeys } = block.object;
  const [lost] = lostValues(inputs);
  if (lost) block.refuse(lost.path, lost.why, "change it on the service and migrate again");
  else if (unknownKeys.length > 0) {
    const names = unknownKeys.slice(0, 5).map((name) => JSON.stringify(name.slice(0, 60)));
    block.refuse(
      [],
      `the service holds ${names.join(", ")} here, which this version does not know`,
      "update pulumi-tunnel-edge, or remove the generated deny rule if that property does not restrict access",
    );
  }
  return block.isClosed;
}

/** Adds a denial as the last rule, because a cloud endpoint has to respond to all requests. */
function closeRules(rules: readonly Rule[], denial: Action, name: string): readonly Rule[] {
  const last = rules.at(-1);
  return last && endsEverything(last) ? rules : [...rules, { name, actions: [denial] }];
}
