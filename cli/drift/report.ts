import { pluralize } from "../../access";
import { type DriftKind, HIDDEN, type PropertyDrift } from "../../provider/inspect";
import {
  type Colors,
  fitComment,
  markdownCode,
  markdownTable,
  markdownText,
  plainLines,
  plainText,
  type Section,
  truncate,
} from "../common";
import type { ResourceFinding, SiblingCount, UnmanagedFinding } from "./findings";

export interface DriftReport {
  readonly resources: readonly ResourceFinding[];
  /** Null if this was not checked. */
  readonly unmanaged: readonly UnmanagedFinding[] | null;
  /** Other stacks whose objects don't count as unmanaged. */
  readonly siblings: readonly SiblingCount[];
}

const KIND_TEXTS: Record<DriftKind, string> = {
  changed: "changed out of band",
  default: "server default",
  unmanaged: "not managed here",
  volatile: "volatile",
  "secret unknown": "secret unknown",
  "not returned": "not returned",
  ignored: "ignored by the program",
  dangling: "refers to a missing object",
};

/** Kinds of differences that are drift. */
const DRIFT: readonly DriftKind[] = ["changed", "dangling"];

/** Kinds of values that the service doesn't return, so they can't be compared. */
const NOT_RETURNED: readonly DriftKind[] = ["secret unknown", "not returned"];

/** Maximum number of values that aren't returned in the text report without `--all`. */
const MAX_NOT_RETURNED = 10;

const NOT_RETURNED_HEADING = "Values that the service does not return, so changes to them are not detected";

const MAX_VALUE_LENGTH = 60;

export interface ReportOptions {
  /** Also shows differences that aren't drift, and each value that can't be compared. */
  readonly all?: boolean;
  readonly declare?: boolean;
}

export function plainReport(
  report: DriftReport,
  { all = false, declare = false }: ReportOptions,
  { bold, red, yellow, dim }: Colors,
): string {
  const lines: string[] = [];
  for (const resource of visibleResources(report, all)) {
    lines.push(bold(plainText(`${resource.class} ${resource.name}`)) + dim(` ${plainText(resource.id)}`));
    if (resource.verdict === "gone")
      lines.push(`  ${red("gone")}: the object no longer exists on the service`);
    for (const property of visibleProperties(resource, all)) {
      const paint = DRIFT.includes(property.kind) ? yellow : dim;
      const difference = `${property.path}: ${declaredText(property)} -> ${actualText(property)}`;
      lines.push(`  ${plainText(difference)} (${paint(KIND_TEXTS[property.kind])})`);
    }
    lines.push("");
  }
  if (report.unmanaged && report.unmanaged.length > 0) {
    lines.push(
      bold("Objects of the account that this stack does not manage:"),
      ...countsOf(report.unmanaged).map((count) => `  ${count}`),
      ...adviceOnUnmanaged(report, declare).map((line) => dim(line)),
      "",
    );
    if (declare) for (const object of report.unmanaged) lines.push(plainLines(declarationText(object)), "");
  }
  const unreturned = unreturnedValues(report);
  if (unreturned.length > 0) {
    const listed = all ? unreturned : unreturned.slice(0, MAX_NOT_RETURNED);
    const omittedCount = unreturned.length - listed.length;
    lines.push(
      bold(`${NOT_RETURNED_HEADING}:`),
      ...listed.map(({ resource, path }) => `  ${plainText(`${resource.class} ${resource.name} ${path}`)}`),
      ...(omittedCount > 0 ? [dim(`  and ${omittedCount} more, which --all shows`)] : []),
      "",
    );
  }
  lines.push(summary(report));
  return lines.join("\n");
}

const countsOf = (unmanaged: readonly UnmanagedFinding[]) =>
  [...Map.groupBy(unmanaged, (object) => object.class)].map(([name, { length }]) => `${name}: ${length}`);

function adviceOnUnmanaged({ unmanaged, siblings }: DriftReport, declare: boolean): string[] {
  const marked = (unmanaged ?? []).filter(({ isMarked }) => isMarked).length;
  const mark = "the ownership mark of another stack, or of an interrupted run of this one";
  return [
    ...(marked > 0 ? [`${marked} of them ${marked === 1 ? "carries" : "carry"} ${mark}.`] : []),
    ...(siblings.length > 0 ? [] : ["Another stack may manage them: --with-stack <name> omits its objects."]),
    ...(declare ? [] : ["--declare shows declarations that adopt them."]),
  ];
}

