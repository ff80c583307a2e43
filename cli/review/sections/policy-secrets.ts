import { eachObject, type ReadSetting } from "../../../provider/inspect";
import { type VaultSecret, vaultSecrets } from "../../../traffic-policy";
import {
  type AccountChange,
  type AccountObject,
  type AccountView,
  isAdoption,
  isHidden,
  type KnownChange,
  touches,
} from "../account";
import { type Finding, type FindingRule, findingAbout, type Severity } from "../finding";
import { SECRET } from "../preview";
import { messageOf, type ObjectName, objectName } from "./objects";

interface SecretUse {
  /** The state of the secret, for the list. */
  readonly state: string;
  /** The message continues a sentence after the secret's name. Unset for a secret that wasn't looked up. */
  readonly finding?: readonly [FindingRule, Severity, message: string];
}

/**
 * States of a secret that a traffic policy names. `renamed first`: the change updates the policy, but only later. `perhaps
 * changed`: the preview hides whether the policy names the secret.
 */
export const SECRET_USES = {
  missing: {
    state: "neither the program nor the account has it",
    finding: ["secret-missing", "high", "which neither the program nor the account has"],
  },
  deleted: {
    state: "this change deletes it",
    finding: ["secret-deleted", "high", "which this change deletes"],
  },
  renamed: {
    state: "this change renames or moves it",
    finding: ["secret-deleted", "high", "which no longer exists once this change has renamed or moved it"],
  },
  "renamed first": {
    state: "this change renames or moves it before it updates the policy",
    finding: [
      "secret-renamed",
      "medium",
      "which this change renames or moves before it updates the policy: until then, the policy names a missing secret. To avoid that, add a secret with the new name, change the policy, and then remove the old one",
    ],
  },
  changed: {
    state: "may get another value in this change",
    finding: [
      "secret-changes",
      "low",
      "which may get another value: holders of the new one may gain access, and holders of the old one lose it",
    ],
  },
  "perhaps changed": {
    state: "may get another value in this change, and the policy, which is partly hidden, may name it",
    finding: ["secret-changes", "low", "which may get another value: holders of the new one may gain access"],
  },
  "not looked up": {
    state: "not looked up: it is not in the program, and the account was not read",
  },
} as const satisfies Readonly<Record<string, SecretUse>>;

/** A secret that a traffic policy names, and that may be missing or change. */
export interface PolicySecret extends ObjectName, VaultSecret {
  readonly is: keyof typeof SECRET_USES;
}

export function secretFindings(use: PolicySecret): Finding[] {
  const { vault, secret, is } = use;
  const { finding }: SecretUse = SECRET_USES[is];
  if (!finding) return [];
  const [rule, severity, clause] = finding;
  const names =
    is === "perhaps changed"
      ? "may name in its traffic policy, which the preview partly hides,"
      : "names in its traffic policy";
  const message = `${names} the secret ${shortName(secret)} of the vault ${shortName(vault)}, ${clause}`;
  return [findingAbout(use, rule, severity, message)];
}

const MAX_NAME_LENGTH = 100;

const shortName = (name: string) =>
  JSON.stringify(name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name);

/**
 * Looks up the secrets that traffic policies name, first in the program, and then in the default account. A secret of
 * unknown name may be any of them, so it suppresses findings.
 *
 * @param openAccount - Opens the default account; called only if there is something to look up.
 * @param isComplete - True if the preview includes all resources of the program.
 */
