import { describe, expect, test } from "vitest";
import { UNKNOWN } from "../../../provider/family/unknown";
import { created, listFindings, type Props, reviewSteps, same, state, urn } from "../../support/previews";

const DOMAIN = { domain: "app.example.com" };
const inputsAdopting = (adoptId: string): Props => ({ ...DOMAIN, adoptId });
const [ONE, TWO] = [inputsAdopting("rd_1"), inputsAdopting("rd_2")];

const replacement = (from: Props, to: Props, reason: string, isAdopted = false) => ({
  op: "replace",
  urn: urn("ReservedDomain", "app"),
  oldState: state("old_1", from, isAdopted ? { ...from, adopted: true } : from),
  newState: state(undefined, to, {}),
  replaceReasons: [reason],
  diffReasons: [reason],
});

const calls = ({ cost }: Awaited<ReturnType<typeof reviewSteps>>) =>
  cost.calls.map(({ method, path }) => `${method} ${path}`).sort();

describe("a replacement by an adopted object", () => {
  test("keeps an adopted predecessor, and creates nothing", async () => {
    const report = await reviewSteps([replacement(ONE, TWO, "adoptId", true)]);
    expect(listFindings(report)).toEqual([]);
    expect(calls(report)).toEqual(["GET /reserved_domains/{id}"]);
    expect(report.summary).toMatchObject({ adopt: 1, create: 0, replace: 0 });
    expect(report.changes.map(({ kind }) => kind)).toEqual(["adopt"]);
    expect(report.replacements).toHaveLength(1);
  });

  test("releases the name of a predecessor that the program created", async () => {
    const report = await reviewSteps([replacement(DOMAIN, TWO, "adoptId")]);
    expect(listFindings(report)).toEqual(["high name-released: ReservedDomain app"]);
    expect(calls(report)).toEqual(["DELETE /reserved_domains/{id}", "GET /reserved_domains/{id}"]);
  });

  test("isn't assumed if an input other than adoptId changes", async () => {
    const report = await reviewSteps([replacement(ONE, { ...ONE, domain: "b.example.com" }, "domain", true)]);
    expect(calls(report)).toEqual(["POST /reserved_domains"]);
    expect(listFindings(report)).toEqual([]);
  });
});

describe("an adopted object that wasn't read", () => {
  const edge = { hostports: ["db.example.com:5432"], backend: { backendId: "bkd_1" } };
  const guarded = { ...edge, ipRestriction: { ipPolicyIds: ["ipp_1"] } };
  const policy = same("IpPolicy", "all", "ipp_1", {});
  const range = { ipPolicyId: "ipp_1", cidr: "0.0.0.0/0", action: "allow" };
  const unchanged = same("TcpEdge", "db", "e_1", guarded);

  test.each([
    [
      "an edge that may have had other guards",
      [
        policy,
        same("IpPolicyRule", "v4", "ipr_1", range),
        created("TcpEdge", "db", { ...guarded, adoptId: "e_1" }),
      ],
    ],
    [
      "a rule that may have allowed other addresses",
      [policy, created("IpPolicyRule", "v4", { ...range, adoptId: "ipr_1" }), unchanged],
    ],
  ])("yields a possible opening: %s", async (_, steps) => {
    expect(listFindings(await reviewSteps(steps))).toEqual([
      "medium exposure-may-open: tcp://db.example.com:5432",
    ]);
  });

  test("keeps guards that the program doesn't declare", async () => {
    const report = await reviewSteps([created("TcpEdge", "db", { ...edge, adoptId: "e_1" })]);
    expect(report.exposure.changed.flatMap(({ guards }) => guards)).toEqual([]);
  });

  test("is found by literal references to its id", async () => {
    const report = await reviewSteps([created("IpPolicy", "office", { adoptId: "ipp_1" }), unchanged]);
    expect(report.exposure.changed).toEqual([]);
  });

  test("isn't reported as missing while its id is unknown", async () => {
    const openAccount = async () => () => expect.fail("the account was read");
    const report = await reviewSteps([created("IpPolicy", "office", { adoptId: UNKNOWN })], { openAccount });
    expect(report.adoptions).toMatchObject([{ isRead: false, isMissing: false }]);
    expect(listFindings(report)).toEqual([]);
  });
});
