import { pluralize, shortList } from "../../access";
import type { ReadSetting } from "../../provider/inspect";
import { type AccountChange, type AccountObject, buildAccountChange, type KnownChange } from "./account";
import { AccountReader } from "./account-reader";
import { failureFindings, subjectOf } from "./failure";
import { type Finding, findingAbout, mergeFindings, type Subject, sortFindings } from "./finding";
import { buildGraph } from "./graph";
import { type Change, changesObject, isAdoption, type Preview, staysOnDelete } from "./preview";
import { findExposures } from "./reach";
import { type Adoption, adoptionDiffers, readAdoptions, resolveAdopt } from "./sections/adoptions";
import { costOf } from "./sections/calls";
import { causesOf } from "./sections/causes";
import { countCoverageGaps } from "./sections/coverage-gaps";
import { exposureFindings, maskedFindings } from "./sections/exposure-findings";
import { findNameConflicts, type NameConflict } from "./sections/name-conflicts";
import {
  type Deletion,
  findCredentialChanges,
  findDeletions,
  findImports,
  findRemovedParts,
  findReplacements,
  type ObjectName,
  type Replacement,
  usersAfter,
} from "./sections/objects";
import { findOutsideUsers } from "./sections/outside-users";
import type { PolicyResult } from "./sections/policies";
import { findPolicySecrets, secretFindings } from "./sections/policy-secrets";
import { powerFindings } from "./sections/powers";

export interface ReviewOptions {
  /** Rate limit of the account. Default: the stack's setting, or 120. */
  readonly requestsPerMinute?: number;
  /** Maximum number of deletions without a finding. */
  readonly maxDeletions?: number;
  /**
   * Opens the default account. Called only if there is something to look up: adopted objects, secrets that policies name,
   * or uses of changed objects. Without this function, the account isn't read.
   */
  readonly openAccount?: () => Promise<ReadSetting | undefined>;
  readonly policies?: readonly PolicyResult[];
  /** Absolute path of the program's folder, for locations in the program's error messages. */
  readonly folder?: string;
  /** Receives the reasons for anything that couldn't be read. */
  readonly warn?: (warnings: readonly string[]) => void;
}

/**
 * The content of a review. It contains no secrets: the engine masks those of the program, and those of adopted objects
 * are masked when they are read.
 */
export type Report = Awaited<ReturnType<typeof review>>;

/** The assumed API rate limit; see docs/assumptions.md. */
const ASSUMED_REQUESTS_PER_MINUTE = 120;

export async function review(rawPreview: Preview, options: ReviewOptions = {}) {
  const reader = new AccountReader(options.openAccount ?? (async () => undefined));
  const preview = await resolveAdopt(rawPreview, reader);
  const { adoptions, adopted } = await readAdoptions(preview, reader);
  const differs = adoptionDiffers(adoptions);
  const programOnly = await buildAccountChange(preview, adopted);
  const mayDiffer = (change: KnownChange) => adopted.has(change.urn) && differs(change) !== false;
  const outside = await findOutsideUsers(programOnly, mayDiffer, reader);
  const { users, hosts } = outside;
  const account =
    users.length + hosts.length > 0 ? await buildAccountChange(preview, adopted, users, hosts) : programOnly;
  const exposure = findExposures(account);
  const deletions = findDeletions(account);
  const replacements = findReplacements(account);
  const policies = options.policies ?? [];
  const isBlockedByPolicy = policies.some(({ level }) => level === "mandatory");
  const failures = failureFindings(preview, isBlockedByPolicy, options.folder);
  const secretUses = await findPolicySecrets(account, reader, failures.length === 0 && !isBlockedByPolicy);
  options.warn?.(reader.warnings);
  const findings = [
    ...exposureFindings(exposure.changed),
    ...maskedFindings(exposure.masked),
    ...powerFindings(account),
    ...deletedInUse(account),
    ...immediateRestrictions(account),
    ...releasedNames(account, deletions, replacements),
    ...replacements
      .filter(({ deletesFirst }) => deletesFirst)
      .map((replacement) => findingAbout(replacement, "replacement-gap", "high", replacement.breaks)),
    ...refusals(account, deletions, adoptions, findNameConflicts(account, replacements)),
    ...secretUses.flatMap(secretFindings),
    ...tooManyDeletions(deletions, options.maxDeletions),
    ...policies.map(policyFinding),
    ...(preview.isComplete ? [] : [PARTIAL_PREVIEW]),
    ...preview.unknownSteps.map(unknownStep),
    ...failures,
  ];
  const sources = new Map(preview.changes.map(({ urn, source }) => [urn, source]));
  const causes = causesOf(account);
  const withSource = <T extends Subject>(subject: T, behind: readonly Subject[] = []): T => {
    const inner = behind.flatMap(({ urns }) => urns);
    // The change that causes a finding is a better location than the object that it affects.
    const urns = [...causes(subject.urns), ...causes(inner), ...subject.urns];
    const source = urns.map((urn) => sources.get(urn)).find(Boolean);
    return source ? { ...subject, source } : subject;
  };
  return {
    project: preview.project ?? null,
    stack: preview.stack ?? null,
    /** False if the preview omits unchanged resources, so that verdicts may miss guards. */
    isWhole: preview.isComplete,
    summary: summaryOf(preview.changes),
    findings: sortFindings(
      mergeFindings(
        findings.map((finding) => ({
          ...withSource(finding, finding.behind),
          behind: finding.behind?.map((subject) => withSource(subject)),
        })),
      ),
    ),
    exposure,
    credentials: findCredentialChanges(account),
    replacements,
    deletions,
    maxDeletions: options.maxDeletions ?? null,
    detaches: findRemovedParts(account),
    adoptions,
    imports: findImports(account),
    policies,
    /** Secrets that traffic policies name and that may not exist. */
    policySecrets: secretUses,
    unread: countCoverageGaps(account, adoptions, secretUses, exposure, {
      ...outside,
      foreign: preview.changes.filter(({ isForeign, kind }) => isForeign && changesObject(kind)).length,
    }),
    cost: costOf(account, options.requestsPerMinute ?? configuredRequestsPerMinute(preview), differs),
    changes: preview.changes.flatMap(listChange),
    graph: buildGraph(account, exposure.changed),
  };
}