export async function policySecrets(
  account: AccountChange,
  openAccount: () => Promise<ReadSetting | undefined>,
  isComplete: boolean,
): Promise<{ readonly secrets: readonly PolicySecret[]; readonly warnings: readonly string[] }> {
  const uses = account.accounts.flatMap(({ provider, before, after }) => {
    const [formerly, planned] = [secretsOf(before), secretsOf(after)];
    return (
      account.after.objects
        .filter((object) => object.account === provider)
        .flatMap((object) =>
          account
            .policiesOf(object)
            .flatMap(vaultSecrets)
            .map((wanted) => ({ object, wanted })),
        )
        .filter(({ wanted }) => hasSecret(planned, wanted) !== true)
        .map((use) => ({ ...use, before, after, planned, former: formerly.find(matches(use.wanted)) }))
        // The change isn't the reason if an object outside the program already named a missing secret.
        .filter(({ object, former }) => !object.isOutsideProgram || former !== undefined)
    );
  });
  const needsLookup = ({ object, former }: (typeof uses)[number]) =>
    former === undefined && object.account === undefined;
  const { stored, warnings } = await readSecrets(
    uses.some(needsLookup) ? openAccount : async () => undefined,
  );
  const secrets = uses.flatMap((use): PolicySecret[] => {
    const { object, wanted, before, after, planned, former } = use;
    const accountSecrets = needsLookup(use) ? stored : undefined;
    const known = accountSecrets ? withAccountSecrets(planned, accountSecrets, before, after) : planned;
    if (hasSecret(known, wanted) !== false) return [];
    // Another Provider of the program may be configured for the same account.
    const otherAccounts = account.accounts.filter(({ provider }) => provider !== object.account);
    const otherSecrets = otherAccounts.flatMap((other) => secretsOf(other.after));
    if (!former && accountSecrets && hasSecret(otherSecrets, wanted) !== false) return [];
    const is = former
      ? after.find(former.urn ?? "")
        ? "renamed"
        : "deleted"
      : accountSecrets && isComplete
        ? "missing"
        : "not looked up";
    return [{ ...objectName(object), ...wanted, is }];
  });
  return { secrets: [...secrets, ...earlyRenames(account), ...changedUses(account)], warnings };
}

/** Uses, in existing policies, of secrets whose value may change: clients with the new value may gain access. */
const changedUses = (account: AccountChange): PolicySecret[] =>
  account.accounts.flatMap(({ provider, before, after }) => {
    const formerly = secretsOf(before);
    const changedSecrets = secretsOf(after).filter(({ urn = "", ...names }) => {
      const change = after.find(urn)?.change;
      if (!formerly.some((former) => former.urn === urn))
        return formerly.some((former) => mayMatch(former, names));
      return change !== undefined && (touches(change, "value") || isAdoption(change));
    });
    if (changedSecrets.length === 0) return [];
    return after.objects
      .filter((object) => object.account === provider && before.find(object.urn) !== undefined)
      .flatMap((object): PolicySecret[] => {
        const wanted = account.policiesOf(object).flatMap(vaultSecrets);
        // Objects outside the program are included only because they name the secret.
        const isPartHidden = !object.isOutsideProgram && isHidden(object.props.trafficPolicy);
        return changedSecrets.flatMap((secretName): PolicySecret[] => {
          const { vault = SECRET, secret = SECRET } = secretName;
          const is = wanted.some((use) => matches(use)(secretName))
            ? "changed"
            : isPartHidden || wanted.some((use) => mayMatch(secretName, use))
              ? "perhaps changed"
              : undefined;
          return is === undefined ? [] : [{ ...objectName(object), vault, secret, is }];
        });
      });
  });

/** Previous names that refer to another secret, or to none, after the change. An undefined part matches any name. */
export function changedSecretNames({ before, after }: AccountChange, change: KnownChange): SecretName[] {
  const { urn, className, kind } = change;
  if (kind === "create") return [];
  if (className === "Secret") {
    const [former, later] = [before, after].map((view) =>
      secretsOf(view).find((secret) => secret.urn === urn),
    );
    if (!former) return [];
    const { secret, vault } = former;
    const isSameName = later?.secret === secret && later?.vault === vault;
    return kind === "update" && isSameName && !touches(change, "value") ? [] : [{ secret, vault }];
  }
  const vault = className === "Vault" ? before.find(urn) : undefined;
  if (!vault || (kind === "update" && !touches(change, "name"))) return [];
  return [{ secret: undefined, vault: visibleName(vault.props.name) }];
}

/** Returns a predicate: true if a traffic policy names, or may name, one of these secrets. */
export const usesSecret =
  (names: readonly SecretName[]) =>
  (policy: unknown): boolean =>
    vaultSecrets(policy).some((use) => names.some((name) => mayMatch(name, use)));

type SecretName = Pick<Secret, "secret" | "vault">;

/** True if two names may refer to the same secret; undefined parts match any name. */
const mayMatch = (a: SecretName, b: SecretName): boolean =>
  (a.vault ?? b.vault) === (b.vault ?? a.vault) && (a.secret ?? b.secret) === (b.secret ?? a.secret);

