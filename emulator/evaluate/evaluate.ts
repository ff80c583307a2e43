import type { Account } from "../account/account";
import { textOf } from "../json";
import type { StoredObject } from "../store/storage";
import { act, type Stage } from "./actions";
import { readChain } from "./certificates";
import { Expressions } from "./expressions";
import { LOWEST_BY_DEFAULT, refused, speaks, type Verdict, type Visit } from "./guards";
import { Macros } from "./macros";
import { accountRestriction, backendOf, edgeGuards, handshake, policyOf, routeGuards } from "./modules";
import type { Cause, Ending, Evaluation } from "./outcome";
import { type Phase, type Policy, type Rule, readPolicy } from "./policy";
import { type ReadQuestion, readQuestion } from "./question";
import { chosenRoute, isByPath } from "./routes";
import { explore, type Run } from "./run";
import { internalTargets, publicTargets, type Target } from "./targets";
import { Budget, ExpressionFailure, plain, Undecided } from "./values";
import { RequestState } from "./variables";

/** Work that one question may cause, in nodes of expressions. */
const MOST_WORK = 500_000;
/** Internal endpoints that a request may go through. */
const MOST_FORWARDS = 10;

/**
 * What becomes of a request, by what the account holds.
 *
 * @throws EmulatorOptionError for a question that cannot be read
 */
export function evaluate(account: Account, given: unknown): Evaluation {
  const question = readQuestion(given);
  account.settle();
  return new Evaluator(account, question).answer();
}

/** One question and what was read for it. */
class Evaluator {
  readonly #policies = new Map<string, Policy>();
  readonly #budget = new Budget(MOST_WORK, "a request that takes more than 500000 steps");

  /** One time for all ways: they have to go the same way until they part. */
  readonly #now: number;

  constructor(
    readonly account: Account,
    readonly question: ReadQuestion,
  ) {
    this.#now = account.clock.now();
  }

  answer(): Evaluation {
    return explore((run) => this.#follow(run));
  }

  #follow(run: Run): Ending {
    const { account, question } = this;
    const { url } = question;
    this.#refuseOddRequests();
    // Internal endpoints are no part of the public net.
    const target = oneOf(run, url.host.endsWith(".internal") ? [] : publicTargets(account, url));
    if (!target) return { outcome: "no-endpoint" };
    const state = new RequestState(question, this.#now, servedBy(target));
    const way = new Way(account, run, state, this.#policies, this.#budget);
    return accountRestriction(way) ?? way.visit(target);
  }

  /** What services do with such requests is not in the reference. */
  #refuseOddRequests(): void {
    const { url, headers, cert } = this.question;
    const host = headers.get("host");
    const named = host?.[0]?.toLowerCase().replace(/:\d+$/, "");
    if (host && (host.length > 1 || named !== url.host))
      throw new Undecided("a Host header that is not the URL's host");
    if (cert !== undefined && readChain(cert)?.length === 0)
      throw new Undecided("a client certificate without a PEM block");
  }
}

/** One of several endpoints that share a URL: the service picks one for each request. */
function oneOf(run: Run, targets: readonly Target[]): Target | undefined {
  if (targets.length < 2) return targets[0];
  return targets[run.draw("which endpoint of a pool gets the request", targets.length)];
}

const servedBy = ({ kind, object, url }: Target) => ({
  id: kind === "endpoint" ? object.id : undefined,
  url,
});

/** A request on one of its ways through endpoints, edges and their policies. */
class Way implements Visit {
  readonly #expressions: Expressions;
  /** The internal endpoints that the request is on its way through, and as what it came there. */
  readonly #forwards: { readonly as: string; readonly goesOn: boolean }[] = [];

  constructor(
    readonly account: Account,
    readonly run: Run,
    readonly state: RequestState,
    readonly policies: Map<string, Policy>,
    readonly budget: Budget,
  ) {
    this.#expressions = new Expressions(new Macros(state, budget), budget);
  }

  visit(target: Target): Ending {
    try {
      if (target.kind === "endpoint") return this.#endpoint(target, false);
      return target.kind === "https" ? this.#httpsEdge(target) : this.#edge(target);
    } catch (error) {
      // A regular expression of a module; those of policies are met where their rules are.
      if (!(error instanceof ExpressionFailure)) throw error;
      throw new Undecided(`${target.at}: ${error.message}`);
    }
  }

