import { shortList } from "../../../access";
import { markdownCode as code, fitted, markdownText, type Section } from "../../common";
import { MOST_NAMED } from "../finding";
import type { Source } from "../preview";
import { type AlikeExposures, alike } from "../reach";
import type { Report } from "../report";
import { equalText } from "../sections/adoptions";
import type { Named } from "../sections/objects";
import { alikePolicies } from "../sections/policies";
import { mermaid } from "./mermaid";
import {
  allowedText,
  compared,
  costText,
  deletionNotes,
  EXAMPLE,
  fewer,
  importText,
  LEFT_OUT,
  MARKS,
  movedText,
  noFindingText,
  placeLines,
  REACHES,
  SECRET_STATES,
  SECRETS_HEADING,
  subjectLines,
  summaryText,
  titleOf,
  unaskedText,
  unchangedText,
  verdictOf,
} from "./words";

/**
 * The report as a comment on a pull request: GitHub's and GitLab's Markdown, the most severe first. The part that does
 * not fit is cut from the end, and the report says so.
 */
export function markdown(report: Report): string {
  const head = [
    `## ${markdownText(titleOf(report))}`,
    "",
    markdownText(`${summaryText(report)}. ${costText(report)}`),
    "",
  ].join("\n");
  return fitted(head, sectionsOf(report));
}

function sectionsOf(report: Report): Section[] {
  return [
    findings(report),
    exposure(report),
    credentials(report),
    replaced(report),
    deleted(report),
    detached(report),
    adopted(report),
    imported(report),
    policies(report),
    secrets(report),
    calls(report),
    graph(report),
    plainList(report),
  ];
}

function findings(report: Report): Section {
  const rows = report.findings.map((finding) => {
    const { severity, message, witness } = finding;
    const what = subjectLines(finding).map(markdownText).join("<br>");
    const where = placeLines(finding, placeOf).join("<br>");
    const shown = witness === undefined ? "" : `<br>${EXAMPLE} ${code(witness)}`;
    return `| ${MARKS[severity]} | ${what} | ${markdownText(message)}${shown} | ${where} |`;
  });
  const lines =
    rows.length > 0 ? ["| | what | why | where |", "|---|---|---|---|", ...rows] : [noFindingText(report)];
  const unasked = unaskedText(report);
  return { heading: "Findings", lines: unasked === undefined ? lines : [...lines, "", unasked] };
}

function exposure({ exposure: { changed, unchanged } }: Report): Section {
  const lines = alike(changed).flatMap(exposureLines);
  const rest = unchangedText(unchanged, changed.length);
  return { heading: "Exposure", lines: rest === "" ? lines : [...lines, rest] };
}

function exposureLines({ labels, formerly, exposure }: AlikeExposures): string[] {
  const { newcomers, stillAsked, lockedOut, movedFrom } = exposure;
  const rows = compared(exposure).map(
    ({ guard, before, after }) =>
      `| ${markdownText(guard)} | ${markdownText(before ?? "none")} | ${markdownText(after ?? "none")} |`,
  );
  return [
    `${shortList(
      labels.map((label) => `**${code(label)}**`),
      MOST_NAMED,
    )}: ${verdictOf(exposure)}`,
    // Without this line, some hosts treat the list as part of the paragraph.
    "",
    ...(movedFrom
      ? [`- moved from ${shortList(formerly.map(code), MOST_NAMED)}, ${markdownText(movedText(movedFrom))}`]
      : []),
    ...newcomers.flatMap(({ who, isCertain, witness }) => [
      `- ${REACHES[isCertain ? "can" : "may"]}: ${markdownText(who)}`,
      ...(witness === null ? [] : [`  - ${EXAMPLE} ${code(witness)}`]),
    ]),
    ...(stillAsked.length > 0 ? [`- still asked of them: ${markdownText(stillAsked.join(", "))}`] : []),
    ...fewer(lockedOut).map(
      ({ who, isCertain }) => `- ${REACHES[isCertain ? "cannot" : "may not"]}: ${markdownText(who)}`,
    ),
    ...(rows.length > 0 ? ["", "| guard | before | after |", "|---|---|---|", ...rows] : []),
    "",
  ];
}

const placeOf = ({ file, line }: Source) => code(`${file}:${line}`);

