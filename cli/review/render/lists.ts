import { shortList } from "../../../access";
import type { Section } from "../../common";
import { MAX_LISTED } from "../finding";
import type { ExposureGroup } from "../reach";
import type { Report } from "../report";
import { equalAdoptionText } from "../sections/adoptions";
import type { ObjectName } from "../sections/objects";
import { groupPolicies } from "../sections/policies";
import { SECRET_USES } from "../sections/policy-secrets";
import {
  ACCESS_LABELS,
  allowedText,
  DEFAULT_NOTE,
  deletionNotes,
  EXAMPLE,
  importText,
  limitClients,
  movedText,
} from "./phrases";

/** How a format renders untrusted text and names. */
export interface Style {
  readonly text: (text: string) => string;
  readonly code: (text: string) => string;
  /** Emphasizes an effect on clients. */
  readonly strong?: (text: string, effect: "opens" | "closes") => string;
}

export interface Item {
  readonly text: string;
  readonly below?: readonly string[];
}

export interface ItemList {
  readonly heading: string;
  readonly items: readonly Item[];
  readonly note?: string;
  readonly isCollapsed?: true;
}

export const dashed = (items: readonly Item[]): string[] =>
  items.flatMap(({ text, below = [] }) => [`- ${text}`, ...below.map((line) => `  - ${line}`)]);

export const asSection = ({ heading, items, note, isCollapsed }: ItemList): Section => ({
  heading,
  ...(isCollapsed && { isCollapsed }),
  lines: [...dashed(items), ...(note === undefined ? [] : ["", note])],
});

export const consequences = (report: Report, style: Style): ItemList[] =>
  [credentials, replaced, deleted, detached, adopted, imported, policies, secrets].map((list) =>
    list(report, style),
  );

export function exposureItems({ previousLabels, exposure }: ExposureGroup, style: Style): Item[] {
  const { gainsAccess, stillRequired, losesAccess, movedFrom } = exposure;
  const { strong = (text) => text } = style;
  return [
    ...(movedFrom
      ? [
          {
            text: `moved from ${shortList(previousLabels.map(style.code), MAX_LISTED)}, ${style.text(movedText(movedFrom))}`,
          },
        ]
      : []),
    ...gainsAccess.map(({ who, isCertain, witness }) => ({
      text: `${strong(`${ACCESS_LABELS[isCertain ? "can" : "may"]}:`, "opens")} ${style.text(who)}`,
      below: witness === null ? [] : [`${EXAMPLE} ${style.code(witness)}`],
    })),
    ...(stillRequired.length > 0
      ? [{ text: `still required: ${style.text(stillRequired.join(", "))}` }]
      : []),
    ...limitClients(losesAccess).map(({ who, isCertain }) => ({
      text: `${strong(`${ACCESS_LABELS[isCertain ? "cannot" : "may not"]}:`, "closes")} ${style.text(who)}`,
    })),
  ];
}

const credentials = ({ credentials }: Report, style: Style): ItemList => ({
  heading: "Certificates and keys",
  items: credentials.map(({ className, name, what }) => ({
    text: `${className} ${style.code(name)}: ${style.text(what)}`,
  })),
});

const replaced = ({ replacements }: Report, style: Style): ItemList => ({
  heading: "Replacements",
  items: replacements.map(({ className, name, reasons, breaks, referrers }) => {
    const used = referrers.length > 0 ? ` Used by ${referrers.map(nameIn(style)).join(", ")}.` : "";
    return {
      text: `${className} ${style.code(name)} because of ${reasons.map(style.code).join(", ") || "the engine's own reasons"}: ${style.text(breaks)}.${used}`,
    };
  }),
});

function deleted({ deletions, maxDeletions }: Report, style: Style): ItemList {
  const items = deletions.map((deletion) => {
    const { className, name, detail, stays } = deletion;
    const object = `${className} ${style.code(name)}${detail === "" ? "" : ` (${style.text(detail)})`}`;
    if (stays) return { text: `${object}: leaves the program, but stays in place` };
    const notes = deletionNotes(deletion, { user: nameIn(style), module: style.code });
    return { text: notes === "" ? object : `${object}: ${notes}` };
  });
  const isLimited = maxDeletions !== null && items.length > 0;
  return { heading: "Deletions", items, ...(isLimited && { note: `${allowedText(maxDeletions)}.` }) };
}

const detached = ({ detaches }: Report, style: Style): ItemList => ({
  heading: "Removed parts",
  items: detaches.map(({ className, name, what, call }) => ({
    text: `${className} ${style.code(name)}: ${style.code(what)} (${style.code(call)})`,
  })),
});

const adopted = ({ adoptions }: Report, style: Style): ItemList => ({
  heading: "Adoptions",
  items: adoptions.map(({ className, name, id, isRead, isMissing, update, ...adoption }): Item => {
    const adoptionText = `${className} ${style.code(name)} adopts ${style.code(id)}`;
    if (isMissing) return { text: `${adoptionText}, which does not exist` };
    if (!isRead) return { text: `${adoptionText}: not read, so it is unknown whether an update is sent` };
    if (!update) return { text: `${adoptionText}: ${equalAdoptionText(adoption, style.code)}` };
    const below = update.parameters.map(({ name: parameter, before, after, isDefault }) =>
      before === null || after === null
        ? `${style.code(parameter)} (not shown, because it contains a secret or is unknown)`
        : `${style.code(parameter)}: ${style.code(before)} → ${style.code(after)}${isDefault ? DEFAULT_NOTE : ""}`,
    );
    return { text: `${adoptionText}: one ${style.code(`${update.method} ${update.path}`)}`, below };
  }),
});

const imported = ({ imports }: Report, style: Style): ItemList => ({
  heading: "Imports",
  items: imports.map((object) => ({ text: importText(object, style.code) })),
});

const policies = ({ policies }: Report, style: Style): ItemList => ({
  heading: "Policies",
  items: groupPolicies(policies).map(({ policy, level, message, subjects }) => {
    const place = subjects === "" ? "" : ` at ${style.text(subjects)}`;
    return { text: `${style.text(level)} ${style.code(policy)}${place}: ${style.text(message)}` };
  }),
});

const secrets = ({ policySecrets }: Report, style: Style): ItemList => ({
  heading: "Secrets in traffic policies",
  items: policySecrets.map(({ className, name, vault, secret, is }) => ({
    text: `${className} ${style.code(name)}: ${style.code(secret)} of the vault ${style.code(vault)}: ${SECRET_USES[is].state}`,
  })),
});

const nameIn =
  ({ code }: Style) =>
  ({ className, name }: ObjectName) =>
    `${className} ${code(name)}`;

export const calls = ({ cost }: Report, style: Style): ItemList => ({
  heading: "API calls",
  isCollapsed: true,
  items: cost.calls.map(({ count, method, path }) => ({
    text: `${count} × ${style.code(`${method} ${path}`)}`,
  })),
});

export const changes = ({ changes }: Report, style: Style): ItemList => ({
  heading: "Every change",
  isCollapsed: true,
  items: changes.map(({ kind, type, name, paths }) => ({
    text: `${kind} ${style.text(type)} ${style.code(name)}${paths.length > 0 ? `: ${paths.map(style.code).join(", ")}` : ""}`,
  })),
});
