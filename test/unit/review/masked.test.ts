import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readPreview } from "../../../cli/review/preview";
import { type Report, review } from "../../../cli/review/report";
import { MASKED_PROGRAMS, type MaskedProgram, maskedEdits } from "../../support/masked-programs";
import {
  AGENT,
  APP,
  addHeader,
  endpointArgs,
  OFFICE,
  password,
  type Rule,
  rule,
} from "../../support/policies";
import {
  created,
  deleted,
  describeClients,
  findingSubjects,
  type Props,
  reviewSteps,
  type Step,
  same,
  updated,
} from "../../support/previews";

/** A preview of the real engine, recorded by test/engine/review-secrets.engine.test.ts. */
const recorded = async (name: MaskedProgram, provider: string): Promise<Report> => {
  const file = join(__dirname, `../../recorded/${name}-${provider}.json`);
  return review(readPreview(readFileSync(file, "utf8"), file));
};

/** @param address - The URL or other name of what clients reach, or the name of an object whose URL is masked. */
const findVerdict = ({ exposure }: Report, address: string): string => {
  if (exposure.masked.some(({ label }) => label === address)) return "may open";
  const change = exposure.changed.find(({ surface }) => surface.label === address);
  if (change === undefined || change.verdict === "same" || change.verdict === "closes") return "same";
  return change.opensCertainly ? "opens" : "may open";
};

const describeGains = ({ exposure }: Report, address: string) =>
  describeClients(exposure.changed.find(({ surface }) => surface.label === address)?.gainsAccess ?? []);

describe.each(["dynamic", "native"])("secrets in policies and modules of the %s provider", (provider) => {
  test.each(MASKED_PROGRAMS)("neither hide nor cause openings: %s", async (name) => {
    const report = await recorded(name, provider);
    const wrong = maskedEdits(name).flatMap(({ address, expected }) => {
      const verdict = findVerdict(report, address);
      const isRight = verdict === expected || (expected === "may open" && verdict === "opens");
      return isRight ? [] : [`${address}: ${verdict} instead of ${expected}`];
    });
    expect(wrong).toEqual([]);
    const opened = maskedEdits(name).filter(({ expected }) => expected !== "same");
    const reported = report.findings.filter(({ rule }) => /^exposure-(?:opens|may-open)$/.test(rule));
    for (const { address } of opened) expect(findingSubjects(reported)).toContain(address);
  });

  test("cause no finding if only descriptions change", async () => {
    const { findings, exposure } = await recorded("described", provider);
    expect([findings, exposure.changed]).toEqual([[], []]);
  });

  test("are reported without their values if they change in a vault", async () => {
    const { findings } = await recorded("named", provider);
    const reported = findings.filter(({ rule }) => rule === "secret-changes");
    expect(findingSubjects(reported)).toContain("Endpoint asks-password");
    expect(JSON.stringify(findings)).not.toContain("hush-hush");
  });

  test("are described in one sentence if the rules of the earlier policy are masked", async () => {
    const report = await recorded("policies", provider);
    expect(describeGains(report, "https://phase-dropped.example.com")[0]).toMatch(
      /^perhaps requests blocked by rules of the earlier policy, which held a secret and cannot be compared/,
    );
  });

  test("don't hide the parts of the earlier policy that inputs show", async () => {
    const report = await recorded("policies", provider);
    for (const edit of ["dropped", "unenforced"])
      expect(describeGains(report, `https://own-secret-${edit}.example.com`)[0]).toMatch(
        /^requests from outside 203\.0\.113\.0\/24/,
      );
  });
});

const SECRET = "[secret]";
const SIGNED = rule("verify-webhook", { provider: "github", secret: SECRET });
const endpoint = (trafficPolicy: unknown): Props => ({ url: APP, trafficPolicy });
const hidden = endpoint({ on_http_request: SECRET });

/** Returns an update as in the engine's preview: its outputs mask each phase with a secret. */
const masked = (before: Props, after: Props, more: Props = {}): Step => {
  const step = updated("Endpoint", "app", "ep_1", before, after, []);
  const oldState = { ...step.oldState, outputs: hidden, ...(more.oldState as Props | undefined) };
  return { ...step, ...more, oldState };
};

const verdictOf = async (...steps: readonly Step[]) => findVerdict(await reviewSteps(steps), APP);