const declarationText = ({ declaration, isMarked }: UnmanagedFinding) =>
  isMarked
    ? `// Carries an ownership mark: check first whether another stack manages it.\n${declaration}`
    : declaration;

export const unreturnedValues = ({ resources }: Pick<DriftReport, "resources">) =>
  resources.flatMap((resource) =>
    resource.properties
      .filter(({ kind }) => NOT_RETURNED.includes(kind))
      .map(({ path }) => ({ resource, path })),
  );

/** Formats the report for an issue or a comment; whatever doesn't fit is cut from the end. */
export function markdown(report: DriftReport, { all = false, declare = false }: ReportOptions): string {
  const head = ["## Drift", "", summary(report), ""].join("\n");
  const unmanaged = report.unmanaged ?? [];
  const counts = countsOf(unmanaged).map((count) => `- ${markdownText(count)}`);
  return fitComment(head, [
    differences(report, all),
    {
      heading: NOT_RETURNED_HEADING,
      lines: unreturnedValues(report).map(
        ({ resource, path }) =>
          `- ${markdownText(resource.class)} ${markdownCode(resource.name)}: ${markdownCode(path)}`,
      ),
    },
    {
      heading: `${pluralize(unmanaged.length, "object")} not managed by this stack`,
      lines:
        unmanaged.length === 0
          ? []
          : [...counts, "", ...adviceOnUnmanaged(report, declare).map(markdownText)],
    },
    {
      heading: "Declarations that adopt them",
      isCollapsed: true,
      code: "ts",
      lines: declare ? unmanaged.map((object) => `${plainLines(declarationText(object))}\n`) : [],
    },
  ]);
}

function differences(report: DriftReport, all: boolean): Section {
  const rows = visibleResources(report, all).flatMap((resource) => {
    const name = `${markdownText(resource.class)} ${markdownCode(resource.name)}`;
    const gone = resource.verdict === "gone" ? [[name, "", "", "", "the object is gone"]] : [];
    const properties = visibleProperties(resource, all).map((property) => {
      const values = [declaredText(property), actualText(property)].map(markdownText);
      return [name, markdownCode(property.path), ...values, KIND_TEXTS[property.kind]];
    });
    return [...gone, ...properties];
  });
  const head = ["resource", "property", "declared", "actual", "why"];
  return { heading: "Differences", lines: rows.length > 0 ? markdownTable(head, rows) : [] };
}

function summary({ resources, unmanaged, siblings }: DriftReport): string {
  const drifted = resources.filter(({ verdict }) => verdict !== "same").length;
  const parts = [
    drifted === 0
      ? `No drift: ${pluralize(resources.length, "resource")} as declared.`
      : `${drifted} of ${pluralize(resources.length, "resource")} ${drifted === 1 ? "differs" : "differ"} from what the program declared.`,
  ];
  const properties = resources.flatMap((resource) => resource.properties);
  const secrets = properties.filter(({ kind }) => kind === "secret unknown");
  if (secrets.length > 0) parts.push(`${pluralize(secrets.length, "secret")} cannot be compared.`);
  const objectsAre = (count: number, scope = "") =>
    `${pluralize(count, "object")}${scope} ${count === 1 ? "is" : "are"}`;
  if (unmanaged) parts.push(`${objectsAre(unmanaged.length, " of the account")} not managed here.`);
  for (const { stack, objects } of siblings)
    parts.push(`${objectsAre(objects)} managed by the stack ${stack}.`);
  return parts.join(" ");
}

const visibleResources = ({ resources }: DriftReport, all: boolean) =>
  resources.filter((resource) => resource.verdict === "gone" || visibleProperties(resource, all).length > 0);

const visibleProperties = ({ properties }: ResourceFinding, all: boolean) =>
  properties.filter(({ kind }) => all || DRIFT.includes(kind) || kind === "unmanaged");

const declaredText = ({ secret, declared, kind }: PropertyDrift) => {
  if (secret && kind !== "default") return HIDDEN;
  return secret || declared === undefined ? "not declared" : truncateJson(declared);
};

const actualText = ({ secret, declared, actual, kind }: PropertyDrift) => {
  if (NOT_RETURNED.includes(kind)) return "unknown";
  if (kind === "dangling") return "gone";
  // Both values are hidden, but they differ.
  if (secret || (actual === HIDDEN && declared === HIDDEN)) return "[a different secret]";
  return actual === undefined || actual === null ? "not set" : truncateJson(actual);
};

const truncateJson = (value: unknown): string =>
  value === HIDDEN ? HIDDEN : truncate(JSON.stringify(value), MAX_VALUE_LENGTH);
