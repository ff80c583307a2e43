import type { ClassFamily } from "../families";
import { code, codes } from "./markdown";
import type { Reference, Rows } from "./reference";

/** Assumptions about a class where the API reference is silent: one sentence each. */
export function assumedTexts(
  family: ClassFamily,
  { families, modules, moduleOperations }: Reference,
): string[] {
  const facts = families[family.name];
  // A new family can be generated and tried first; the agreement test then reports its missing rows.
  if (!facts) return [`Not known yet: test/reference.json has no rows of ${family.name}.`];
  if (facts.by === "service") return [];
  if (facts.by) return [`All of ${family.name}: the API reference does not have it.`];
  const operations = Object.values(facts.operations).filter((operation) => operation.by);
  const moduleFacts = (facts.modules ?? []).flatMap((name) =>
    facetTexts(modules[name]?.parameters.fields ?? {}, `${name}.`),
  );
  const paths = moduleOperations.assumed.modules.filter(({ owner }) => owner === family.name);
  return [
    ...(facts.assumed ?? []).map((fact) => WHOLE[fact] ?? `${fact} of the family.`),
    ...operations.map(({ method, path }) => `The call ${code(`${method} ${path}`)}.`),
    ...facetTexts(facts.create, ""),
    ...moduleFacts,
    ...facetTexts(facts.response, "", "in responses "),
    ...(paths.length > 0
      ? [
          `The module calls ${code("PUT")}, ${code("GET")} and ${code("DELETE")} on ${codes(paths.map(({ path }) => path))}.`,
        ]
      : []),
  ];
}

const WHOLE: Readonly<Record<string, string>> = {
  listKey: "The key of the list in responses.",
  update: "Which inputs change in place.",
};

/** Assumed facts, each with the parameters that they apply to. */
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
  row: "That there is such a field",
  required: "Required at creation",
  default: "The default",
  serviceDefault: "That the service chooses a value",
  nullable: "May be null",
  type: "The type",
};
