import { afterEach, beforeEach, expect, test } from "vitest";
import { openAccount, type Run, type TestAccount } from "../../support/account";
import { authorityPem } from "../../support/crypto";
import { type JsonInputs, reference, resource } from "../../support/program";
import { RESERVED_NAMES } from "../../support/reserved-names";

/** Seconds until a certificate is issued: more than any test waits. */
const PROVISIONING = 600;

/** What exists when a run fails half-way is in the state, and the next run does the rest. */
let account: TestAccount;

beforeEach(async () => {
  account = await openAccount({ provisioningSeconds: PROVISIONING, seed: RESERVED_NAMES });
});

afterEach(() => account?.close());

const authority = resource("CertificateAuthority", "staff", { caPem: authorityPem("staff.example.com") });
const mutualTls = { certificateAuthorityIds: [reference("staff")] };

const attempt = () => account.attempt((workspace) => workspace.up({ args: ["--continue-on-error"] }));

/** Names of the resources at which the engine shows an error. */
const failed = ({ diagnostics }: Run) =>
  [...new Set(diagnostics.filter(({ severity }) => severity === "error").map(({ name }) => name))]
    .filter((name) => name !== undefined && name !== "")
    .sort();

const said = ({ diagnostics }: Run, of: string) =>
  diagnostics
    .filter(({ name, severity }) => name === of && severity === "error")
    .map(({ message }) => message)
    .join("\n");

const inState = async () => {
  const { resources } = account.workspace.exportStack();
  return new Map(resources.map(({ urn, id, outputs }) => [urn.split("::").at(-1), { id, outputs }]));
};

const sent = ({ writes }: Run) => writes.map(({ method, path }) => `${method} ${path}`).sort();

test("updates fail half-way: the state says what is left, and the next up does it", async () => {
  const declare = (description: string, more: Readonly<Record<string, JsonInputs>> = {}) =>
    account.declare([
      authority,
      resource("TlsEdge", "edge", { hostports: ["edge.example.com:443"], description, ...more.edge }),
      resource("ReservedDomain", "detached", {
        domain: "detached.example.org",
        description,
        ...more.detached,
      }),
      resource("IpPolicy", "apart", { description }),
    ]);
  declare("before", { edge: { mutualTls }, detached: { certificateManagementPolicy: {} } });
  await account.up();
  const [edge, domain] = [account.idOf("edge"), account.idOf("detached")];
  declare("after");
  account.emulator.faults({ on: "DELETE /edges/tls/*/mutual_tls", status: 400 });
  account.emulator.faults({ on: "DELETE /reserved_domains/*/certificate_management_policy", status: 400 });
  const first = await attempt();
  expect(first.code).not.toBe(0);
  expect(failed(first)).toEqual(["detached", "edge"]);
  expect(said(first, "edge")).toMatch(/description changed, but then: DELETE .*mutual_tls/);
  expect(said(first, "detached")).toMatch(/DELETE .*certificate_management_policy/);
  const states = await inState();
  expect(states.get("edge")).toMatchObject({
    id: edge,
    outputs: { description: "after", mutualTls: { certificateAuthorityIds: [account.idOf("staff")] } },
  });
  // The domain gets no description as long as it has what keeps it from being what the program says.
  expect(states.get("detached")).toMatchObject({ id: domain, outputs: { description: "before" } });
  expect(states.get("apart")?.outputs).toMatchObject({ description: "after" });

  account.emulator.faults({ clear: true });
  const second = await account.up();
  expect(second.changes.sort()).toEqual(["update detached", "update edge"]);
  expect(sent(second)).toEqual([
    `DELETE /edges/tls/${edge}/mutual_tls`,
    `DELETE /reserved_domains/${domain}/certificate_management_policy`,
    `PATCH /reserved_domains/${domain}`,
  ]);
  await account.expectSettled();
});

test("a creation whose second request fails: the object is in the state, and the next up goes on with it", async () => {
  const { emulator } = account;
  const waiting = { certificateManagementPolicy: {}, waitForCertificate: true };
  account.declare([
    resource("ReservedDomain", "slow", { domain: "slow.example.org", ...waiting }),
    resource("IpPolicy", "after", { description: reference("slow") }),
  ]);
  emulator.faults({ on: "GET /reserved_domains/*", status: 400 });
  const first = await attempt();
  expect(first.code).not.toBe(0);
  expect(failed(first)).toEqual(["slow"]);
  expect(said(first, "slow")).toMatch(/ReservedDomain rd_\w+: GET \/reserved_domains\/rd_\w+: 400 /);
  const made = emulator.objects("/reserved_domains").filter(({ domain }) => domain === "slow.example.org");
  expect(made).toHaveLength(1);
  const states = await inState();
  expect(states.get("slow")).toMatchObject({ id: made[0]?.id, outputs: { domain: "slow.example.org" } });
  expect(states.has("after")).toBe(false);

  emulator.faults({ clear: true });
  emulator.clock({ advance: PROVISIONING });
  const second = await account.up();
  expect(second.changes.sort()).toEqual(["create after", "update slow"]);
  expect(sent(second)).toEqual(["POST /ip_policies"]);
  await account.expectSettled();
});
