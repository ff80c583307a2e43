import { describe, expect, test } from "vitest";
import { UNKNOWN } from "../../../provider/family/unknown";
import { created, type Props, reviewOf, rulesOf, same, state, urn } from "../../support/previews";

/** One object leaves the program, and another is taken over in its place. */
const exchanged = (className: string, name: string, from: Props, to: Props, outputs: Props = from) => ({
  op: "replace",
  urn: urn(className, name),
  oldState: state("old_1", from, outputs),
  newState: state(undefined, to, {}),
  replaceReasons: ["adoptId"],
  diffReasons: ["adoptId"],
});

const calls = ({ cost }: Awaited<ReturnType<typeof reviewOf>>) =>
  cost.calls.map(({ method, path }) => `${method} ${path}`).sort();

describe("another adopted object in place of one", () => {
  const domain = { domain: "app.example.com" };

  test("that was adopted gives up no name and makes nothing", async () => {
    const adopted = { ...domain, adoptId: "rd_1" };
    const report = await reviewOf([
      exchanged(
        "ReservedDomain",
        "app",
        adopted,
        { ...domain, adoptId: "rd_2" },
        { ...adopted, adopted: true },
      ),
    ]);
    expect(rulesOf(report)).toEqual([]);
    expect(calls(report)).toEqual(["GET /reserved_domains/{id}"]);
    expect(report.summary).toMatchObject({ adopt: 1, create: 0, replace: 0 });
    expect(report.changes.map(({ kind }) => kind)).toEqual(["adopt"]);
    expect(report.replacements[0]?.breaks).toBe(
      "an existing object is adopted, and the old one stays in place",
    );
  });

  test("that the program had made itself gives its name up", async () => {
    const report = await reviewOf([
      exchanged("ReservedDomain", "app", domain, { ...domain, adoptId: "rd_2" }),
    ]);
    expect(rulesOf(report)).toEqual(["high name-released: ReservedDomain app"]);
    expect(calls(report)).toEqual(["DELETE /reserved_domains/{id}", "GET /reserved_domains/{id}"]);
  });

  test("is not what a replacement for another reason is", async () => {
    const [from, to] = [
      { domain: "a.example.com", adoptId: "rd_1" },
      { domain: "b.example.com", adoptId: "rd_1" },
    ];
    const report = await reviewOf([
      {
        ...exchanged("ReservedDomain", "app", from, to, { ...from, adopted: true }),
        replaceReasons: ["domain"],
        diffReasons: ["domain"],
      },
    ]);
    expect(calls(report)).toEqual(["POST /reserved_domains"]);
    expect(rulesOf(report)).toEqual([]);
  });
});

describe("an adopted object that was not read", () => {
  const edge = { hostports: ["db.example.com:5432"], backend: { backendId: "bkd_1" } };
  const everybody = [
    same("IpPolicy", "all", "ipp_1", {}),
    same("IpPolicyRule", "v4", "ipr_1", { ipPolicyId: "ipp_1", cidr: "0.0.0.0/0", action: "allow" }),
  ];

  test("may have been guarded in another way", async () => {
    const ipRestriction = { ipPolicyIds: ["ipp_1"] };
    const report = await reviewOf([
      ...everybody,
      created("TcpEdge", "db", { ...edge, ipRestriction, adoptId: "e_1" }),
    ]);
    expect(rulesOf(report)).toEqual(["medium exposure-may-open: tcp://db.example.com:5432"]);
  });

  test("keeps the guards that the program does not declare", async () => {
    const report = await reviewOf([created("TcpEdge", "db", { ...edge, adoptId: "e_1" })]);
    const [exposure] = report.exposure.changed;
    expect(exposure?.guards ?? []).toEqual([]);
  });

  test("may have allowed other addresses, if it is a rule", async () => {
    const guarded = { ...edge, ipRestriction: { ipPolicyIds: ["ipp_1"] } };
    const report = await reviewOf([
      same("IpPolicy", "all", "ipp_1", {}),
      created("IpPolicyRule", "v4", {
        ipPolicyId: "ipp_1",
        cidr: "0.0.0.0/0",
        action: "allow",
        adoptId: "ipr_1",
      }),
      same("TcpEdge", "db", "e_1", guarded),
    ]);
    expect(rulesOf(report)).toEqual(["medium exposure-may-open: tcp://db.example.com:5432"]);
  });

  test("is what others mean that name its id", async () => {
    const guarded = { ...edge, ipRestriction: { ipPolicyIds: ["ipp_1"] } };
    const report = await reviewOf([
      created("IpPolicy", "office", { adoptId: "ipp_1" }),
      same("TcpEdge", "db", "e_1", guarded),
    ]);
    expect(report.exposure.changed).toEqual([]);
  });

  test("is not said to be missing while its id is not known", async () => {
    const openAccount = async () => () => expect.fail("nothing is to be read");
    const report = await reviewOf([created("IpPolicy", "office", { adoptId: UNKNOWN })], { openAccount });
    expect(report.adoptions).toMatchObject([{ isRead: false, isMissing: false }]);
    expect(rulesOf(report)).toEqual([]);
  });
});
