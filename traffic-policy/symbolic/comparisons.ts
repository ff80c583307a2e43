import type { ASTNode } from "@marcbachmann/cel-js";
import { constantCel } from "../evaluate/constants";
import { canonicalCel } from "../language/parse";
import { Duration, type Value } from "../language/values";
import { variableAt } from "../variables/variables";
import type { Compared } from "./condition";
import { chainOf } from "./variable-names";

/** Operators by what they ask of the left side, and whether for the opposite. */
const OPERATORS: Readonly<Record<string, readonly [is: Compared["is"], isOpposite: boolean]>> = {
  "==": ["equal", false],
  "!=": ["equal", true],
  ">=": ["least", false],
  "<": ["least", true],
  ">": ["above", false],
  "<=": ["above", true],
};

const MIRRORED: Readonly<Record<string, string>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };

const SPELLED: Readonly<Record<Compared["is"], string>> = { equal: "==", least: ">=", above: ">" };

const NOTHING_KNOWN: ReadonlyMap<string, unknown> = new Map();

/** A comparison of an expression with a value that is written out, as one of `==`, `>=` and `>`, or the opposite of one. */
export function comparisonIn(
  node: ASTNode,
): { readonly text: string; readonly isOpposite: boolean; readonly compares: Compared } | undefined {
  if (OPERATORS[node.op] === undefined) return undefined;
  const [left, right] = node.args as readonly [ASTNode, ASTNode];
  const [given, mirrored] = [right, left].map((side) => constantCel(side, NOTHING_KNOWN));
  const isMirrored = given === undefined;
  const [of, constant, value] = isMirrored ? [right, left, mirrored] : [left, right, given];
  const operator = OPERATORS[isMirrored ? (MIRRORED[node.op] ?? node.op) : node.op];
  const written = value === undefined ? undefined : placeOf(value);
  if (operator === undefined || written === undefined || (given !== undefined && mirrored !== undefined))
    return undefined;
  const [is, isOpposite] = operator;
  const spelled = canonicalCel(of);
  const text = `${spelled} ${SPELLED[is]} ${canonicalCel(constant)}`;
  const next =
    is === "above" && isWhole(of) && written.type === "bigint" ? Number(written.value) + 1 : undefined;
  const place = next === undefined ? { is, ...written } : { is: "least" as const, ...written, value: next };
  return { text, isOpposite, compares: { of: spelled, ...place } };
}

/** Whether it is a whole number wherever it is a number. */
const isWhole = (node: ASTNode): boolean =>
  variableAt(chainOf(node, new Map()) ?? "")?.type === "int" ||
  ((node.op === "call" || node.op === "rcall") && /^(?:size|int)$/.test(node.args[0]));

/** Where a value stands among those of its type. */
function placeOf(value: Value | symbol): Pick<Compared, "type" | "value"> | undefined {
  if (typeof value === "bigint" || typeof value === "number")
    return { type: typeof value, value: Number(value) };
  // Texts have the order of their bytes.
  if (typeof value === "string") return { type: "string", value: Buffer.from(value).toString("hex") };
  if (value instanceof Date) return { type: "timestamp", value: value.getTime() };
  if (value instanceof Duration) return { type: "duration", value: Number(value.nanoseconds) };
  return undefined;
}
