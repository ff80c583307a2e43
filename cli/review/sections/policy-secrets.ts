import { eachObject, type Read } from "../../../provider/inspect";
import { type VaultSecret, vaultSecrets } from "../../../traffic-policy";
import {
  type AccountChange,
  type AccountObject,
  type AccountView,
  isAdoption,
  isHidden,
  touches,
} from "../account";
import { SECRET } from "../preview";
import { type Named, named } from "./objects";

/** A traffic policy that names a secret which will not be there, gets another value, or which nobody has looked up. */
export interface PolicySecret extends Named, VaultSecret {
  /**
   * - `missing`: neither the program nor the account has it.
   * - `deleted`: this change deletes it.
   * - `renamed`: this change renames it or its vault, or moves it to another vault.
   * - `renamed first`: the same, and the policy follows in this change, by a later request.
   * - `changed`: this change gives it another value, or may: the preview masks it.
   * - `perhaps changed`: the same, and the preview hides whether the policy names it.
   * - `not looked up`: the program does not have it, and the account was not read.
   */
  readonly is:
    | "missing"
    | "deleted"
    | "renamed"
    | "renamed first"
    | "changed"
    | "perhaps changed"
    | "not looked up";
}

export interface PolicySecrets {
  readonly secrets: readonly PolicySecret[];
  /** Why the account could not be read. */
  readonly warnings: readonly string[];
}

/**
 * Looks for the secrets that traffic policies name: in the program, then in the default account. What may be a secret
 * whose names are not known yet is left out.
 *
 * @param openAccount - Gives the configuration of the default account; called only if something is looked up there.
 * @param isComplete - Whether the preview has come to all resources of the program.
 */
export async function policySecrets(
  account: AccountChange,
  openAccount: () => Promise<Read | undefined>,
  isComplete: boolean,
): Promise<PolicySecrets> {
  const uses = account.accounts.flatMap(({ provider, before, after }) => {
    const [formerly, planned] = [secretsOf(before), secretsOf(after)];
    return (
      account.after.objects
        .filter((object) => object.account === provider)
        .flatMap((object) => account.policiesOf(object).flatMap(vaultSecrets).map(useBy(object)))
        .filter(({ wanted }) => has(planned, wanted) !== true)
        .map((use) => ({ ...use, before, after, planned, former: formerly.find(matches(use.wanted)) }))
        // What others lacked before, the change does not take away.
        .filter(({ object, former }) => !object.isOthers || former !== undefined)
    );
  });
  const isElsewhere = ({ object, former }: (typeof uses)[number]) =>
    former === undefined && object.account === undefined;
  const { held, warnings } = await readSecrets(uses.some(isElsewhere) ? openAccount : async () => undefined);
  const secrets = uses.flatMap((use): PolicySecret[] => {
    const { object, wanted, before, after, planned, former } = use;
    const looked = isElsewhere(use) ? held : undefined;
    if (has(looked ? withHeld(planned, looked, before, after) : planned, wanted) !== false) return [];
    // Another Provider of the program may lead to the same account.
    const others = account.accounts.filter(({ provider }) => provider !== object.account);
    if (
      !former &&
      looked &&
      has(
        others.flatMap((other) => secretsOf(other.after)),
        wanted,
      ) !== false
    )
      return [];
    const is = former
      ? after.find(former.urn ?? "")
        ? "renamed"
        : "deleted"
      : looked && isComplete
        ? "missing"
        : "not looked up";
    return [{ ...named(object), ...wanted, is }];
  });
  return { secrets: [...secrets, ...renamedFirst(account), ...changed(account)], warnings };
}

/** Policies that are there already and that use a secret which may get another value: its own bearers get in then. */
const changed = (account: AccountChange): PolicySecret[] =>
  account.accounts.flatMap(({ provider, before, after }) => {
    const formerly = secretsOf(before);
    const fresh = secretsOf(after).filter(({ urn = "", ...names }) => {
      const former = formerly.find((one) => one.urn === urn);
      const change = after.find(urn)?.change;
      if (former === undefined) return formerly.some((one) => mayBe(one, names));
      return change !== undefined && (touches(change, "value") || isAdoption(change));
    });
    if (fresh.length === 0) return [];
    return after.objects
      .filter((object) => object.account === provider && before.find(object.urn) !== undefined)
      .flatMap((object): PolicySecret[] => {
        const wanted = account.policiesOf(object).flatMap(vaultSecrets);
        // Those of others were asked for because they name it.
        const isPartHidden = !object.isOthers && isHidden(object.props.trafficPolicy);
        return fresh.flatMap((one): PolicySecret[] => {
          const { vault = SECRET, secret = SECRET } = one;
          const is = wanted.some((use) => matches(use)(one))
            ? "changed"
            : isPartHidden || wanted.some((use) => mayBe(one, use))
              ? "perhaps changed"
              : undefined;
          return is === undefined ? [] : [{ ...named(object), vault, secret, is }];
        });
      });
  });

/** The names, as of before the change, that stand for another secret after it, or for none; undefined is any. */
export function touchedSecrets(
  { before, after }: AccountChange,
  change: AccountChange["changes"][number],
): Names[] {
  const { urn, className, kind } = change;
  if (kind === "create") return [];
  if (className === "Secret")
    return secretsOf(before)
      .filter((one) => one.urn === urn && !(kind === "update" && isSameSecret(after, one, change)))
      .map(({ secret, vault }) => ({ secret, vault }));
  const vault = className === "Vault" ? before.find(urn) : undefined;
  if (!vault || (kind === "update" && !touches(change, "name"))) return [];
  return [{ secret: undefined, vault: nameIn(vault.props.name) }];
}