function configuredRequestsPerMinute({ config }: Preview): number {
  const configured = Number(config["tunnel-edge:requestsPerMinute"]);
  return configured > 0 ? configured : ASSUMED_REQUESTS_PER_MINUTE;
}

function summaryOf(changes: readonly Change[]): Record<string, number> {
  const summary: Record<string, number> = { create: 0, adopt: 0, update: 0, replace: 0, delete: 0, same: 0 };
  for (const kind of changes.map(reportedKind)) summary[kind] = (summary[kind] ?? 0) + 1;
  return summary;
}

function reportedKind(change: Change): string {
  if (change.className !== undefined && isAdoption(change)) return "adopt";
  return change.isImported ? "import" : change.kind;
}

const listChange = (change: Change) => {
  const { className, type, name, urn, paths } = change;
  if (change.kind === "same" || isRepeatedRead(change)) return [];
  return [{ kind: reportedKind(change), type: className ?? type, name, urn, paths }];
};

/** True if the program reads the same object as before. */
const isRepeatedRead = ({ kind, isInState, before, after }: Change) =>
  kind === "read" && isInState && before?.isExternal === true && before.id === after?.id;

/** Findings about objects that are deleted while in use. Parts that are deleted with them, such as rules, don't count. */
function deletedInUse(account: AccountChange): Finding[] {
  return account.changes.flatMap((change): Finding[] => {
    const { urn, className, kind } = change;
    if (kind !== "delete" && kind !== "replace") return [];
    if (KEPT_WHILE_USED.includes(className) || staysOnDelete(change)) return [];
    const object = account.before.find(urn);
    const isPart = (user: AccountObject) => account.factsOf(user.className).partOf.length > 0;
    const users = object ? usersAfter(account, object).filter((user) => !isPart(user)) : [];
    if (users.length === 0) return [];
    const isPolicy = className === "IpPolicy";
    const rule = isPolicy ? "edge-ipp-deleted-in-use" : "deleted-in-use";
    const scope = users.some(({ isOutsideProgram }) => isOutsideProgram) ? ", also in other programs" : "";
    const message = `is ${kind === "delete" ? "deleted" : "replaced"} although ${usersText(users)} ${users.length === 1 ? "refers" : "refer"} to it: remove the reference first, in an update of its own${scope}`;
    const userUrns = users.map((user) => user.urn);
    return [findingAbout(change, rule, isPolicy ? "critical" : "high", message, userUrns)];
  });
}

const MAX_USERS = 3;

const usersText = (users: readonly ObjectName[]): string =>
  shortList(
    users.map(({ className, name }) => `${className} ${name}`),
    MAX_USERS,
  );

