import { shortList } from "../../../access";
import type { Section } from "../../common";
import { MOST_NAMED } from "../finding";
import type { AlikeExposures } from "../reach";
import type { Report } from "../report";
import { equalText } from "../sections/adoptions";
import type { Named } from "../sections/objects";
import { alikePolicies } from "../sections/policies";
import {
  allowedText,
  deletionNotes,
  EXAMPLE,
  fewer,
  importText,
  LEFT_OUT,
  movedText,
  REACHES,
  SECRET_STATES,
  SECRETS_HEADING,
} from "./words";

/** How a format writes text that comes from outside. */
export interface Style {
  readonly text: (text: string) => string;
  readonly code: (text: string) => string;
}

/** What else the change means, in lists whose items begin with a dash. */
export const consequences = (report: Report, style: Style): Section[] =>
  [credentials, replaced, deleted, detached, adopted, imported, policies, secrets].map((section) =>
    section(report, style),
  );

/** Who gains and who loses access to a place. */
export function exposureItems({ formerly, exposure }: AlikeExposures, style: Style): string[] {
  const { newcomers, stillAsked, lockedOut, movedFrom } = exposure;
  return [
    ...(movedFrom
      ? [
          `- moved from ${shortList(formerly.map(style.code), MOST_NAMED)}, ${style.text(movedText(movedFrom))}`,
        ]
      : []),
    ...newcomers.flatMap(({ who, isCertain, witness }) => [
      `- ${REACHES[isCertain ? "can" : "may"]}: ${style.text(who)}`,
      ...(witness === null ? [] : [`  - ${EXAMPLE} ${style.code(witness)}`]),
    ]),
    ...(stillAsked.length > 0 ? [`- still required: ${style.text(stillAsked.join(", "))}`] : []),
    ...fewer(lockedOut).map(
      ({ who, isCertain }) => `- ${REACHES[isCertain ? "cannot" : "may not"]}: ${style.text(who)}`,
    ),
  ];
}

const credentials = ({ credentials }: Report, style: Style): Section => ({
  heading: "Certificates and keys",
  lines: credentials.map(
    ({ className, name, what }) => `- ${className} ${style.code(name)}: ${style.text(what)}`,
  ),
});

const replaced = ({ replacements }: Report, style: Style): Section => ({
  heading: "Replacements",
  lines: replacements.map(({ className, name, reasons, breaks, referrers }) => {
    const used = referrers.length > 0 ? ` Used by ${referrers.map(nameIn(style)).join(", ")}.` : "";
    return `- ${className} ${style.code(name)} because of ${reasons.map(style.code).join(", ") || "the engine's own reasons"}: ${style.text(breaks)}.${used}`;
  }),
});

function deleted({ deletions, maxDeletions }: Report, style: Style): Section {
  const lines = deletions.map((deletion) => {
    const { className, name, detail, stays } = deletion;
    const what = `- ${className} ${style.code(name)}${detail === "" ? "" : ` (${style.text(detail)})`}`;
    if (stays) return `${what}: leaves the program, but stays in place`;
    const notes = deletionNotes(deletion, { user: nameIn(style), module: style.code });
    return notes === "" ? what : `${what}: ${notes}`;
  });
  const limit = maxDeletions === null || lines.length === 0 ? [] : ["", `${allowedText(maxDeletions)}.`];
  return { heading: "Deletions", lines: [...lines, ...limit] };
}

const detached = ({ detaches }: Report, style: Style): Section => ({
  heading: "Taken off",
  lines: detaches.map(
    ({ className, name, what, call }) =>
      `- ${className} ${style.code(name)}: ${style.code(what)} (${style.code(call)})`,
  ),
});

const adopted = ({ adoptions }: Report, style: Style): Section => ({
  heading: "Adoptions",
  lines: adoptions.flatMap(({ className, name, id, isRead, isMissing, update, ...adoption }) => {
    const what = `- ${className} ${style.code(name)} takes over ${style.code(id)}`;
    if (isMissing) return [`${what}, which does not exist`];
    if (!isRead) return [`${what}: not read, so that it is not known whether an update is sent`];
    if (!update) return [`${what}: ${equalText(adoption, style.code)}`];
    const parameters = update.parameters.map(({ name: parameter, before, after, isDefault }) =>
      before === null || after === null
        ? `  - ${style.code(parameter)} (not shown, since a secret is in it or it is not known yet)`
        : `  - ${style.code(parameter)}: ${style.code(before)} → ${style.code(after)}${isDefault ? LEFT_OUT : ""}`,
    );
    return [`${what}: one ${style.code(`${update.method} ${update.path}`)}`, ...parameters];
  }),
});

const imported = ({ imports }: Report, style: Style): Section => ({
  heading: "Imports",
  lines: imports.map((one) => `- ${importText(one, style.code)}`),
});

const policies = ({ policies }: Report, style: Style): Section => ({
  heading: "Policies",
  lines: alikePolicies(policies).map(({ policy, level, message, subjects }) => {
    const at = subjects === "" ? "" : ` at ${style.text(subjects)}`;
    return `- ${style.text(level)} ${style.code(policy)}${at}: ${style.text(message)}`;
  }),
});

const secrets = ({ policySecrets }: Report, style: Style): Section => ({
  heading: SECRETS_HEADING,
  lines: policySecrets.map(
    ({ className, name, vault, secret, is }) =>
      `- ${className} ${style.code(name)}: ${style.code(secret)} of the vault ${style.code(vault)}: ${SECRET_STATES[is]}`,
  ),
});

const nameIn =
  ({ code }: Style) =>
  ({ className, name }: Named) =>
    `${className} ${code(name)}`;

export const calls = ({ cost }: Report, style: Style): Section => ({
  heading: "API calls",
  isFolded: true,
  lines: cost.calls.map(({ count, method, path }) => `- ${count} × ${style.code(`${method} ${path}`)}`),
});

export const changes = ({ changes }: Report, style: Style): Section => ({
  heading: "Every change",
  isFolded: true,
  lines: changes.map(
    ({ kind, type, name, paths }) =>
      `- ${kind} ${style.text(type)} ${style.code(name)}${paths.length > 0 ? `: ${paths.map(style.code).join(", ")}` : ""}`,
  ),
});
