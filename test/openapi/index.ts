import { references } from "../../emulator/catalog";
import { lookups, managed } from "../../provider/families";
import { moduleClasses, providerFacts } from "../contract/agreement/provider";
import { referenceFacts } from "../contract/agreement/reference";
import { EXPLANATIONS, IGNORED, LEFT_OUT } from "./accepted-differences";
import { type Comparison, compare, type Explanation } from "./compare";
import { listOperations, type OpenApiDocument, openApiFacts } from "./document";

export interface Side extends Comparison {
  readonly name: "provider" | "reference";
}

export interface Operations {
  readonly total: number;
  readonly served: number;
  readonly leftOut: readonly { readonly path: string; readonly reason: string }[];
  /** Neither supported nor left out for a reason. */
  readonly unknown: readonly string[];
  readonly unneeded: readonly Explanation[];
}

/** Compares the provider and the transcribed API reference with a service's own document. */
export async function compareWith(document: OpenApiDocument) {
  const families = [...references.values()];
  const facts = openApiFacts(
    document,
    Object.fromEntries(families.map(({ name, collection }) => [name, collection])),
  );
  const provider = await providerFacts([...managed, ...lookups]);
  const reference = referenceFacts(families, moduleClasses);
  const sides: Side[] = [
    { name: "provider", ...compare(facts, provider, EXPLANATIONS, IGNORED) },
    { name: "reference", ...compare(facts, reference, EXPLANATIONS, IGNORED) },
  ];
  const calls = new Set([...facts.paths].map((path) => JSON.parse(facts.get(path) ?? "null")));
  const operations = classify(listOperations(document), (call) => calls.has(call), LEFT_OUT);
  // A reason is unneeded only if no side needs it.
  const isUnneeded = (explanation: Explanation) =>
    sides.every(({ unneeded }) => unneeded.includes(explanation));
  return { operations, sides, unneeded: [...EXPLANATIONS.filter(isUnneeded), ...operations.unneeded] };
}

/** Classifies operations as served, left out for a reason, or unknown. */
function classify(
  calls: readonly string[],
  isServed: (call: string) => boolean,
  reasons: readonly Explanation[],
): Operations {
  const unserved = calls.filter((call) => !isServed(call));
  const explain = (call: string) => reasons.find(({ paths }) => paths.test(call));
  const leftOut = unserved.flatMap((call) => {
    const reason = explain(call)?.reason;
    return reason === undefined ? [] : [{ path: call, reason }];
  });
  return {
    total: calls.length,
    served: calls.length - unserved.length,
    leftOut,
    unknown: unserved.filter((call) => explain(call) === undefined),
    unneeded: reasons.filter(({ paths }) => !unserved.some((call) => paths.test(call))),
  };
}