const immediateRestrictions = ({ changes }: AccountChange): Finding[] =>
  changes.flatMap((change) => {
    const { kind, className, after } = change;
    const { type, enforced } = after?.inputs ?? {};
    const isNew = kind === "create" && className === "IpRestriction" && !isAdoption(change);
    if (!isNew || enforced !== true || (type !== "api" && type !== "dashboard")) return [];
    const message = `restricts the ${type} immediately: start with enforced: false, check the warnings, then enforce it`;
    return [findingAbout(change, "edge-ipr-staged", "high", message)];
  });

const releasedNames = (
  account: AccountChange,
  deletions: readonly Deletion[],
  replacements: readonly Replacement[],
): Finding[] =>
  [...deletions, ...replacements].flatMap((object) => {
    const keys = account.factsOf(object.className).reservedHosts;
    if (object.stays || keys.length === 0) return [];
    const props = account.before.find(object.urn)?.props ?? {};
    const [host = object.name] = keys.flatMap((key) => props[key] ?? []);
    const message = `releases ${String(host)}: anyone can reserve it and receive its traffic while DNS records point here`;
    return [findingAbout(object, "name-released", "high", message)];
  });

/** Classes whose objects the service refuses to delete while they are in use. */
const KEPT_WHILE_USED: readonly string[] = ["EventDestination", "Vault"];

function refusals(
  account: AccountChange,
  deletions: readonly Deletion[],
  adoptions: readonly Adoption[],
  conflicts: readonly NameConflict[],
): Finding[] {
  const findings: Finding[] = [];
  const refuse = (object: ObjectName, message: string) =>
    findings.push(findingAbout(object, "refused", "high", message));
  for (const deletion of deletions.filter(({ stays }) => !stays)) {
    const { className, isProtected, usedBy } = deletion;
    if (isProtected) refuse(deletion, "is protected, so deleting it will be refused");
    if (KEPT_WHILE_USED.includes(className) && usedBy.length > 0)
      refuse(
        deletion,
        `is deleted while ${usersText(usedBy)} still ${usedBy.length === 1 ? "uses" : "use"} it: the service refuses that`,
      );
  }
  for (const adoption of adoptions) {
    const { id, isMissing, isMarked, refused } = adoption;
    if (isMissing) refuse(adoption, `adopts ${id}, which does not exist`);
    if (isMarked)
      refuse(
        adoption,
        `adopts ${id}, which carries the ownership mark of a resource: unless it is this resource's, the update is refused. Look for ${id} in the states of the other stacks`,
      );
    if (refused.length > 0)
      refuse(
        adoption,
        `adopts ${id}, which differs in ${refused.join(", ")}: only a replacement can change that`,
      );
  }
  for (const change of account.changes)
    if (change.kind === "replace" && change.isProtected)
      refuse(change, "is protected, so replacing it will be refused");
  for (const { text, holder, ...object } of conflicts) {
    const reason = holder.isDeleted
      ? "still holds, because the engine deletes last: the service refuses that. If it is the same object under another name, give the resource `aliases`; otherwise delete the old one first, in an update of its own"
      : "holds: the service refuses that. Give one of them a different value";
    refuse(object, `needs ${text}, which ${holder.className} ${holder.name} ${reason}`);
  }
  return findings;
}

function tooManyDeletions(deletions: readonly Deletion[], limit: number | undefined): Finding[] {
  const count = deletions.filter(({ stays }) => !stays).length;
  if (limit === undefined || count <= limit) return [];
  return [
    {
      rule: "deletion-limit",
      severity: "critical",
      subject: "the stack",
      message: `${pluralize(count, "object is", "objects are")} deleted, and ${limit} ${limit === 1 ? "is" : "are"} allowed (--max-deletions)`,
      urns: deletions.map(({ urn }) => urn),
    },
  ];
}

function policyFinding({ policy, level, message, urn }: PolicyResult): Finding {
  return {
    rule: "policy",
    severity: level === "mandatory" ? "critical" : level === "advisory" ? "medium" : "low",
    subject: urn === undefined ? "the stack" : subjectOf(urn),
    message: `${policy}: ${message}`,
    urns: urn === undefined ? [] : [urn],
  };
}

const unknownStep = ({ op, urn }: Preview["unknownSteps"][number]): Finding => ({
  rule: "unknown-step",
  severity: "high",
  subject: subjectOf(urn),
  message: `the engine plans ${JSON.stringify(op)}, which this version of the command does not support: update pulumi-tunnel-edge`,
  urns: [urn],
});

const PARTIAL_PREVIEW: Finding = {
  rule: "preview-partial",
  severity: "medium",
  subject: "the preview",
  message:
    "lists changes only, so guards on unchanged resources are missed: create it with `pulumi preview --json --show-sames --show-reads`",
  urns: [],
};