describe("a masked value", () => {
  const guarded = endpoint({ on_http_request: [OFFICE, SIGNED] });
  const change = { detailedDiff: { description: { kind: "update", inputDiff: true } } };

  test("is unchanged if the engine lists no difference", async () => {
    expect(await verdictOf(masked(guarded, guarded, change))).toBe("same");
  });

  test("may differ if the engine doesn't list what changes", async () => {
    expect(await verdictOf(masked(hidden, hidden))).toBe("may open");
    expect(await verdictOf(masked(hidden, hidden, { diffReasons: ["__provider"] }))).toBe("same");
  });

  test("isn't read from the inputs of an update that failed partway", async () => {
    const oldState = { initErrors: ["trafficPolicy: 503 after 4 attempts"] };
    const signed = endpoint({ on_http_request: [SIGNED] });
    const step = masked(signed, signed, { ...change, oldState });
    expect(await verdictOf(step)).toBe("may open");
  });

  test("differs below a key that contains a dot", async () => {
    const rules = endpoint({ on_http_request: [rule("x", { "a.b": SECRET }, "true")] });
    const detailedDiff = {
      'trafficPolicy.on_http_request[0].actions[0].config["a.b"]': { kind: "update", inputDiff: true },
    };
    const step = updated("Endpoint", "app", "ep_1", rules, rules, []);
    expect(await verdictOf({ ...step, detailedDiff })).toBe("may open");
  });

  test("may be another certificate of an authority", async () => {
    const edge = same("TlsEdge", "edge", "edge_1", {
      ...{ hostports: ["app.example.com:443"], backend: { backendId: "bk_1" } },
      mutualTls: { certificateAuthorityIds: ["ca_1"] },
    });
    const ca = { caPem: SECRET };
    const authority = updated("CertificateAuthority", "ca", "ca_1", ca, ca, ["caPem"]);
    const opened = await reviewSteps([edge, authority]);
    expect(opened.exposure.changed.map(({ verdict }) => verdict)).toEqual(["shifts"]);
    const untouched = same("CertificateAuthority", "ca", "ca_1", ca);
    expect((await reviewSteps([edge, untouched])).exposure.changed).toEqual([]);
  });

  test("may be a URL with any binding", async () => {
    const before = { url: SECRET, trafficPolicy: {} };
    const step = updated("Endpoint", "app", "ep_1", before, before, ["url"]);
    const { exposure } = await reviewSteps([step]);
    expect([exposure.changed, exposure.masked.map(({ label }) => label)]).toEqual([[], ["Endpoint app"]]);
  });

  test("may be a map of any backends", async () => {
    const route = { edgeId: "edge_1", matchType: "path_prefix", match: "/", backend: { backendId: "bk_1" } };
    const split = { backends: SECRET };
    const steps = [
      same("HttpsEdge", "edge", "edge_1", { hostports: ["app.example.com:443"] }),
      same("HttpsEdgeRoute", "route", "route_1", route),
      updated("WeightedBackend", "split", "bk_1", split, split, ["backends"]),
    ];
    const [change] = (await reviewSteps(steps)).exposure.changed;
    expect(change?.backend).toBeDefined();
  });

  test("differs from that of another resource at the same URL", async () => {
    const steps = [deleted("Endpoint", "old", "ep_1", hidden), created("Endpoint", "new", hidden)];
    expect(await verdictOf(...steps)).toBe("may open");
  });
});

