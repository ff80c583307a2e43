import { readFileSync } from "node:fs";
import { catalogue } from "../../emulator";
import { lookups, managed } from "../../provider/families";
import { emulatorFacts } from "../contract/agreement/emulator";
import { providerFacts } from "../contract/agreement/provider";
import { type Reference, referenceFacts } from "../contract/agreement/reference";
import { type Comparison, compare, type Explained } from "./compare";
import { type OpenApiDocument, openApiFacts, operationsOf } from "./document";
import { EMULATOR_SILENT, EXPLAINED, LEFT_OUT, PROVIDER_SILENT, REFERENCE_SILENT } from "./explained";

export interface Side extends Comparison {
  readonly name: "provider" | "emulator" | "reference";
}

export interface Operations {
  readonly total: number;
  readonly served: number;
  readonly leftOut: readonly { readonly path: string; readonly reason: string }[];
  /** Neither served nor left out for a reason. */
  readonly unknown: readonly string[];
  readonly unneeded: readonly Explained[];
}

/** Holds the provider, the emulator and the transcription of the reference against a service's own document. */
export async function compareWith(document: OpenApiDocument) {
  const served = catalogue();
  const collections = Object.entries(served.families).map(([name, { collection }]) => [name, collection]);
  const said = openApiFacts(document, Object.fromEntries(collections));
  const provider = await providerFacts([...managed, ...lookups]);
  const emulator = emulatorFacts(served);
  const reference: Reference = JSON.parse(readFileSync("test/reference.json", "utf8"));
  const sides: Side[] = [
    { name: "provider", ...compare(said, provider, EXPLAINED, PROVIDER_SILENT) },
    { name: "emulator", ...compare(said, emulator, EXPLAINED, EMULATOR_SILENT) },
    { name: "reference", ...compare(said, referenceFacts(reference), EXPLAINED, REFERENCE_SILENT) },
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
