import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ACTIONS, endCondition } from "../../../traffic-policy/actions/actions";
import type { Field, Fields, Variables } from "../../../traffic-policy/actions/fields";
import { type CelFunction, FUNCTIONS, METHODS } from "../../../traffic-policy/language/functions";
import { PHASE_NAMES, PHASES } from "../../../traffic-policy/language/phases";
import { VARIABLE_GROUPS } from "../../../traffic-policy/variables/variables";
import { code, codes, section, table } from "../markdown";
import { limits } from "../traffic-policy-types";

const START =
  "<!-- The tables below are generated from traffic-policy by `npm run generate`; do not edit them. -->";

export function trafficPoliciesPage(root: string): string {
  const page = readFileSync(join(root, "docs", "traffic-policies.md"), "utf8");
  const [written = ""] = page.split(START);
  return `${written}${START}\n\n${[phases(), actions(), variables(), macros()].join("\n")}`;
}

const phases = () =>
  section(
    "## Phases",
    table(
      ["phase", "when its rules run", "endpoints"],
      Object.entries(PHASES).map(([name, { description, protocols }]) => [
        code(name),
        description,
        protocols.join(", "),
      ]),
    ),
  );

const actions = () =>
  section(
    "## Actions",
    ...Object.entries(ACTIONS).map(([name, action]) =>
      section(
        `### ${code(name)}`,
        `${action.description} In ${codes(action.phases)}. ${ENDS[endCondition(action)]}`,
        action.config === null
          ? "It has no configuration."
          : table(["key", "type", "meaning"], rows(action.config, "")),
      ),
    ),
  );

const ENDS = {
  always: "Ends the policy.",
  "unless it fails": "Ends the policy, unless it fails and `on_error` is `continue`.",
  "when it refuses": "Ends the policy if it denies.",
  "when it matches": "Ends the policy if it matches.",
  never: "The policy continues.",
} as const;

const rows = (fields: Fields, prefix: string): string[][] =>
  Object.entries(fields).flatMap(([key, field]) => {
    const path = `${prefix}${key}`;
    const row = [
      code(path),
      typeText(field),
      [...(field.required ? ["**Required.**"] : []), field.description, ...limits(field)].join(" "),
    ];
    const inner = field.kind === "list" ? field.item : field;
    const suffix = field.kind === "list" ? "[]." : ".";
    return inner.kind === "object" ? [row, ...rows(inner.fields, `${path}${suffix}`)] : [row];
  });

function typeText(field: Field): string {
  switch (field.kind) {
    case "text":
      return field.expression ? "CEL expression" : field.interpolated ? "string, interpolated" : "string";
    case "choice":
      return field.values.length > 12 ? `one of ${field.values.length} names` : codes(field.values);
    case "switch":
      return "boolean";
    case "duration":
      return "length of time";
    case "list":
      return field.item.kind === "object" ? "list of objects" : `list: ${typeText(field.item)}`;
    case "map":
      return `map: ${typeText(field.value)}`;
    case "any":
      return "any value";
    default:
      return field.kind;
  }
}

const variables = () =>
  section(
    "## Variables",
    ...VARIABLE_GROUPS.map(({ description, phases: groupPhases, variables: group }) =>
      section(
        `### ${description.replaceAll("`", "")}`,
        groupPhases.length === PHASE_NAMES.length ? "In all phases." : `In ${codes(groupPhases)}.`,
        table(["variable", "type", "meaning"], variableRows(group)),
      ),
    ),
  );

/** Variables with the same type and meaning, such as those of the client's and the server's address, share a row. */
function variableRows(group: Variables): string[][] {
  const suffixes = new Set<string>();
  const ownVariables = Object.entries(group).filter(([name, facts]) => {
    const suffix = suffixAfter(name, COPY);
    const isCopy = suffix !== undefined && facts.at(-1) === `Same as ${code(ORIGINAL + suffix)}.`;
    if (isCopy) suffixes.add(suffix);
    return !isCopy;
  });
  const groups = [...Map.groupBy(ownVariables, ([, facts]) => facts.join("\n"))];
  return groups
    .map(([facts, group]) => [codes(group.map(([name]) => name)), ...facts.split("\n")])
    .concat(copiedRow(suffixes));
}

/** Prefixes of variables that repeat those of the connection, and of the repeated ones. The copies share a row. */
const COPY = "actions.ngrok.terminate_tls.";
const ORIGINAL = "conn.tls.";

const suffixAfter = (name: string, prefix: string) =>
  name.startsWith(prefix) ? name.slice(prefix.length) : undefined;

function copiedRow(suffixes: ReadonlySet<string>): string[][] {
  if (suffixes.size === 0) return [];
  const missing = VARIABLE_GROUPS.flatMap(({ variables: group }) => Object.keys(group))
    .flatMap((name) => suffixAfter(name, ORIGINAL) ?? [])
    .filter((suffix) => !suffixes.has(suffix));
  return [
    [code(`${COPY}*`), "as there", `Same as ${code(`${ORIGINAL}*`)}, which also has ${codes(missing)}.`],
  ];
}

const macros = () =>
  section(
    "## Macros",
    "In addition to those of CEL:",
    macroTable("function", [...FUNCTIONS.values()], ""),
    macroTable("function of a value", [...METHODS.values()], "."),
  );

const macroTable = (title: string, functions: readonly CelFunction[], prefix: string) =>
  table(
    [title, "meaning"],
    functions.flatMap(({ name, description }) =>
      description === undefined ? [] : [[code(`${prefix}${name}(...)`), description]],
    ),
  );
