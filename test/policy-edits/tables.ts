import { join } from "node:path";
import { deny, type Rule, rule } from "../support/policies";
import { readTable } from "../support/rows";

type RuleRow = string | readonly [type: string, config: object, ...expressions: string[]];
type Texts = readonly string[];
type Pool =
  | "audiences"
  | "cidrs"
  | "countries"
  | "ips"
  | "issuers"
  | "methods"
  | "pairs"
  | "paths"
  | "teams"
  | "users";

interface Tables {
  readonly pool: Readonly<Record<Pool, Texts>>;
  readonly hostTests: Texts;
  readonly variableTests: Texts;
  readonly opaque: Texts;
  readonly otherActions: readonly (readonly (readonly [type: string, config: object])[])[];
  readonly similarConditions: readonly Texts[];
  readonly guards: readonly (readonly RuleRow[])[];
  readonly conditions: readonly Texts[];
  readonly rewriteRules: readonly RuleRow[];
  readonly interpolatedUrls: Texts;
  readonly secretRules: readonly (readonly RuleRow[])[];
  readonly modules: Readonly<Record<string, readonly object[]>>;
  readonly headers: Readonly<Record<string, Texts>>;
  readonly headerReaders: readonly (readonly [names: Texts, ...rules: RuleRow[]])[];
}

export const TABLES = readTable<Tables>(join(__dirname, "tables.yaml"));
export const POOL = TABLES.pool;

export const denyUnless = (expression: string) => deny(`!(${expression})`);

export const ruleOf = (row: RuleRow): Rule => (typeof row === "string" ? denyUnless(row) : rule(...row));
