import { describe, expect, test } from "vitest";
import { UNKNOWN } from "../../../provider/family/unknown";
import {
  created,
  deleted,
  listFindings,
  reviewSteps,
  type Step,
  same,
  updated,
} from "../../support/previews";

const credentialChanges = async (...steps: Step[]) =>
  (await reviewSteps(steps)).credentials.map(
    ({ className, name, what: effect }) => `${className} ${name}: ${effect}`,
  );

const OWNED = "the keys and credentials that it owns, including those of other programs,";

describe.each(["ServiceUser", "BotUser"])("a %s", (className) => {
  const activation = (from: unknown, to: unknown) => {
    const inputs = (active: unknown) => ({ name: "ci", ...(active !== undefined && { active }) });
    return updated(className, "ci", "m_1", inputs(from), inputs(to), ["active"]);
  };

  test.each([
    ["is deactivated", true, false, `deactivated: ${OWNED} stop working`],
    ["is deactivated, having been active by default", undefined, false, `deactivated: ${OWNED} stop working`],
    ["is activated", false, undefined, `activated: ${OWNED} work again`],
    ["may be deactivated", true, UNKNOWN, `may be deactivated: ${OWNED} would stop working`],
  ])("affects its keys if it %s", async (_, from, to, effect) => {
    expect(await credentialChanges(activation(from, to))).toEqual([`${className} ci: ${effect}`]);
  });

  test("may affect its keys if it is deleted, unless it was adopted", async () => {
    expect(await credentialChanges(deleted(className, "ci", "m_1", { name: "ci" }))).toEqual([
      `${className} ci: deleted: ${OWNED} may stop working`,
    ]);
    expect(
      await credentialChanges(deleted(className, "ci", "m_1", { name: "ci" }, { adopted: true })),
    ).toEqual([]);
  });

  test("doesn't affect credentials if it is new or renamed", async () => {
    const renamed = updated(className, "ci", "m_1", { name: "ci" }, { name: "cd" }, ["name"]);
    expect(await credentialChanges(renamed, created(className, "new", { name: "new" }))).toEqual([]);
  });
});

test.each([
  ["Vault", { name: "app", description: "for the shop" }, "app"],
  ["Secret", { vaultId: "vault_1", name: "ops", value: "[secret]" }, "ops"],
  ["Secret", { vaultId: "vault_1", name: "[secret]", description: "signs" }, "signs"],
  ["ServiceUser", { name: "ci" }, "ci"],
  ["StaticBackend", { address: "origin.example.com:443", description: "origin" }, "origin.example.com:443"],
])("reports a deleted %s by its name, address, or description", async (className, inputs, detail) => {
  const { deletions } = await reviewSteps([deleted(className, "old", "id_1", inputs)]);
  expect(deletions).toMatchObject([{ className, detail }]);
});

const adopted = deleted("Secret", "ops", "secret_1", { vaultId: "id_1", name: "ops" }, { adopted: true });
const subscription = same("EventSubscription", "audit", "esb_1", { destinationIds: ["id_1"] });

test.each([
  ["Vault", adopted, "Secret ops"],
  ["EventDestination", subscription, "EventSubscription audit"],
])("reports that the service refuses to delete a %s in use", async (className, user, userName) => {
  const deletion = deleted(className, "old", "id_1", {});
  const { findings } = await reviewSteps([deletion, user]);
  expect(findings.filter(({ rule }) => rule === "refused")).toMatchObject([
    {
      subject: `${className} old`,
      message: `is deleted while ${userName} still uses it: the service refuses that`,
    },
  ]);
  expect(listFindings(await reviewSteps([deletion]))).toEqual([]);
});

test("lists a vault's secret as a credential without its value", async () => {
  const inputs = { vaultId: "vault_1", name: "ops", value: "[secret]" };
  expect(
    await credentialChanges(
      created("Secret", "new", inputs),
      updated("Secret", "ops", "secret_1", inputs, { ...inputs, description: "new" }, ["description"]),
      updated("Secret", "key", "secret_2", inputs, inputs, ["value"]),
      deleted("Secret", "old", "secret_3", inputs),
    ),
  ).toEqual([
    "Secret new: new: secret of a vault: traffic policies use its value",
    "Secret key: secret value changes",
    "Secret old: deleted: secret of a vault: traffic policies use its value",
  ]);
});