  /** @param internal reached by forward-internal */
  #endpoint({ at, object, url }: Target, internal: boolean): Ending {
    const text = textOf(object.fields.traffic_policy);
    const given = { text, at, protocol: url.scheme, internal, isEndpoint: true };
    return this.#served(given, () => {
      if (object.fields.type === "cloud") return this.run.end({ outcome: "unanswered", by: { at } });
      return this.#forwarded({ at }, textOf(object.fields.upstream_url) || at);
    });
  }

  #edge({ at, object, kind }: Target): Ending {
    const given = { text: policyOf(object), at, protocol: kind };
    return edgeGuards(this, object, at) ?? this.#served(given, () => this.#toBackend(object, at));
  }

  #httpsEdge({ at, object, url }: Target): Ending {
    const refusal = url.scheme === "https" ? handshake(this, object, at) : undefined;
    if (refusal) return refusal;
    const route = this.#route(`${at}/routes`);
    if (!route) return { outcome: "no-endpoint", by: { at } };
    const path = `${at}/routes/${route.id}`;
    const given = { text: policyOf(route), at: path, protocol: url.scheme };
    return (
      routeGuards(this, route, path, this.budget) ?? this.#served(given, () => this.#toBackend(route, path))
    );
  }

  #route(collection: string): StoredObject | undefined {
    const routes = this.account.storage.all(collection);
    const path = this.state.settledPath;
    if (path === undefined && routes.some(isByPath)) throw new Undecided("req.url.path");
    return chosenRoute(this.run, routes, this.state.question.url, path ?? "/");
  }

  #toBackend(object: StoredObject, at: string): Ending {
    const by = { at, module: "backend" };
    const backend = backendOf(this, object);
    return backend === undefined ? this.run.end({ outcome: "unanswered", by }) : this.#forwarded(by, backend);
  }

  #forwarded(by: Cause, to: string): Ending {
    const { url, question, isUrlUnknown } = this.state;
    const isRewritten = url !== question.url && !isUrlUnknown;
    return this.run.end({ outcome: "forwarded", by, to, ...(isRewritten && { url: url.raw }) });
  }

  /** Runs the phases of a policy, those of the response after what is behind it. */
  #served(place: PolicyPlace, behind: () => Ending): Ending {
    const policy = this.#read(place.text ?? "");
    const ended = this.#policy(policy, place) ?? behind();
    return isPlainHttp(place) ? this.#answered(policy, place, ended) : ended;
  }

  /**
   * A guard of `on_http_response` hides a response: that of the policy itself is then as good as none. What an upstream has
   * answered is hidden after the request has got there.
   */
  #answered(policy: Policy, { at, protocol }: PolicyPlace, ended: Ending): Ending {
    const isOwn = ended.outcome === "answered" || ended.outcome === "redirected";
    if ((!isOwn && ended.outcome !== "forwarded") || !mayHide(policy)) return ended;
    const found = this.#phase(policy, "on_http_response", at, protocol);
    if (!found) return ended;
    if (ended.outcome === "forwarded") {
      // What it reaches has got the request, and the client hears nothing of it.
      const withheld = { ...ended, withheld: found.by ?? { at } };
      if (found.outcome !== "undecided") return withheld;
      return this.run.fork(found.why?.join(", ") ?? "", 2) === 0 ? ended : withheld;
    }
    if (found.outcome === "answered") return ended.outcome === "answered" ? found : ended;
    if (found.outcome === "undecided")
      return this.run.fork(found.why?.join(", ") ?? "", 2) === 0
        ? ended
        : refused(this.run, found.by ?? { at });
    if (ended.by?.action === "custom-response") return found;
    return this.run.fork(`whether on_http_response runs after ${ended.by?.action}`, 2) === 0 ? ended : found;
  }

  /** Runs the phases of a policy that come before the upstream. */
  #policy(policy: Policy, place: PolicyPlace): Verdict {
    const { at, protocol, internal = false } = place;
    const isHttp = isPlainHttp(place);
    const isRoute = at.includes("/routes/");
    if (!isHttp && policy.on_http_request.length + policy.on_http_response.length > 0)
      throw new Undecided(`an HTTP phase at ${protocol}`);
    if (isRoute && policy.on_tcp_connect.length > 0) throw new Undecided("on_tcp_connect at an HTTPS edge");
    // No connection is made to an internal HTTP endpoint: its first phase never runs.
    const connected = isHttp && internal ? undefined : this.#phase(policy, "on_tcp_connect", at, protocol);
    const met = connected ?? (internal ? undefined : this.#endpointTls(place));
    return met ?? (isHttp ? this.#phase(policy, "on_http_request", at, protocol) : undefined);
  }

  /** The handshake of an endpoint whose policy has not ended TLS itself. That of a TLS endpoint is the upstream's. */
  #endpointTls({ at, protocol, isEndpoint = false }: PolicyPlace): Verdict {
    const isEnded = isEndpoint && protocol === "https" && !this.state.hasEndedTls;
    return !isEnded || speaks(this, LOWEST_BY_DEFAULT) ? undefined : refused(this.run, { at });
  }

  #read(text: string): Policy {
    const found = this.policies.get(text) ?? readPolicy(text);
    this.policies.set(text, found);
    return found;
  }

  #phase(policy: Policy, phase: Phase, at: string, protocol: string): Verdict {
    this.state.vars = new Map();
    this.state.phase = phase;
    const stage: Stage = {
      account: this.account,
      run: this.run,
      state: this.state,
      phase,
      protocol,
      expressions: this.#expressions,
      forward: (url, goesOn) => {
        const target = oneOf(this.run, internalTargets(this.account, url));
        if (!target) return undefined;
        const before = this.state.keep();
        this.state.forward(servedBy(target));
        const ending = this.#forwardedTo(target, goesOn);
        before();
        return ending;
      },
    };
    for (const [index, rule] of policy[phase].entries()) {
      const ended = this.#rule(stage, rule, {
        at,
        phase,
        rule: index,
        ...(rule.name === undefined ? {} : { name: rule.name }),
      });
      if (ended) return ended;
    }
    return undefined;
  }

  /** A request that comes back to an endpoint as it came there would go round for ever: the service rejects it. */
  #forwardedTo(target: Target, goesOn: boolean): Ending {
    if (this.#forwards.length >= MOST_FORWARDS)
      throw new Undecided(`more than ${MOST_FORWARDS} times forward-internal`);
    const as = `${target.object.id} ${this.state.fingerprint}`;
    if (this.#forwards.some((one) => one.as === as)) {
      if (goesOn || this.#forwards.some((one) => one.goesOn)) throw new Undecided("what follows from a loop");
      return refused(this.run, { at: target.object.id });
    }
    this.#forwards.push({ as, goesOn });
    const ending = this.#endpoint(target, true);
    this.#forwards.pop();
    return ending;
  }

  #rule(stage: Stage, rule: Rule, by: Cause): Verdict {
    if (!this.#applies(rule)) {
      this.run.step(by, "skipped");
      return undefined;
    }
    for (const action of rule.actions) {
      const cause = { ...by, action: action.type };
      const ended = this.#failing(cause, () => act(stage, action.type, action.config, cause));
      if (ended) return ended;
    }
    return undefined;
  }

  /** Whether all expressions of a rule are true: one that fails, or is no bool, is not. */
  #applies({ expressions }: Rule): boolean {
    const unknown: string[] = [];
    for (const expression of expressions) {
      try {
        if (plain(this.#expressions.evaluate(expression, this.state.scope)) !== true) return false;
      } catch (error) {
        if (error instanceof ExpressionFailure) return false;
        if (!(error instanceof Undecided)) throw error;
        unknown.push(error.what);
      }
    }
    const [name] = unknown;
    return name === undefined || this.run.fork(name, 2) === 0;
  }

  /** An action whose interpolation fails does nothing, or its error is answered. */
  #failing(by: Cause, run: () => Verdict): Verdict {
    try {
      return run();
    } catch (error) {
      if (error instanceof Undecided) return this.run.end({ outcome: "undecided", by, why: [error.what] });
      if (!(error instanceof ExpressionFailure)) throw error;
      return this.run.fork(`what follows from ${error.message}`, 2) === 0 ? undefined : refused(this.run, by);
    }
  }
}

/** Where a policy is, with its text. */
interface PolicyPlace {
  readonly text: string | undefined;
  readonly at: string;
  readonly protocol: string;
  /** Reached by forward-internal. */
  readonly internal?: boolean;
  readonly isEndpoint?: boolean;
}

const isPlainHttp = ({ protocol }: PolicyPlace): boolean => protocol === "http" || protocol === "https";

/** Actions that hide no response. */
const SHOWING = new Set([
  "add-headers",
  "compress-response",
  "log",
  "remove-headers",
  "response-body-find-replace",
  "set-vars",
  "sse-find-replace",
]);

const mayHide = (policy: Policy): boolean =>
  policy.on_http_response.some(({ actions }) => actions.some(({ type }) => !SHOWING.has(type)));
