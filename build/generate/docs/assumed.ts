import { references } from "../../../emulator/catalog";
import { moduleReferences } from "../../../emulator/modules";
import { impliedResponse, type ReferenceRow } from "../../../emulator/schema/reference";
import { snake } from "../../../provider/api";
import type { ManagedFamily } from "../../../provider/family/family-facts";
import { code, codes } from "../markdown";

/** Rows of a transcription; `by` and `assumed` list what isn't in the API reference. */
type Rows = Readonly<Record<string, Pick<ReferenceRow, "by" | "assumed">>>;

const referenceOf = (className: string) => [...references.values()].find(({ name }) => name === className);

export function assumedTexts(family: ManagedFamily): string[] {
  if (family.kind === "command") return [];
  if (family.kind === "module") {
    const { family: owner, input } = family.insteadOf;
    const row = referenceOf(owner)?.create?.[snake(input)];
    const parameters = parametersOf(row && "module" in row ? row.module : "");
    return [...facetTexts(parameters, ""), ...facetTexts(impliedResponse(parameters), "", "in responses ")];
  }
  const facts = referenceOf(family.name);
  // Lets a new family be generated first; the agreement test reports its missing transcription.
  if (!facts) return [`Unknown: emulator/reference has no ${family.name}.`];
  const { by, assumed = [], collection, create = {}, response } = facts;
  // Stated at the head of the page.
  if (by) return [];
  const item = `${collection}/{id}`;
  const modules = Object.entries(create).flatMap(([key, row]) => ("module" in row ? [{ key, ...row }] : []));
  const paths = modules.flatMap(({ key, operations }) => (operations ? [] : [`${item}/${key}`]));
  return [
    ...assumed.map((fact) => FAMILY_FACTS[fact] ?? `The call ${code(requestFor(fact, collection, item))}.`),
    ...facetTexts(create, ""),
    ...modules.flatMap(({ key, module }) => facetTexts(parametersOf(module), `${key}.`)),
    ...facetTexts(response, "", "in responses "),
    ...(paths.length > 0
      ? [`The module calls ${code("PUT")}, ${code("GET")} and ${code("DELETE")} on ${codes(paths)}.`]
      : []),
  ];
}

const parametersOf = (module: string) => moduleReferences.modules[module]?.parameters ?? {};

const FAMILY_FACTS: Readonly<Record<string, string>> = {
  listKey: "The key of the list in responses.",
  updates: "Which inputs change in place.",
};

const METHODS: Readonly<Record<string, string>> = { create: "POST", update: "PATCH", delete: "DELETE" };

const requestFor = (operation: string, collection: string, item: string) =>
  `${METHODS[operation] ?? "GET"} ${operation === "create" || operation === "list" ? collection : item}`;

function facetTexts(fields: Rows, prefix: string, where = ""): string[] {
  const byFact = new Map<string, string[]>();
  for (const [key, { by, assumed = [] }] of Object.entries(fields)) {
    for (const fact of by ? ["row"] : assumed) byFact.set(fact, [...(byFact.get(fact) ?? []), key]);
  }
  return [...byFact].map(
    ([fact, keys]) => `${FACTS[fact] ?? fact}: ${where}${keys.map((key) => code(prefix + key)).join(", ")}.`,
  );
}

const FACTS: Readonly<Record<string, string>> = {
  row: "The existence of the field",
  required: "Required at creation",
  default: "The default",
  serviceDefault: "That the service chooses a value",
  nullable: "May be null",
  type: "The type",
};