describe("an input that becomes or stops being a secret", () => {
  const CERTIFIED = { certificateAuthorityIds: ["ca_1"] };
  const route = { edgeId: "edge_1", matchType: "path_prefix", backend: { backendId: "bkd_1" } };
  const objects: readonly (readonly [className: string, name: string, id: string, inputs: Props])[] = [
    ["IpPolicy", "office", "ipp_1", {}],
    ["IpPolicyRule", "rule", "ipr_1", { ipPolicyId: "ipp_1", cidr: "203.0.113.0/24", action: "allow" }],
    ["IpRestriction", "all", "ipx_1", { type: "endpoints", enforced: true, ipPolicyIds: ["ipp_1"] }],
    ["CertificateAuthority", "ca", "ca_1", { caPem: "pem" }],
    ["HttpsEdge", "web", "edge_1", { hostports: ["web.example.com:443"], mutualTls: CERTIFIED }],
    [
      "HttpsEdgeRoute",
      "admin",
      "route_1",
      { ...route, match: "/admin", ipRestriction: { enabled: true, ipPolicyIds: ["ipp_1"] } },
    ],
    ["HttpsEdgeRoute", "root", "route_2", { ...route, match: "/" }],
    ["TlsEdge", "tls", "edge_2", { hostports: ["tls.example.com:443"], backend: { backendId: "bkd_1" } }],
    ["TlsEdgeMutualTls", "mutual", "mutual_1", { edgeId: "edge_2", ...CERTIFIED }],
    ["Endpoint", "app", "ep_1", endpoint({ on_http_request: [OFFICE] })],
    ["Endpoint", "wild", "ep_2", { url: "https://*.example.com", trafficPolicy: {}, bindings: ["public"] }],
  ];
  const cells = objects.flatMap(([, name, , inputs]) =>
    Object.keys(inputs).map((key) => [name, key] as const),
  );

  /** Returns the steps of a program with one masked input. Its resource changes only if `isDescribed`. */
  const maskedSteps = (name: string, key: string, masks: "before" | "after" | "both", isDescribed: boolean) =>
    objects.map(([className, objectName, id, inputs]): Step => {
      if (objectName !== name) return same(className, objectName, id, inputs);
      const hidden = { ...inputs, [key]: SECRET };
      const sides = [masks === "after" ? inputs : hidden, masks === "before" ? inputs : hidden] as const;
      const update = updated(className, objectName, id, ...sides, ["description"]);
      return isDescribed ? update : { ...update, op: "same", detailedDiff: {}, diffReasons: [] };
    });

  test.each(cells)("opens nothing if the engine lists no difference: %s, %s", async (name, key) => {
    for (const isDescribed of [false, true])
      for (const masks of ["before", "after", "both"] as const)
        expect(listOpenings(await reviewSteps(maskedSteps(name, key, masks, isDescribed)))).toEqual([]);
  });

  const listOpenings = ({ findings }: Report) =>
    findings.filter(({ rule }) => rule.startsWith("exposure")).map(({ message }) => message);

  test("opens nothing if only a part of it was a secret, or a list is reordered", async () => {
    const rules = (value: string) => endpoint({ on_http_request: [OFFICE, { ...SIGNED, name: value }] });
    expect(await verdictOf(masked(rules(SECRET), rules("a"), { op: "same" }))).toBe("same");
    const restriction = (...ipPolicyIds: readonly string[]) => ({
      type: "endpoints",
      enforced: true,
      ipPolicyIds,
    });
    const reordered = updated(
      "IpRestriction",
      "all",
      "ipx_1",
      restriction(SECRET, "ipp_1"),
      restriction("ipp_1", "ipp_2"),
      [],
    );
    const steps = objects.map(([className, name, id, inputs]) =>
      name === "all" ? { ...reordered, op: "same" } : same(className, name, id, inputs),
    );
    expect(listOpenings(await reviewSteps(steps))).toEqual([]);
  });

  test("may open if the engine lists it as changed", async () => {
    const visible = endpoint({ on_http_request: [OFFICE] });
    expect(await verdictOf(updated("Endpoint", "app", "ep_1", hidden, visible, ["trafficPolicy"]))).toBe(
      "may open",
    );
  });

  test("keeps the bindings that a masked URL implies", async () => {
    const hiddenEndpoint = (description: string) => ({ url: SECRET, trafficPolicy: {}, description });
    const [before, after] = [hiddenEndpoint("a"), hiddenEndpoint("b")];
    const described = (key: string): Step => {
      const change = updated("Endpoint", "app", "ep_1", before, after, [key]);
      return { ...change, oldState: { ...change.oldState, outputs: { ...before, bindings: ["public"] } } };
    };
    expect(listOpenings(await reviewSteps([described("description")]))).toEqual([]);
    const moved = await reviewSteps([described("url")]);
    expect([moved.exposure.changed, findingSubjects(moved.findings)]).toEqual([[], ["Endpoint app"]]);
  });
});

describe("a credential that the preview masks", () => {
  const basic = password("[secret]");
  const header = addHeader("x-served-by", "edge");
  const findingsOf = async (before: readonly Rule[], after: readonly Rule[], paths: readonly string[]) => {
    const step = updated("Endpoint", "app", "ep_app", endpointArgs(before), endpointArgs(after), paths);
    const { findings } = await reviewSteps([step]);
    return findings.map(({ rule, severity }) => `${rule} ${severity}`);
  };
  const PHASE = "trafficPolicy.on_http_request";

  test("is unchanged if only its rule moves", async () => {
    const paths = [`${PHASE}[0].actions[0]`, `${PHASE}[1].actions[0]`, `${PHASE}[2]`];
    expect(await findingsOf([basic, AGENT], [header, basic, AGENT], paths)).toEqual([]);
    expect(await findingsOf([header, basic, AGENT], [basic, AGENT], paths)).toEqual([]);
  });

  test("may differ if it changes in its rule", async () => {
    const paths = [`${PHASE}[0].actions[0].config.credentials[0]`];
    expect(await findingsOf([basic, AGENT], [basic, AGENT], paths)).toEqual(["exposure-may-open medium"]);
  });
});
