import { references } from "../../emulator/catalog";
import { lookups, managed } from "../../provider/families";
import { providerFacts, singles } from "../contract/agreement/provider";
import { referenceFacts } from "../contract/agreement/reference";
import { type Comparison, compare, type Explained } from "./compare";
import { type OpenApiDocument, openApiFacts, operationsOf } from "./document";
import { EXPLAINED, LEFT_OUT, SILENT } from "./explained";

export interface Side extends Comparison {
  readonly name: "provider" | "reference";
}

export interface Operations {
  readonly total: number;
  readonly served: number;
  readonly leftOut: readonly { readonly path: string; readonly reason: string }[];
  /** Neither served nor left out for a reason. */
  readonly unknown: readonly string[];
  readonly unneeded: readonly Explained[];
}

/** Holds the provider and the transcription of the reference against a service's own document. */
export async function compareWith(document: OpenApiDocument) {
  const families = [...references.values()];
  const said = openApiFacts(
    document,
    Object.fromEntries(families.map(({ name, collection }) => [name, collection])),
  );
  const provider = await providerFacts([...managed, ...lookups]);
  const reference = referenceFacts(families, singles);
  const sides: Side[] = [
    { name: "provider", ...compare(said, provider, EXPLAINED, SILENT) },
    { name: "reference", ...compare(said, reference, EXPLAINED, SILENT) },
  ];
  const calls = new Set([...said.paths].map((path) => JSON.parse(said.get(path) ?? "null")));
  const operations = sortOut(operationsOf(document), (call) => calls.has(call), LEFT_OUT);
  // A reason is needed when one of the sides needs it.
  const isUnneeded = (one: Explained) => sides.every(({ unneeded }) => unneeded.includes(one));
  return { operations, sides, unneeded: [...EXPLAINED.filter(isUnneeded), ...operations.unneeded] };
}

/** Sorts operations by whether they are served, left out for a reason, or neither. */
function sortOut(
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
