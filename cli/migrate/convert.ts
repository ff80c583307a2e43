import type { AccountObject } from "../../provider/inspect";
import { firstLostValue } from "../export/lost-values";
import { type Account, type Edge, hostAndPort, moduleOf, toText, toTexts } from "./account";
import { type AgentMove, Backends } from "./backends";
import { Block, type Variables } from "./block";
import { type Gap, Gaps, type ObjectGaps } from "./gaps";
import { changeHeaders, guardRoute, reportDisabled, restrictEdge, SIGN_INS, terminateTls } from "./modules";
import { applyOwnPolicy, freeVariable, ownPolicyText, policyMentions, rewritesUrl } from "./own-policy";
import { endsEverything, type Policy, type Rule } from "./policy";
import { matchOf, mayServe, type Route, routesOf, routeVariableRules } from "./routes";

/** A cloud endpoint that replaces an edge at one of its hostports. */
export interface MigratedEndpoint {
  readonly url: string;
  readonly hostport: string;
  readonly edge: Edge;
  readonly policy: Policy;
}

export interface Migration {
  readonly endpoints: readonly MigratedEndpoint[];
  readonly gaps: readonly Gap[];
  readonly agents: readonly AgentMove[];
  /** Objects that serve a hostport while neither the edge nor its endpoint does. */
  readonly between: readonly GapServer[];
}

export interface GapServer {
  readonly url: string;
  /** Classes and ids of objects that serve the closest wildcard. */
  readonly by: readonly string[];
}

/**
 * Converts the edges of an account into cloud endpoints, one for each hostport. Settings without a counterpart deny, so
 * that nobody gains access.
 */
export function migrate(account: Account): Migration {
  const gaps = new Gaps();
  const policies = account.objects.map(policyMentions);
  const backends = new Backends(account.backends, account.endpoints, policies);
  const variables = {
    route: freeVariable("edge_route", policies),
    allowed: freeVariable("edge_allowed", policies),
    chance: freeVariable("edge_chance", policies),
  };
  const endpoints = account.edges.flatMap((edge) => {
    const served = edge.hostports.join(", ");
    if (edge.hostports.length === 0)
      gaps
        .for(edge.object, served)
        .changed(
          ["hostports"],
          "it has no hostport, so no endpoint replaces it",
          "delete it if nothing uses it",
        );
    else
      for (const route of edge.routes)
        if (!edge.hostports.some((hostport) => mayServe(matchOf(route), hostAndPort(hostport).host)))
          gaps
            .for(route, `${served} ${toText(route.inputs.match)}`)
            .denied(
              ["match"],
              "no hostport of the edge serves its host, so no endpoint includes the route",
              "add the hostport to the edge and migrate again if its requests are wanted",
            );
    return edge.hostports.map((hostport): MigratedEndpoint => {
      const converter = new Converter(edge, hostport, gaps, backends, variables);
      const { url } = converter;
      const conflicting = account.endpoints.find((endpoint) => isServedBy(endpoint, url));
      if (conflicting)
        gaps
          .for(edge.object, served)
          .changed(
            ["hostports"],
            `the endpoint ${conflicting.id} already serves ${url} and would share its traffic`,
            "delete that endpoint first",
          );
      return { url, hostport, edge, policy: converter.policy() };
    });
  });
  return {
    endpoints,
    gaps: gaps.all,
    agents: backends.moves,
    between: findGapServers(account),
  };
}

/** Finds objects whose wildcard covers a hostport of an edge: they respond there while the hostport is free. */
function findGapServers({ objects, edges }: Account): GapServer[] {
  const wildcards = objects.flatMap(({ family, id, inputs, state }) => {
    // Endpoints of edges only mirror their edges.
    const urls =
      state.type === "edge"
        ? []
        : [toText(inputs.url), toText(state.publicUrl), ...toTexts(inputs.hostports)];
    return urls.flatMap((url) => {
      const { host, port } = hostAndPort(url);
      return host.startsWith("*.") ? [{ below: host.slice(1), port, name: `${family.name} ${id}`, id }] : [];
    });
  });
  return edges.flatMap(({ object, hostports }) =>
    hostports.flatMap((hostport) => {
      const { host, port } = hostAndPort(hostport);
      const covering = wildcards.filter(
        (wildcard) => wildcard.port === port && host.endsWith(wildcard.below),
      );
      // The closest wildcard responds.
      const closest = Math.max(...covering.map(({ below }) => below.length));
      const by = covering.filter(({ below, id }) => below.length === closest && id !== object.id);
      return by.length > 0 ? [{ url: hostport, by: [...new Set(by.map(({ name }) => name))] }] : [];
    }),
  );
}