/** Secrets that are renamed before the policy stops using them. */
const earlyRenames = (account: AccountChange): PolicySecret[] =>
  account.accounts.flatMap(({ provider, before, after }) => {
    const [formerly, planned] = [secretsOf(before), secretsOf(after)];
    const isRenamed = (wanted: VaultSecret) => {
      const { urn = "" } = formerly.find(matches(wanted)) ?? {};
      const later = after.find(urn);
      return later !== undefined && later.change.kind !== "replace" && hasSecret(planned, wanted) === false;
    };
    return account.after.objects
      .filter((object) => object.account === provider)
      .flatMap((object) => {
        const usesOf = (side: AccountObject) => account.policiesOf(side).flatMap(vaultSecrets);
        const previous = before.find(object.urn);
        const usesAfter = usesOf(object);
        return (previous ? usesOf(previous) : [])
          .filter((wanted) => !usesAfter.some(matches(wanted)) && isRenamed(wanted))
          .map((wanted): PolicySecret => ({ ...objectName(object), ...wanted, is: "renamed first" }));
      });
  });

/** A secret of the program or the account; unknown names are undefined. */
interface Secret {
  readonly urn?: string;
  readonly secret: string | undefined;
  readonly vault: string | undefined;
  /** Set if the vault is outside the program. */
  readonly vaultId?: string;
}

const matches =
  (wanted: VaultSecret) =>
  ({ vault, secret }: Secret) =>
    vault === wanted.vault && secret === wanted.secret;

/** True if one of the secrets has the name; undefined if that depends on unknown names. */
function hasSecret(secrets: readonly Secret[], wanted: VaultSecret): boolean | undefined {
  if (secrets.some(matches(wanted))) return true;
  return secrets.some((candidate) => mayMatch(candidate, wanted)) ? undefined : false;
}

const secretsOf = (view: AccountView): Secret[] =>
  view.of("Secret").map((object) => {
    const [target] = view.targetsOf(object, "vaultId");
    const vault = target?.kind === "object" ? target.object.props.name : object.props.vaultName;
    return {
      urn: object.urn,
      secret: visibleName(object.props.name),
      vault: visibleName(vault),
      ...(target?.kind === "elsewhere" && { vaultId: target.id }),
    };
  });

const visibleName = (value: unknown) => (typeof value === "string" && !isHidden(value) ? value : undefined);

interface AccountSecrets {
  readonly secrets: readonly { readonly id: string; readonly secret: string; readonly vaultId: string }[];
  readonly vaultNames: ReadonlyMap<string, string>;
}

/** The secrets of the program and the account, by their names after the change. */
function withAccountSecrets(
  planned: readonly Secret[],
  stored: AccountSecrets,
  before: AccountView,
  after: AccountView,
): Secret[] {
  const managed = new Set([...before.of("Secret"), ...after.of("Secret")].map(({ id }) => id));
  const vaults = new Map([...before.of("Vault"), ...after.of("Vault")].map((vault) => [vault.id, vault]));
  const nameOf = (vaultId: string | undefined) => {
    const own = vaults.get(vaultId);
    return own ? visibleName(own.props.name) : stored.vaultNames.get(vaultId ?? "");
  };
  return [
    ...planned.map((secret) => ({ ...secret, vault: secret.vault ?? nameOf(secret.vaultId) })),
    ...stored.secrets
      .filter(({ id }) => !managed.has(id))
      .map(({ secret, vaultId }) => ({ secret, vault: nameOf(vaultId) })),
  ];
}

async function readSecrets(
  openAccount: () => Promise<ReadSetting | undefined>,
): Promise<{ readonly stored: AccountSecrets | undefined; readonly warnings: readonly string[] }> {
  const config = await openAccount();
  if (!config) return { stored: undefined, warnings: [] };
  try {
    const vaultNames = new Map<string, string>();
    for await (const { value } of eachObject("Vault", {}, config))
      vaultNames.set(String(value.id), String(value.name));
    const secrets: AccountSecrets["secrets"][number][] = [];
    for await (const { value } of eachObject("Secret", {}, config))
      secrets.push({ id: String(value.id), secret: String(value.name), vaultId: String(value.vaultId) });
    return { stored: { secrets, vaultNames }, warnings: [] };
  } catch (error) {
    return { stored: undefined, warnings: [messageOf(error)] };
  }
}
