import type { Cause, Ending, Evaluation } from "../../traffic-policy/evaluate/outcome";
import {
  questionSchema,
  type ReadQuestion,
  readQuestion,
  type UrlParts,
} from "../../traffic-policy/evaluate/question";
import { RequestState } from "../../traffic-policy/evaluate/request";
import { readCertificates } from "../../traffic-policy/language/certificates";
import { Budget, ExpressionFailure, Undecided } from "../../traffic-policy/language/values";
import { type AccountData, type EvaluationContext, refuse } from "../../traffic-policy/run/guards";
import { type Policy, PolicyRunner } from "../../traffic-policy/run/policy-runner";
import { explore, type Run } from "../../traffic-policy/run/run";
import type { Account } from "../account/account";
import { asText } from "../json";
import { EmulatorOptionError, readOption } from "../read-option";
import type { StoredObject } from "../store/storage";
import { accountRestriction, backendPath, edgeGuards, handshake, policyText, routeGuards } from "./modules";
import { chooseRoute, matchesByPath } from "./routes";
import { internalTargets, publicTargets, type Target } from "./targets";

/** Maximum evaluation steps for a question, about one for each node of an expression. */
const MAX_STEPS = 500_000;
/** Maximum number of internal endpoints in the path of a request. */
const MAX_FORWARDS = 10;

/**
 * Returns the outcome of a request, based on the objects of the account.
 *
 * @throws EmulatorOptionError for an invalid question
 */
export function evaluate(account: Account, input: unknown): Evaluation {
  const question = readQuestion(readOption("evaluate", questionSchema, input ?? {}));
  if (question === undefined)
    throw new EmulatorOptionError(
      "evaluate.url",
      "must be a URL such as https://app.example.com/path, with http, https, tls or tcp; tcp needs a port",
    );
  account.runDueWork();
  const policies = new Map<string, Policy>();
  const budget = new Budget(MAX_STEPS, "a request that takes more than 500000 steps");
  // All branches have the same time, so that they only differ after a fork.
  const now = account.clock.now();
  const { url } = question;
  return explore((run) => {
    refuseUndefinedRequest(question);
    // Internal endpoints are not reachable from the internet.
    const target = pickEndpoint(run, url.host.endsWith(".internal") ? [] : publicTargets(account, url));
    if (!target) return { outcome: "no-endpoint" };
    const state = new RequestState(question, now, endpointFacts(target));
    const traversal = new Traversal(account, run, state, policies, budget);
    return accountRestriction(account, traversal) ?? traversal.visit(target);
  });
}

/** @throws Undecided for a request whose outcome the reference does not define */
function refuseUndefinedRequest({ url, headers, cert }: ReadQuestion): void {
  const host = headers.get("host");
  const hostName = host?.[0]?.toLowerCase().replace(/:\d+$/, "");
  if (host && (host.length > 1 || hostName !== url.host))
    throw new Undecided("a Host header that is not the URL's host");
  if (cert !== undefined && readCertificates(cert)?.length === 0)
    throw new Undecided("a client certificate without a PEM block");
}

/** Finds the objects that policies refer to. API reference: "IP policy". */
const accountData = ({ storage }: Account): AccountData => ({
  rangesOf(ipPolicies) {
    const rules = storage
      .all("/ip_policy_rules")
      .filter(({ fields }) => ipPolicies.includes(asText(fields.ip_policy_id)));
    const cidrs = (action: string) =>
      rules.filter(({ fields }) => fields.action === action).map(({ fields }) => asText(fields.cidr));
    return { allow: cidrs("allow"), deny: cidrs("deny") };
  },
  authority(id) {
    const stored = storage.get("/certificate_authorities", id);
    return stored && asText(stored.fields.ca_pem);
  },
});

/** Picks one of the endpoints that share a URL, as the service does for each request. */
function pickEndpoint(run: Run, targets: readonly Target[]): Target | undefined {
  if (targets.length < 2) return targets[0];
  return targets[run.draw("which endpoint of a pool gets the request", targets.length)];
}

const endpointFacts = ({ kind, object, url }: Target) => ({
  id: kind === "endpoint" ? object.id : undefined,
  url,
});

/** One path of a request through endpoints, edges, and their policies. */
class Traversal implements EvaluationContext {
  readonly account: AccountData;
  readonly #policies: PolicyRunner;
  /** The forwards so far. `fingerprint`: the internal endpoint, and the content of the request on arrival. */
  readonly #forwards: { readonly fingerprint: string; readonly continuesOnError: boolean }[] = [];