const credentials = ({ credentials }: Report): Section => ({
  heading: "Certificates and keys",
  lines: credentials.map(
    ({ className, name, what }) => `- ${className} ${code(name)}: ${markdownText(what)}`,
  ),
});

const replaced = ({ replacements }: Report): Section => ({
  heading: "Replacements",
  lines: replacements.map(({ className, name, reasons, breaks, referrers }) => {
    const used = referrers.length > 0 ? ` Used by ${referrers.map(nameOf).join(", ")}.` : "";
    return `- ${className} ${code(name)} because of ${reasons.map(code).join(", ") || "the engine's own reasons"}: ${markdownText(breaks)}.${used}`;
  }),
});

function deleted({ deletions, maxDeletions }: Report): Section {
  const lines = deletions.map((deletion) => {
    const { className, name, detail, stays } = deletion;
    const what = `- ${className} ${code(name)}${detail === "" ? "" : ` (${markdownText(detail)})`}`;
    if (stays) return `${what}: leaves the program, but stays in place`;
    const notes = deletionNotes(deletion, { user: nameOf, module: code });
    return notes === "" ? what : `${what}: ${notes}`;
  });
  const limit = maxDeletions === null || lines.length === 0 ? [] : ["", `${allowedText(maxDeletions)}.`];
  return { heading: "Deletions", lines: [...lines, ...limit] };
}

const detached = ({ detaches }: Report): Section => ({
  heading: "Taken off",
  lines: detaches.map(
    ({ className, name, what, call }) => `- ${className} ${code(name)}: ${code(what)} (${code(call)})`,
  ),
});

const adopted = ({ adoptions }: Report): Section => ({
  heading: "Adoptions",
  lines: adoptions.flatMap(({ className, name, id, isRead, isMissing, update, ...adoption }) => {
    const what = `- ${className} ${code(name)} takes over ${code(id)}`;
    if (isMissing) return [`${what}, which does not exist`];
    if (!isRead) return [`${what}: not read, so that it is not known whether an update is sent`];
    if (!update) return [`${what}: ${equalText(adoption, code)}`];
    const parameters = update.parameters.map(({ name: parameter, before, after, isDefault }) =>
      before === null || after === null
        ? `  - ${code(parameter)} (not shown, since a secret is in it or it is not known yet)`
        : `  - ${code(parameter)}: ${code(before)} → ${code(after)}${isDefault ? LEFT_OUT : ""}`,
    );
    return [`${what}: one ${code(`${update.method} ${update.path}`)}`, ...parameters];
  }),
});

const imported = ({ imports }: Report): Section => ({
  heading: "Imports",
  lines: imports.map((one) => `- ${importText(one, code)}`),
});

const policies = ({ policies }: Report): Section => ({
  heading: "Policies",
  lines: alikePolicies(policies).map(({ policy, level, message, subjects }) => {
    const at = subjects === "" ? "" : ` at ${markdownText(subjects)}`;
    return `- ${markdownText(level)} ${code(policy)}${at}: ${markdownText(message)}`;
  }),
});

const secrets = ({ policySecrets }: Report): Section => ({
  heading: SECRETS_HEADING,
  lines: policySecrets.map(
    ({ className, name, vault, secret, is }) =>
      `- ${className} ${code(name)}: ${code(secret)} of the vault ${code(vault)}: ${SECRET_STATES[is]}`,
  ),
});

const nameOf = ({ className, name }: Named) => `${className} ${code(name)}`;

const calls = ({ cost }: Report): Section => ({
  heading: "API calls",
  isFolded: true,
  lines: cost.calls.map(({ count, method, path }) => `- ${count} × ${code(`${method} ${path}`)}`),
});

function graph(report: Report): Section {
  const text = mermaid(report.graph);
  return {
    heading: "Picture",
    isFolded: true,
    isWhole: true,
    code: "mermaid",
    lines: text === "" ? [] : text.split("\n"),
  };
}

const plainList = ({ changes }: Report): Section => ({
  heading: "Every change",
  isFolded: true,
  lines: changes.map(
    ({ kind, type, name, paths }) =>
      `- ${kind} ${markdownText(type)} ${code(name)}${paths.length > 0 ? `: ${paths.map(code).join(", ")}` : ""}`,
  ),
});
