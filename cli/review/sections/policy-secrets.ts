import { eachObject } from "../../../provider/inspect";
import { type VaultSecret, vaultSecrets } from "../../../traffic-policy";
import {
  type AccountChange,
  type AccountObject,
  type AccountView,
  isHidden,
  type KnownChange,
  visibleString,
} from "../account";
import type { AccountReader } from "../account-reader";
import { type Finding, type FindingRule, findingAbout, type Severity } from "../finding";
import { isAdoption, SECRET, touches } from "../preview";
import { type ObjectName, objectName } from "./objects";

interface SecretUse {
  readonly text: string;
  /** The message continues a sentence after the secret's name. Unset for a secret that wasn't looked up. */
  readonly finding?: readonly [FindingRule, Severity, message: string];
}

/**
 * States of a secret that a traffic policy names. `renamed first`: the change updates the policy, but only later. `perhaps
 * changed`: the preview hides whether the policy names the secret.
 */
export const SECRET_USES = {
  missing: {
    text: "neither the program nor the account has it",
    finding: ["secret-missing", "high", "which neither the program nor the account has"],
  },
  deleted: {
    text: "this change deletes it",
    finding: ["secret-deleted", "high", "which this change deletes"],
  },
  renamed: {
    text: "this change renames or moves it",
    finding: ["secret-deleted", "high", "which no longer exists once this change has renamed or moved it"],
  },
  "renamed first": {
    text: "this change renames or moves it before it updates the policy",
    finding: [
      "secret-renamed",
      "medium",
      "which this change renames or moves before it updates the policy: until then, the policy names a missing secret. To avoid that, add a secret with the new name, change the policy, and then remove the old one",
    ],
  },
  changed: {
    text: "may get a different value in this change",
    finding: [
      "secret-changes",
      "low",
      "which may get a different value: holders of the new one may gain access, and holders of the old one lose it",
    ],
  },
  "perhaps changed": {
    text: "may get a different value in this change, and the policy, which is partly hidden, may name it",
    finding: [
      "secret-changes",
      "low",
      "which may get a different value: holders of the new one may gain access",
    ],
  },
  "not looked up": {
    text: "not looked up, because it is not in the program and the account was not read",
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

type PolicyOwner = ReturnType<typeof policyOwners>[number];

/** Objects after the change, with the secrets that their traffic policies name and those of their accounts. */
const policyOwners = (account: AccountChange) =>
  account.accounts.flatMap(({ provider, before, after }) => {
    const [secretsBefore, secretsAfter] = [secretsOf(before), secretsOf(after)];
    /** Secrets with a different value after the change. */
    const changedSecrets = secretsAfter.filter((secret) => mayChange(secret, secretsBefore, after));
    const usesOf = (object: AccountObject) => account.policiesOf(object).flatMap(vaultSecrets);
    return account.after.objects
      .filter((object) => object.account === provider)
      .map((object) => {
        const previous = before.find(object.urn);
        /** Undefined for a new object. */
        const usesBefore = previous && usesOf(previous);
        return { object, uses: usesOf(object), usesBefore, secretsBefore, secretsAfter, changedSecrets };
      });
  });

/**
 * Looks up the secrets that traffic policies name, first in the program, and then in the default account. A secret of
 * unknown name may be any of them, so it suppresses findings.
 *
 * @param isComplete - True if the preview includes all resources of the program.
 */
export async function findPolicySecrets(
  account: AccountChange,
  reader: AccountReader,
  isComplete: boolean,
): Promise<readonly PolicySecret[]> {
  const owners = policyOwners(account);
  return [
    ...(await missingSecrets(account, owners, reader, isComplete)),
    ...owners.flatMap((owner) => earlyRenames(account, owner)),
    ...owners.flatMap(changedUses),
  ];
}

/** Secrets that definitely don't exist after the change, or that weren't looked up. */
async function missingSecrets(
  account: AccountChange,
  owners: readonly PolicyOwner[],
  reader: AccountReader,
  isComplete: boolean,
): Promise<PolicySecret[]> {
  const { after, accounts } = account;
  const missing = owners.flatMap((owner) =>
    owner.uses
      .filter((wanted) => hasSecret(owner.secretsAfter, wanted) !== true)
      .map((wanted) => ({ ...owner, wanted, previous: owner.secretsBefore.find(matches(wanted)) }))
      // The change isn't the reason if an object outside the program already named a missing secret.
      .filter(({ object, previous }) => !object.isOutsideProgram || previous !== undefined),
  );
  const needsLookup = ({ object, previous }: (typeof missing)[number]) =>
    previous === undefined && object.account === undefined;
  const addOtherSecrets = missing.some(needsLookup) ? await readSecrets(account, reader) : undefined;
  return missing.flatMap((use): PolicySecret[] => {
    const { object, wanted, previous, secretsAfter } = use;
    const lookup = needsLookup(use) ? addOtherSecrets : undefined;
    if (hasSecret(lookup ? lookup(secretsAfter) : secretsAfter, wanted) !== false) return [];
    // Another Provider of the program may be configured for the same account.
    const otherSecrets = accounts
      .filter(({ provider }) => provider !== object.account)
      .flatMap((other) => secretsOf(other.after));
    if (!previous && lookup && hasSecret(otherSecrets, wanted) !== false) return [];
    const is = previous
      ? after.find(previous.urn ?? "")
        ? "renamed"
        : "deleted"
      : lookup && isComplete
        ? "missing"
        : "not looked up";
    return [{ ...objectName(object), ...wanted, is }];
  });
}

/** Secrets that are renamed before the policy stops using them. */
function earlyRenames({ after }: AccountChange, owner: PolicyOwner): PolicySecret[] {
  const { object, uses, usesBefore = [], secretsBefore, secretsAfter } = owner;
  const isRenamed = (wanted: VaultSecret) => {
    const secret = after.find(secretsBefore.find(matches(wanted))?.urn ?? "");
    return secret && secret.change.kind !== "replace" && hasSecret(secretsAfter, wanted) === false;
  };
  return usesBefore
    .filter((wanted) => !uses.some(matches(wanted)) && isRenamed(wanted))
    .map((wanted) => ({ ...objectName(object), ...wanted, is: "renamed first" }));
}

/** Uses, in existing policies, of secrets whose value may change: clients with the new value may gain access. */
function changedUses({ object, uses, usesBefore, changedSecrets }: PolicyOwner): PolicySecret[] {
  if (usesBefore === undefined) return [];
  // Objects outside the program are included only because they name the secret.
  const isPartHidden = !object.isOutsideProgram && isHidden(object.props.trafficPolicy);
  return changedSecrets.flatMap((changed): PolicySecret[] => {
    const { vault = SECRET, secret = SECRET } = changed;
    const use = { ...objectName(object), vault, secret };
    if (uses.some((wanted) => matches(wanted)(changed))) return [{ ...use, is: "changed" }];
    const mayUse = isPartHidden || uses.some((wanted) => mayMatch(changed, wanted));
    return mayUse ? [{ ...use, is: "perhaps changed" }] : [];
  });
}

/** True if a secret may get a different value, or if it takes the name of a previous one. */
function mayChange(secret: Secret, secretsBefore: readonly Secret[], after: AccountView): boolean {
  const { urn = "" } = secret;
  if (!secretsBefore.some((previous) => previous.urn === urn))
    return secretsBefore.some((previous) => mayMatch(previous, secret));
  const change = after.find(urn)?.change;
  return change !== undefined && (touches(change, "value") || isAdoption(change));
}

/** Previous names that refer to another secret, or to none, after the change. An undefined part matches any name. */
export function changedSecretNames({ before, after }: AccountChange, change: KnownChange): SecretName[] {
  const { urn, className, kind } = change;
  if (kind === "create") return [];
  if (className === "Secret") {
    const [previous, later] = [before, after].map((view) =>
      secretsOf(view).find((secret) => secret.urn === urn),
    );
    if (!previous) return [];
    const { secret, vault } = previous;
    const isSameName = later?.secret === secret && later?.vault === vault;
    return kind === "update" && isSameName && !touches(change, "value") ? [] : [{ secret, vault }];
  }
  const vault = className === "Vault" ? before.find(urn) : undefined;
  if (!vault || (kind === "update" && !touches(change, "name"))) return [];
  return [{ secret: undefined, vault: visibleString(vault.props.name) }];
}

/** Returns a predicate: true if a traffic policy names, or may name, one of these secrets. */
export const usesSecret =
  (names: readonly SecretName[]) =>
  (policy: unknown): boolean =>
    vaultSecrets(policy).some((use) => names.some((name) => mayMatch(name, use)));

/** The names of a secret and its vault; undefined if unknown. */
interface SecretName {
  readonly secret: string | undefined;
  readonly vault: string | undefined;
}

interface Secret extends SecretName {
  readonly urn?: string;
  /** Set if the vault is outside the program. */
  readonly vaultId?: string;
}

const matches =
  (wanted: VaultSecret) =>
  ({ vault, secret }: SecretName) =>
    vault === wanted.vault && secret === wanted.secret;

/** True if two names may refer to the same secret; undefined parts match any name. */
const mayMatch = (a: SecretName, b: SecretName): boolean =>
  (["vault", "secret"] as const).every(
    (part) => a[part] === undefined || b[part] === undefined || a[part] === b[part],
  );

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
      secret: visibleString(object.props.name),
      vault: visibleString(vault),
      ...(target?.kind === "elsewhere" && { vaultId: target.id }),
    };
  });

/** Returns a function that adds the account's other secrets to those of the program; undefined if they can't be read. */
async function readSecrets({ before, after }: AccountChange, reader: AccountReader) {
  const config = await reader.open();
  if (!config) return undefined;
  const inDefaultAccount = (className: string) =>
    [...before.of(className), ...after.of(className)].filter(({ account }) => account === undefined);
  const managed = new Set(inDefaultAccount("Secret").map(({ id }) => id));
  const vaultNames = new Map<string | undefined, string | undefined>();
  const stored: Secret[] = [];
  try {
    for await (const { value } of eachObject("Vault", {}, config))
      vaultNames.set(String(value.id), String(value.name));
    for (const { id, props } of inDefaultAccount("Vault")) vaultNames.set(id, visibleString(props.name));
    for await (const { value } of eachObject("Secret", {}, config))
      if (!managed.has(String(value.id)))
        stored.push({ secret: String(value.name), vault: vaultNames.get(String(value.vaultId)) });
  } catch (error) {
    reader.warn([error]);
    return undefined;
  }
  return (secrets: readonly Secret[]): Secret[] => [
    ...secrets.map((secret) => ({ ...secret, vault: secret.vault ?? vaultNames.get(secret.vaultId) })),
    ...stored,
  ];
}