  constructor(
    readonly emulatedAccount: Account,
    readonly run: Run,
    readonly state: RequestState,
    policies: Map<string, Policy>,
    readonly budget: Budget,
  ) {
    this.account = accountData(emulatedAccount);
    this.#policies = new PolicyRunner(this.account, run, state, policies, budget, (url, continuesOnError) =>
      this.#forwardToInternal(url, continuesOnError),
    );
  }

  visit(target: Target): Ending {
    try {
      if (target.kind === "endpoint") return this.#visitEndpoint(target, false);
      return target.kind === "https" ? this.#visitHttpsEdge(target) : this.#visitEdge(target);
    } catch (error) {
      // A seeded module may have an invalid regular expression. The policy runner handles failures within policies.
      if (!(error instanceof ExpressionFailure)) throw error;
      throw new Undecided(`${target.at}: ${error.message}`);
    }
  }

  /** @param isInternal - True if the request was forwarded by forward-internal */
  #visitEndpoint({ at, object, url }: Target, isInternal: boolean): Ending {
    const text = asText(object.fields.traffic_policy);
    const policy = { text, at, protocol: url.scheme, isInternal, isEndpoint: true };
    return this.#policies.runPolicy(policy, () => {
      if (object.fields.type === "cloud") return this.run.end({ outcome: "unanswered", by: { at } });
      return this.#endForwarded({ at }, asText(object.fields.upstream_url) || at);
    });
  }

  #visitEdge({ at, object, kind }: Target): Ending {
    const policy = { text: policyText(object), at, protocol: kind };
    return (
      edgeGuards(this, object, at) ??
      (kind === "tls" ? handshake(this, object, at) : undefined) ??
      this.#policies.runPolicy(policy, () => this.#forwardToBackend(object, at))
    );
  }

  #visitHttpsEdge({ at, object, url }: Target): Ending {
    const refusal = url.scheme === "https" ? handshake(this, object, at) : undefined;
    if (refusal) return refusal;
    const route = this.#chooseRoute(`${at}/routes`);
    if (!route) return { outcome: "no-endpoint", by: { at } };
    const path = `${at}/routes/${route.id}`;
    const policy = { text: policyText(route), at: path, protocol: url.scheme };
    return (
      routeGuards(this, route, path) ??
      this.#policies.runPolicy(policy, () => this.#forwardToBackend(route, path))
    );
  }

  #chooseRoute(collection: string): StoredObject | undefined {
    const routes = this.emulatedAccount.storage.all(collection);
    const path = this.state.knownPath;
    if (path === undefined && routes.some(matchesByPath)) throw new Undecided("req.url.path");
    return chooseRoute(this.run, routes, this.state.question.url, path ?? "/");
  }

  #forwardToBackend(object: StoredObject, at: string): Ending {
    const by = { at, module: "backend" };
    const backend = backendPath(this.emulatedAccount, object);
    return backend === undefined
      ? this.run.end({ outcome: "unanswered", by })
      : this.#endForwarded(by, backend);
  }

  #endForwarded(by: Cause, to: string): Ending {
    const { url, question, isUrlUnknown } = this.state;
    const isRewritten = url !== question.url && !isUrlUnknown;
    return this.run.end({ outcome: "forwarded", by, to, ...(isRewritten && { url: url.raw }) });
  }

  #forwardToInternal(url: UrlParts, continuesOnError: boolean): Ending | undefined {
    const target = pickEndpoint(this.run, internalTargets(this.emulatedAccount, url));
    if (!target) return undefined;
    const restore = this.state.snapshot();
    this.state.forward(endpointFacts(target));
    const ending = this.#visitInternal(target, continuesOnError);
    restore();
    return ending;
  }

  /** A request that returns to an endpoint unchanged would loop forever, so the service rejects it. */
  #visitInternal(target: Target, continuesOnError: boolean): Ending {
    if (this.#forwards.length >= MAX_FORWARDS)
      throw new Undecided(`more than ${MAX_FORWARDS} forward-internal actions in a row`);
    const fingerprint = `${target.object.id} ${this.state.fingerprint}`;
    if (this.#forwards.some((forward) => forward.fingerprint === fingerprint)) {
      if (continuesOnError || this.#forwards.some((forward) => forward.continuesOnError))
        throw new Undecided("the outcome of a forwarding loop");
      return refuse(this.run, { at: target.object.id });
    }
    this.#forwards.push({ fingerprint, continuesOnError });
    const ending = this.#visitEndpoint(target, true);
    this.#forwards.pop();
    return ending;
  }
}
