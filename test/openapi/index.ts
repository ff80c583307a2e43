import { references } from "../../emulator/catalog";
import { lookups, managed } from "../../provider/families";
import { moduleClasses, providerFacts } from "../contract/agreement/provider";
import { referenceFacts } from "../contract/agreement/reference";
import { EXPLAINED, LEFT_OUT, SILENT } from "./accepted-differences";
import { type Comparison, compare, type Explained } from "./compare";
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
  readonly unneeded: readonly Explained[];
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
    { name: "provider", ...compare(facts, provider, EXPLAINED, SILENT) },
    { name: "reference", ...compare(facts, reference, EXPLAINED, SILENT) },
  ];
  const calls = new Set([...facts.paths].map((path) => JSON.parse(facts.get(path) ?? "null")));
  const operations = classify(listOperations(document), (call) => calls.has(call), LEFT_OUT);
  // A reason is unneeded only if no side needs it.
  const isUnneeded = (explanation: Explained) =>
    sides.every(({ unneeded }) => unneeded.includes(explanation));
  return { operations, sides, unneeded: [...EXPLAINED.filter(isUnneeded), ...operations.unneeded] };
}

/** Classifies operations as served, left out for a reason, or unknown. */
function classify(
  calls: readonly string[],
  isServed: (call: string) => boolean,
  reasons: readonly Explained[],
): Operations {
  const open = calls.filter((call) => !isServed(call));
  const because = (call: string) => reasons.find(({ paths }) => paths.test(call));
  const leftOut = open.flatMap((call) => {
    const reason = because(call)?.reason;
    return reason === undefined ? [] : [{ path: call, reason }];
  });
  return {
    total: calls.length,
    served: calls.length - open.length,
    leftOut,
    unknown: open.filter((call) => because(call) === undefined),
    unneeded: reasons.filter(({ paths }) => !open.some((call) => paths.test(call))),
  };
}