function isSameSecret(
  after: AccountView,
  { urn, secret, vault }: Secret,
  change: AccountChange["changes"][number],
) {
  const later = secretsOf(after).find((one) => one.urn === urn);
  return later?.secret === secret && later?.vault === vault && !touches(change, "value");
}

/** Whether a traffic policy names, or may name, one of these secrets. */
export const usesSecret =
  (names: readonly Names[]) =>
  (policy: unknown): boolean =>
    vaultSecrets(policy).some((use) => names.some((one) => mayBe(one, use)));

type Names = Pick<Secret, "secret" | "vault">;

/** Whether two names may be of the same secret, where some are not known. */
const mayBe = (one: Names, other: Names): boolean =>
  (one.vault ?? other.vault) === (other.vault ?? one.vault) &&
  (one.secret ?? other.secret) === (other.secret ?? one.secret);

/** Uses that end in this change, but later than their secret has its name: it is renamed in place, not replaced. */
const renamedFirst = (account: AccountChange): PolicySecret[] =>
  account.accounts.flatMap(({ provider, before, after }) => {
    const [formerly, planned] = [secretsOf(before), secretsOf(after)];
    const isRenamed = (wanted: VaultSecret) => {
      const { urn = "" } = formerly.find(matches(wanted)) ?? {};
      const later = after.find(urn);
      return later !== undefined && later.change.kind !== "replace" && has(planned, wanted) === false;
    };
    return account.after.objects
      .filter((object) => object.account === provider)
      .flatMap((object) => {
        const [then, now] = [before.find(object.urn), object].map((one) =>
          one ? account.policiesOf(one).flatMap(vaultSecrets) : [],
        );
        return (then ?? [])
          .filter((wanted) => !now?.some(matches(wanted)) && isRenamed(wanted))
          .map((wanted): PolicySecret => ({ ...named(object), ...wanted, is: "renamed first" }));
      });
  });

const useBy = (object: AccountObject) => (wanted: VaultSecret) => ({ object, wanted });

/** A secret of the program or the account; names that are not known yet are undefined. */
interface Secret {
  readonly urn?: string;
  readonly secret: string | undefined;
  readonly vault: string | undefined;
  /** Of a vault that the program does not have. */
  readonly vaultId?: string;
}

const matches =
  (wanted: VaultSecret) =>
  ({ vault, secret }: Secret) =>
    vault === wanted.vault && secret === wanted.secret;

/** Undefined where that depends on names that are not known yet. */
function has(secrets: readonly Secret[], wanted: VaultSecret): boolean | undefined {
  if (secrets.some(matches(wanted))) return true;
  const { vault, secret } = wanted;
  return secrets.some((one) => mayBe(one, { vault, secret })) ? undefined : false;
}

/** The secrets of the program in one account. */
const secretsOf = (view: AccountView): Secret[] =>
  view.of("Secret").map((object) => {
    const [target] = view.targetsOf(object, "vaultId");
    const vault = target?.kind === "object" ? target.object.props.name : object.props.vaultName;
    return {
      urn: object.urn,
      secret: nameIn(object.props.name),
      vault: nameIn(vault),
      ...(target?.kind === "elsewhere" && { vaultId: target.id }),
    };
  });

const nameIn = (value: unknown) => (typeof value === "string" && !isHidden(value) ? value : undefined);

/** What the account holds. */
interface Held {
  readonly secrets: readonly { readonly id: string; readonly secret: string; readonly vaultId: string }[];
  readonly vaultNames: ReadonlyMap<string, string>;
}

/** The secrets of the program, and those beside them that it does not manage, under the names after the change. */
function withHeld(planned: readonly Secret[], held: Held, before: AccountView, after: AccountView): Secret[] {
  const managed = new Set([...before.of("Secret"), ...after.of("Secret")].map(({ id }) => id));
  const vaults = new Map([...before.of("Vault"), ...after.of("Vault")].map((vault) => [vault.id, vault]));
  const nameOf = (vaultId: string | undefined) => {
    const own = vaults.get(vaultId);
    return own ? nameIn(own.props.name) : held.vaultNames.get(vaultId ?? "");
  };
  return [
    ...planned.map((one) => ({ ...one, vault: one.vault ?? nameOf(one.vaultId) })),
    ...held.secrets
      .filter(({ id }) => !managed.has(id))
      .map(({ secret, vaultId }) => ({ secret, vault: nameOf(vaultId) })),
  ];
}

async function readSecrets(
  open: () => Promise<Read | undefined>,
): Promise<{ readonly held: Held | undefined; readonly warnings: readonly string[] }> {
  const config = await open();
  if (!config) return { held: undefined, warnings: [] };
  try {
    const vaultNames = new Map<string, string>();
    for await (const { value } of eachObject("Vault", {}, config))
      vaultNames.set(String(value.id), String(value.name));
    const secrets: Held["secrets"][number][] = [];
    for await (const { value } of eachObject("Secret", {}, config))
      secrets.push({ id: String(value.id), secret: String(value.name), vaultId: String(value.vaultId) });
    return { held: { secrets, vaultNames }, warnings: [] };
  } catch (error) {
    return { held: undefined, warnings: [error instanceof Error ? error.message : String(error)] };
  }
}
