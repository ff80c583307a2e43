import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { ClassFamily } from "../families";
import { code, codes } from "./markdown";

/** The transcription of the API reference, as far as it says what is assumed. */
const row = z.looseObject({
  module: z.string().optional(),
  by: z.literal("convention").optional(),
  assumed: z.array(z.string()).optional(),
});
const rows = z.record(z.string(), row);
const reference = z.looseObject({
  families: z.record(
    z.string(),
    z.looseObject({
      by: z.literal("convention").optional(),
      assumed: z.array(z.string()).optional(),
      modules: z.array(z.string()).optional(),
      operations: z.record(
        z.string(),
        z.looseObject({ method: z.string(), path: z.string(), by: z.string().optional() }),
      ),
      create: rows,
      response: rows,
    }),
  ),
  modules: z.record(z.string(), z.looseObject({ parameters: z.looseObject({ fields: rows }) })),
  moduleOperations: z.looseObject({
    assumed: z.looseObject({
      modules: z.array(z.object({ owner: z.string(), module: z.string(), path: z.string() })),
    }),
  }),
});
export type Reference = z.infer<typeof reference>;

export const readReference = (root: string): Reference =>
  reference.parse(JSON.parse(readFileSync(join(root, "test", "reference.json"), "utf8")));

/** What is assumed of a class where the API reference is silent: one sentence each. */
export function assumedTexts(
  family: ClassFamily,
  { families, modules, moduleOperations }: Reference,
): string[] {
  const facts = families[family.name];
  // A family that is being added can be generated and tried before; the agreement test misses its rows.
  if (!facts) return [`Not known yet: test/reference.json has no rows of ${family.name}.`];
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
  listKey: "The key under which lists answer.",
  update: "Which inputs change in place.",
};

/** Facts that are assumed, each with the parameters that they are assumed of. */
function facetTexts(fields: z.infer<typeof rows>, prefix: string, where = ""): string[] {
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
  serviceDefault: "That the service picks a value",
  nullable: "May be null",
  type: "The type",
};
