import { beforeEach, describe, expect, test } from "vitest";
import { reservedDomain } from "../../../provider/families/reserved-domain";
import { driftOfObject } from "../../../provider/inspect/property-drift";
import { PartialFailure } from "../../../provider/lifecycle";
import { catchError } from "../../support/failures";
import { type BareAccount, openBareAccount } from "../../support/lifecycle";

type Props = Record<string, unknown>;

const POLICY = { authority: "letsencrypt", private_key_type: "ecdsa" };
const domain = { domain: "app.example.com" };
const declared = { ...domain, certificateId: "cert_1" };
const seed = {
  "/tls_certificates": [
    { id: "cert_1", subject_common_name: "app.example.com" },
    { id: "cert_2", subject_common_name: "app.example.com" },
  ],
};

let bare: BareAccount;

beforeEach(async () => {
  // The strictest service: a policy can't replace a certificate, or a certificate a policy.
  bare = await openBareAccount({ seed, attachmentSwitch: "refuse" });
});

const stored = () => bare.emulator.objects("/reserved_domains")[0];

function changeByHand(id: string, ...changes: readonly Props[]): void {
  for (const set of changes) bare.emulator.mutate({ path: `/reserved_domains/${id}`, set: set as never });
}

async function refresh(id: string, state: Props) {
  const found = await bare.of("ReservedDomain").read(bare.account, id, state);
  const response = await bare.account.api.get(`/reserved_domains/${id}`);
  if (!found) throw new Error("the domain was deleted");
  return { ...found, drift: driftOfObject(reservedDomain, state, response) };
}

describe("a certificate that was removed from a domain by hand", () => {
  test.each([
    ["detached", [{ certificate_id: null }], 0],
    ["replaced by a policy", [{ certificate_id: null }, { certificate_management_policy: POLICY }], 0],
    [
      "replaced by a policy that has issued another one",
      [{ certificate_id: null }, { certificate_management_policy: POLICY }],
      3600,
    ],
  ])(
    "(%s) is found missing by the refresh and attached again by the update",
    async (_, changes, secondsLater) => {
      const lifecycle = bare.of("ReservedDomain");
      const { id, state } = await lifecycle.create(bare.account, declared);
      changeByHand(id, ...changes);
      bare.emulator.clock({ advance: secondsLater });
      const [policy] = changes.slice(1);
      if (policy) expect(Boolean(stored()?.certificate_id)).toBe(secondsLater > 0);
      const { inputs, state: olds, drift } = await refresh(id, state);
      expect(inputs).not.toHaveProperty("certificateId");
      expect(drift).toContainEqual({
        path: "certificateId",
        kind: "changed",
        declared: "cert_1",
        actual: null,
        secret: false,
      });
      expect(lifecycle.diff(id, olds, declared)).toMatchObject({ changed: true, replaces: [] });

      const repaired = await lifecycle.update(bare.account, id, olds, declared);
      expect(stored()).toMatchObject({ certificate_id: "cert_1", certificate_management_policy: null });
      expect(repaired).toMatchObject(declared);
      expect(repaired).not.toHaveProperty("certificateManagementPolicy");
      expect((await refresh(id, repaired)).drift).toEqual([]);
    },
  );
});

describe("a domain with a policy that the program never declared", () => {
  const createWithPolicy = async () => {
    const { id, state } = await bare.of("ReservedDomain").create(bare.account, domain);
    changeByHand(id, { certificate_management_policy: POLICY });
    return { id, state: (await refresh(id, state)).state };
  };

  test("keeps it while the program doesn't set it", async () => {
    const { id, state } = await createWithPolicy();
    expect(bare.of("ReservedDomain").diff(id, state, domain).changed).toBe(false);
    await bare.of("ReservedDomain").update(bare.account, id, state, { ...domain, description: "new" });
    expect(stored()?.certificate_management_policy).toMatchObject(POLICY);
  });

  test("reports after a failure what was removed", async () => {
    const { id, state } = await createWithPolicy();
    bare.emulator.faults({ on: "PATCH *", status: 400 });
    const update = bare.of("ReservedDomain").update(bare.account, id, state, declared);
    const failure = await catchError<PartialFailure>(update);
    expect(failure).toBeInstanceOf(PartialFailure);
    expect(failure.message).toMatch(
      /^certificateManagementPolicy removed, but the update then failed: PATCH/,
    );
    expect(failure.state).not.toHaveProperty("certificateManagementPolicy");
  });

  test("is adopted with a certificate instead", async () => {
    const { id } = await createWithPolicy();
    const inputs = { ...declared, adoptId: id };
    const { state } = await bare.of("ReservedDomain").create(bare.account, inputs);
    expect(state).toMatchObject(inputs);
    expect(stored()).toMatchObject({ certificate_id: "cert_1", certificate_management_policy: null });
  });
});