/** True if an endpoint serves a URL. Endpoints of edges only mirror their edges. */
const isServedBy = ({ inputs, state }: AccountObject, url: string): boolean =>
  state.type !== "edge" && (toText(inputs.url) || toText(state.publicUrl)).replace(/:443$/, "") === url;

class Converter {
  readonly url: string;
  readonly #host: string;
  readonly #scheme: string;

  constructor(
    private readonly edge: Edge,
    hostport: string,
    private readonly gaps: Gaps,
    private readonly backends: Backends,
    private readonly variables: Variables,
  ) {
    const { host, port } = hostAndPort(hostport);
    this.#host = host;
    // An HTTPS edge on port 80 serves plain HTTP (an assumption).
    this.#scheme = edge.kind === "https" && port === 80 ? "http" : edge.kind;
    const isDefault = port === 80 ? this.#scheme === "http" : port === 443 && this.#scheme !== "tcp";
    this.url = `${this.#scheme}://${host}${isDefault ? "" : `:${port}`}`;
  }

  policy(): Policy {
    const phases = this.edge.kind === "https" ? this.#https() : this.#connections();
    return Object.fromEntries(Object.entries(phases).filter(([, rules]) => rules.length > 0));
  }

  #gaps(object: AccountObject): ObjectGaps {
    const hostports = this.edge.hostports.join(", ");
    const { match } = object.inputs;
    return this.gaps.for(object, match === undefined ? hostports : `${hostports} ${toText(match)}`);
  }

  /** TCP and TLS edges: source address, handshake, the edge's own policy, backend. */
  #connections(): Policy {
    const { object, kind } = this.edge;
    const block = new Block([], this.variables, false);
    const conversion = { object, block, gaps: this.#gaps(object), signInId: undefined };
    reportDisabled(object, conversion.gaps);
    if (!this.#deniesUnknown(object, block)) {
      restrictEdge(conversion);
      if (!block.isClosed && kind === "tls") terminateTls(conversion, kind);
      if (!block.isClosed) applyOwnPolicy(object, block, conversion.gaps, ["on_tcp_connect"]);
      if (!block.isClosed) this.#toBackend(object, block);
    }
    return { on_tcp_connect: closeRules(block.before, block, "no backend") };
  }

  #https(): Policy {
    const { object, routes: objects } = this.edge;
    const connection = new Block([], this.variables, false);
    const gaps = this.#gaps(object);
    reportDisabled(object, gaps);
    this.#deniesUnknown(object, connection);
    if (this.#scheme === "https" && !connection.isClosed)
      terminateTls({ object, block: connection, gaps, signInId: undefined }, "https");
    else if (moduleOf(object, "mutualTls")) {
      connection.refuse(
        gaps,
        ["mutualTls"],
        "clients have no certificates over plain HTTP",
        "remove port 80 from hostports and migrate again",
      );
    }
    const routes = routesOf(objects, this.#host);
    const [only] = routes;
    const isOnlyRoute = routes.length === 1 && only?.conditions.length === 0;
    const http = new Block([], this.variables, true);
    const blocks = [...routes].reverse().map((route) => this.#route(route, routes, isOnlyRoute));
    const choosing =
      isOnlyRoute || routes.length === 0 ? [] : routeVariableRules(routes, this.variables.route);
    const responses = blocks.flatMap(({ response }) => response);
    return {
      on_tcp_connect: connection.before,
      on_http_request: closeRules(
        [...choosing, ...blocks.flatMap(({ before }) => before)],
        http,
        "no route",
        404,
      ),
      on_http_response: responses.length === 0 ? [] : [...choosing, ...responses],
    };
  }

  /** A route: its guards, its own policy, changes to requests and responses, its backend. */
  #route({ object, name, undecidedReason }: Route, routes: readonly Route[], isOnlyRoute: boolean): Block {
    const { variables } = this;
    const signIns = routes.flatMap((route) => SIGN_INS.filter((module) => moduleOf(route.object, module)));
    const hasBothSignIns = SIGN_INS.every((module) => moduleOf(object, module));
    const block = new Block(isOnlyRoute ? [] : [`vars.${variables.route} == "${name}"`], variables, true);
    const gaps = this.#gaps(object);
    const conversion = {
      object,
      block,
      gaps,
      signInId:
        signIns.length > 1 ? (module: string) => (hasBothSignIns ? `${name}-${module}` : name) : undefined,
    };
    reportDisabled(object, gaps, this.edge.object);
    if (this.#deniesUnknown(object, block)) return block;
    if (undecidedReason !== undefined) {
      block.refuse(gaps, ["match"], undecidedReason, "give the route a match of its own and migrate again");
      return block;
    }
    guardRoute(conversion);
    if (!block.isClosed) this.#ownPolicy(object, block, isOnlyRoute);
    if (!block.isClosed) changeHeaders(conversion);
    else if (moduleOf(object, "requestHeaders") && ownPolicyText(object))
      gaps.changed(
        ["requestHeaders"],
        "its traffic policy responds to or forwards all requests before headers are changed",
        "put add-headers and remove-headers into the policy",
      );
    if (!block.isClosed) this.#toBackend(object, block);
    this.#warnOfRewriting(block, gaps, routes, isOnlyRoute);
    return block;
  }

  #ownPolicy(object: AccountObject, block: Block, isOnlyRoute: boolean): void {
    const gaps = this.#gaps(object);
    applyOwnPolicy(object, block, gaps, ["on_http_request", "on_http_response"]);
    if (isOnlyRoute || block.response.length === 0 || !rewritesUrl(ownPolicyText(object))) return;
    block.refuse(
      gaps,
      ["trafficPolicy", "value"],
      "it rewrites the URL, so its response rules can no longer be distinguished from those of other routes",
      "give the route a hostname of its own and migrate again",
    );
  }

  #warnOfRewriting(block: Block, gaps: ObjectGaps, routes: readonly Route[], isOnlyRoute: boolean): void {
    if (isOnlyRoute || block.response.length === 0) return;
    if (!routes.some(({ object }) => rewritesUrl(ownPolicyText(object)))) return;
    gaps.changed(
      ["responseHeaders"],
      "another route rewrites URLs, so its responses may be treated as this route's",
      "check the headers and the compression of both routes' responses",
    );
  }

  #toBackend(object: AccountObject, block: Block): void {
    const id = toText(moduleOf(object, "backend")?.backendId);
    if (id === "") block.deny("no backend", 502);
    else this.backends.forward(block, id, ["backend", "backendId"], this.#gaps(object));
  }

  /** Denies everything for objects with unknown modules, which may be guards, or values that no program can contain. */
  #deniesUnknown(object: AccountObject, block: Block): boolean {
    const lost = firstLostValue(object.inputs);
    if (lost) {
      block.refuse(this.#gaps(object), lost.path, lost.why, "change it on the service and migrate again");
      return true;
    }
    if (object.unknownKeys.length === 0) return false;
    const names = object.unknownKeys.slice(0, 5).map((name) => JSON.stringify(name.slice(0, 60)));
    block.refuse(
      this.#gaps(object),
      [],
      `the service holds ${names.join(", ")} here, which this version does not know`,
      "update pulumi-tunnel-edge, or remove the rule that denies if it is not a guard",
    );
    return true;
  }
}

/** Ends rules with a denial: a cloud endpoint has to respond to everything itself. */
function closeRules(rules: readonly Rule[], block: Block, name: string, status = 502): readonly Rule[] {
  const last = rules.at(-1);
  if (last && endsEverything(last)) return rules;
  return [...rules, { name, actions: [block.denial(status)] }];
}
