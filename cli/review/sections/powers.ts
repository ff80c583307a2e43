import { Networks, shortList } from "../../../access";
import { isRecord } from "../../../provider/inspect";
import { type AccountChange, isHidden, type KnownChange, stringsIn } from "../account";
import { type Finding, findingAbout } from "../finding";
import { isAdoption, type Props } from "../preview";
import { changedInputs, effectiveInputs } from "./calls";

type Gain = Pick<Finding, "severity" | "message">;

/** Compares both sides of an input; undefined if nothing is gained. */
type Compare = (before: unknown, after: unknown) => Gain | undefined;

const toRecord = (value: unknown): Props => (isRecord(value) ? value : {});
const high = (message: string): Gain => ({ severity: "high", message });
const medium = (message: string): Gain => ({ severity: "medium", message });
const quoteList = (values: readonly string[]) =>
  shortList(
    values.map((value) => JSON.stringify(value.slice(0, 80))),
    3,
  );

/** Compares lists that restrict access, where an empty list allows everything. `unlimited` and `more` describe what is gained. */
const allowList =
  (unlimited: string, more: string, covers: (rule: string, added: string) => boolean): Compare =>
  (before, after) => {
    const [rulesBefore, rulesAfter] = [stringsIn(before), stringsIn(after)];
    if (rulesBefore.length === 0) return undefined;
    if (rulesAfter.length === 0) return high(`${unlimited}; it was limited to ${quoteList(rulesBefore)}`);
    const added = rulesAfter.filter((candidate) => !rulesBefore.some((rule) => covers(rule, candidate)));
    return added.length === 0 ? undefined : high(`${more} ${quoteList(added)}`);
  };

const bindsEverything = (rule: string): boolean => rule === "*" || rule === "bind:*";

/**
 * `bind:*.example.com` covers `bind:app.example.com`, and `bind:team=*` covers `bind:team=red`. Labels aren't domains.
 */
function coversBinding(rule: string, requested: string): boolean {
  if (rule === requested || bindsEverything(rule)) return true;
  if (rule.includes("=") !== requested.includes("=")) return false;
  if (rule.includes("=")) return rule.endsWith("=*") && requested.startsWith(rule.slice(0, -1));
  const [host, binding] = [rule.toLowerCase(), requested.toLowerCase()];
  return host === binding || (host.startsWith("bind:*.") && binding.endsWith(host.slice("bind:*".length)));
}

const bindings = allowList("its sessions can bind everything", "its sessions can also bind", coversBinding);

const acl: Compare = (before, after) =>
  stringsIn(before).some(bindsEverything) ? undefined : bindings(before, after);

const principals = (effect: string): Compare =>
  allowList(`${effect} everybody, including root`, effect, (rule, added) => rule === added);

const parseNetworks = (text: unknown): Networks =>
  Networks.fromRules(
    String(text)
      .split(",")
      .map((cidr) => cidr.trim())
      .map((cidr) => (cidr.includes("/") ? cidr : `${cidr}/${cidr.includes(":") ? 128 : 32}`))
      .map((cidr) => ({ cidr, action: "allow", content: cidr })),
    [],
    "",
  );

/** True if the new list has addresses that the old one lacks. Lists that can't be parsed count as wider if they differ. */
function isWider(before: unknown, after: unknown): boolean {
  try {
    const tests = [
      { networks: parseNetworks(after), isTrue: true },
      { networks: parseNetworks(before), isTrue: false },
    ];
    return Networks.intersects(tests);
  } catch {
    return before !== after;
  }
}

const criticalOptions: Compare = (before, after) => {
  const [optionsBefore, optionsAfter] = [toRecord(before), toRecord(after)];
  const [sourceBefore, sourceAfter] = [optionsBefore["source-address"], optionsAfter["source-address"]];
  const [commandBefore, commandAfter] = [optionsBefore["force-command"], optionsAfter["force-command"]];
  if (sourceBefore !== undefined && sourceAfter === undefined)
    return high(`it can be used from any address; it was limited to ${quoteList([String(sourceBefore)])}`);
  if (commandBefore !== undefined && commandAfter === undefined)
    return high("it can run any command; it was limited to one");
  if (sourceBefore !== undefined && isWider(sourceBefore, sourceAfter))
    return high(`it can be used from more addresses: ${quoteList([String(sourceAfter)])}`);
  return commandBefore === commandAfter ? undefined : high("it runs a different command");
};

const extensions: Compare = (before, after) => {
  // If the input is omitted, the service sets default extensions.
  if (after === undefined && Object.keys(toRecord(before)).length === 0 && before !== undefined)
    return high("it gets the default extensions");
  const granted: Props = before === undefined ? { "permit-pty": "", "permit-user-rc": "" } : toRecord(before);
  const added = Object.keys(toRecord(after)).filter((key) => granted[key] === undefined);
  return added.length === 0 ? undefined : high(`it gets the extension ${quoteList(added)}`);
};

const target: Compare = (before, after) =>
  JSON.stringify(before) === JSON.stringify(after)
    ? undefined
    : medium("events go to a different destination");

const active: Compare = (before, after) =>
  before === false && after !== false
    ? medium("is activated: its keys and credentials work again, including those of other programs")
    : undefined;

const destinations: Compare = (before, after) => {
  const added = stringsIn(after).filter((id) => !stringsIn(before).includes(id));
  return added.length === 0 ? undefined : medium(`also sends events to ${quoteList(added)}`);
};

const POWERS: Readonly<Record<string, Readonly<Record<string, Compare>>>> = {
  Credential: { acl },
  SshCredential: { acl },
  SshUserCertificate: { principals: principals("its holder can sign in as"), criticalOptions, extensions },
  SshHostCertificate: { principals: principals("its holder can pose as") },
  EventDestination: { target },
  EventSubscription: { destinationIds: destinations },
  BotUser: { active },
  ServiceUser: { active },
};

export function powerFindings({ changes }: AccountChange): Finding[] {
  return changes.flatMap((change): Finding[] => {
    const { className, kind, before, after } = change;
    if ((kind !== "update" && kind !== "replace") || isAdoption(change) || !before || !after) return [];
    const changed = changedInputs(change);
    return Object.entries(POWERS[className] ?? {}).flatMap(([input, compare]): Finding[] => {
      const [valueBefore, valueAfter] = [before.inputs[input], after.inputs[input]];
      const isMasked = isHidden(valueBefore) || isHidden(valueAfter);
      if (isMasked && !changed.includes(input)) return [];
      const gain = isMasked
        ? medium(`may gain power: the preview hides ${input}`)
        : compare(valueBefore, valueAfter);
      return gain ? [findingAbout(change, "power-gained", gain.severity, gain.message)] : [];
    });
  });
}

/** Classes that are judged elsewhere in the review. */
const JUDGED =
  /^(?:Endpoint$|Https|Tls|Tcp|Ip|CertificateAuthority$|Secret$|Vault$|Reserved|.*Backend$|Tunnel|AgentIngress$)/;

/** Changes that no part of the review judges. */
export function findUnjudged(account: AccountChange): readonly KnownChange[] {
  return account.changes.filter((change) => {
    const { className, kind } = change;
    if (kind !== "create" && kind !== "update" && kind !== "replace") return false;
    if (JUDGED.test(className)) return false;
    const powers = POWERS[className] ?? {};
    return kind === "create" || effectiveInputs(account, change).some((input) => powers[input] === undefined);
  });
}
