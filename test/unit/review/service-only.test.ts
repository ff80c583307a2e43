import { describe, expect, test } from "vitest";
import { UNKNOWN } from "../../../provider/family/unknown";
import { created, deleted, reviewOf, rulesOf, type Step, same, updated } from "../../support/previews";

const told = async (...steps: Step[]) =>
  (await reviewOf(steps)).credentials.map(({ className, name, what }) => `${className} ${name}: ${what}`);

const OWNED = "the keys and credentials that it owns, including those of other programs,";

describe.each(["ServiceUser", "BotUser"])("a %s", (className) => {
  const switched = (from: unknown, to: unknown) => {
    const inputs = (active: unknown) => ({ name: "ci", ...(active !== undefined && { active }) });
    return updated(className, "ci", "m_1", inputs(from), inputs(to), ["active"]);
  };

  test.each([
    ["is deactivated", true, false, `deactivated: ${OWNED} stop working`],
    ["is deactivated, and was active by default", undefined, false, `deactivated: ${OWNED} stop working`],
    ["is activated", false, undefined, `activated: ${OWNED} work again`],
    ["may be deactivated", true, UNKNOWN, `may be deactivated: ${OWNED} would stop working`],
  ])("that %s affects its keys", async (_, from, to, what) => {
    expect(await told(switched(from, to))).toEqual([`${className} ci: ${what}`]);
  });

  test("that is deleted may affect its keys, unless it stays", async () => {
    expect(await told(deleted(className, "ci", "m_1", { name: "ci" }))).toEqual([
      `${className} ci: deleted: ${OWNED} may stop working`,
    ]);
    expect(await told(deleted(className, "ci", "m_1", { name: "ci" }, { adopted: true }))).toEqual([]);
  });

  test("that is new or renamed touches no credential", async () => {
    const renamed = updated(className, "ci", "m_1", { name: "ci" }, { name: "cd" }, ["name"]);
    expect(await told(renamed, created(className, "new", { name: "new" }))).toEqual([]);
  });
});

test.each([
  ["Vault", { name: "app", description: "for the shop" }, "app"],
  ["Secret", { vaultId: "vault_1", name: "ops", value: "[secret]" }, "ops"],
  ["Secret", { vaultId: "vault_1", name: "[secret]", description: "signs" }, "signs"],
  ["ServiceUser", { name: "ci" }, "ci"],
  ["StaticBackend", { address: "origin.example.com:443", description: "origin" }, "origin.example.com:443"],
])("a deleted %s is reported by its name", async (className, inputs, detail) => {
  const { deletions } = await reviewOf([deleted(className, "old", "id_1", inputs)]);
  expect(deletions).toMatchObject([{ className, detail }]);
});

const adopted = deleted("Secret", "ops", "secret_1", { vaultId: "id_1", name: "ops" }, { adopted: true });
const subscription = same("EventSubscription", "audit", "esb_1", { destinationIds: ["id_1"] });

test.each([
  ["Vault", adopted, "Secret ops"],
  ["EventDestination", subscription, "EventSubscription audit"],
])("a %s that is still in use is not deleted", async (className, user, named) => {
  const gone = deleted(className, "old", "id_1", {});
  const { findings } = await reviewOf([gone, user]);
  expect(findings.filter(({ rule }) => rule === "refused")).toMatchObject([
    {
      subject: `${className} old`,
      message: `is deleted while ${named} still uses it: the service refuses that`,
    },
  ]);
  expect(rulesOf(await reviewOf([gone]))).toEqual([]);
});

test("a secret of a vault is a credential, whose value is not shown", async () => {
  const inputs = { vaultId: "vault_1", name: "ops", value: "[secret]" };
  expect(
    await told(
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
