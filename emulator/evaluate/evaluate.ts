import { type AccountData, refuse } from "../../traffic-policy/evaluate/guards";
import type { Cause, Ending, Evaluation } from "../../traffic-policy/evaluate/outcome";
import type { Policy } from "../../traffic-policy/evaluate/policy";
import { PolicyRunner } from "../../traffic-policy/evaluate/policy-runner";
import {
  questionSchema,
  type ReadQuestion,
  readQuestion,
  type UrlParts,
} from "../../traffic-policy/evaluate/question";
import { RequestState } from "../../traffic-policy/evaluate/request";
import { explore, type Run } from "../../traffic-policy/evaluate/run";
import { readChain } from "../../traffic-policy/language/certificates";
import { Budget, ExpressionFailure, Undecided } from "../../traffic-policy/language/values";
import type { Account } from "../account/account";
import { textOf } from "../json";
import { EmulatorOptionError, readOption } from "../read-option";
import type { StoredObject } from "../store/storage";
import {
  type AccountVisit,
  accountRestriction,
  backendOf,
  edgeGuards,
  handshake,
  policyOf,
  routeGuards,
} from "./modules";
import { chosenRoute, isByPath } from "./routes";
import { internalTargets, publicTargets, type Target } from "./targets";

/** Work that one question may cause, in nodes of expressions. */
const MOST_WORK = 500_000;
/** Internal endpoints that a request may go through. */
const MOST_FORWARDS = 10;

/**
 * Returns the outcome of a request, given the objects of the account.
 *
 * @throws EmulatorOptionError for a question that cannot be read
 */
export function evaluate(account: Account, given: unknown): Evaluation {
  const question = readQuestion(readOption("evaluate", questionSchema, given ?? {}));
  if (question === undefined)
    throw new EmulatorOptionError(
      "evaluate.url",
      "must be a URL such as https://app.example.com/path, with http, https, tls or tcp; tcp needs a port",
    );
  account.settle();
  return new Evaluator(account, question).answer();
}

/** One question and what was read for it. */
class Evaluator {
  readonly #policies = new Map<string, Policy>();
  readonly #budget = new Budget(MOST_WORK, "a request that takes more than 500000 steps");

  /** One time for all branches, so that they are equal up to the fork. */
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
    const target = pickEndpoint(run, url.host.endsWith(".internal") ? [] : publicTargets(account, url));
    if (!target) return { outcome: "no-endpoint" };
    const state = new RequestState(question, this.#now, servedBy(target));
    const way = new Way(account, run, state, this.#policies, this.#budget);
    return accountRestriction(way) ?? way.visit(target);
  }

  /** Requests whose outcome the reference does not define. */
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

/** The objects of an account that policies refer to. API reference: "IP policy". */
const dataOf = ({ storage }: Account): AccountData => ({
  rangesOf(ipPolicies) {
    const rules = storage
      .all("/ip_policy_rules")
      .filter(({ fields }) => ipPolicies.includes(textOf(fields.ip_policy_id)));
    const cidrs = (action: string) =>
      rules.filter(({ fields }) => fields.action === action).map(({ fields }) => textOf(fields.cidr));
    return { allow: cidrs("allow"), deny: cidrs("deny") };
  },
  authority(id) {
    const stored = storage.get("/certificate_authorities", id);
    return stored && textOf(stored.fields.ca_pem);
  },
});

/** One of several endpoints that share a URL: the service picks one for each request. */
function pickEndpoint(run: Run, targets: readonly Target[]): Target | undefined {
  if (targets.length < 2) return targets[0];
  return targets[run.draw("which endpoint of a pool gets the request", targets.length)];
}

const servedBy = ({ kind, object, url }: Target) => ({
  id: kind === "endpoint" ? object.id : undefined,
  url,
});

/** A request on one of its ways through endpoints, edges and their policies. */
class Way implements AccountVisit {
  readonly account: AccountData;
  readonly objects: Account["storage"];
  readonly #policies: PolicyRunner;
  /** The internal endpoints that the request is on its way through, and as what it came there. */
  readonly #forwards: { readonly as: string; readonly goesOn: boolean }[] = [];

  constructor(
    readonly whole: Account,
    readonly run: Run,
    readonly state: RequestState,
    policies: Map<string, Policy>,
    readonly budget: Budget,
  ) {
    this.objects = whole.storage;
    this.account = dataOf(whole);
    this.#policies = new PolicyRunner(this.account, run, state, policies, budget, (url, goesOn) =>
      this.#toInternal(url, goesOn),
    );
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
    return this.#policies.follow(given, () => {
      if (object.fields.type === "cloud") return this.run.end({ outcome: "unanswered", by: { at } });
      return this.#forwarded({ at }, textOf(object.fields.upstream_url) || at);
    });
  }

  #edge({ at, object, kind }: Target): Ending {
    const given = { text: policyOf(object), at, protocol: kind };
    return edgeGuards(this, object, at) ?? this.#policies.follow(given, () => this.#toBackend(object, at));
  }

  #httpsEdge({ at, object, url }: Target): Ending {
    const refusal = url.scheme === "https" ? handshake(this, object, at) : undefined;
    if (refusal) return refusal;
    const route = this.#route(`${at}/routes`);
    if (!route) return { outcome: "no-endpoint", by: { at } };
    const path = `${at}/routes/${route.id}`;
    const given = { text: policyOf(route), at: path, protocol: url.scheme };
    return (
      routeGuards(this, route, path, this.budget) ??
      this.#policies.follow(given, () => this.#toBackend(route, path))
    );
  }

  #route(collection: string): StoredObject | undefined {
    const routes = this.objects.all(collection);
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

  #toInternal(url: UrlParts, goesOn: boolean): Ending | undefined {
    const target = pickEndpoint(this.run, internalTargets(this.whole, url));
    if (!target) return undefined;
    const before = this.state.snapshot();
    this.state.forward(servedBy(target));
    const ending = this.#forwardedTo(target, goesOn);
    before();
    return ending;
  }

  /** A request that comes back to an endpoint unchanged would loop forever: the service rejects it. */
  #forwardedTo(target: Target, goesOn: boolean): Ending {
    if (this.#forwards.length >= MOST_FORWARDS)
      throw new Undecided(`more than ${MOST_FORWARDS} times forward-internal`);
    const as = `${target.object.id} ${this.state.fingerprint}`;
    if (this.#forwards.some((forward) => forward.as === as)) {
      if (goesOn || this.#forwards.some((forward) => forward.goesOn))
        throw new Undecided("the outcome of a forwarding loop");
      return refuse(this.run, { at: target.object.id });
    }
    this.#forwards.push({ as, goesOn });
    const ending = this.#endpoint(target, true);
    this.#forwards.pop();
    return ending;
  }
}
