import { join } from "node:path";
import type { RuleId } from "../../policy";
import { type Declared, type JsonInputs, resource } from "../support/program";
import { type Rows, readTable } from "../support/rows";
import type { PolicyValues } from "./policy-values";

export interface PolicyCase {
  /** Names of the resources that violate the rule, if not all of `violates`; `(stack)` is the stack itself. */
  readonly at?: readonly string[];
  readonly violates?: Rows;
  readonly passes: Rows;
}

interface Table {
  readonly defaults: Readonly<Record<string, JsonInputs>>;
  readonly common: Rows;
  readonly cases: Partial<Record<RuleId, PolicyCase>>;
  readonly afterUp: { readonly rules: readonly RuleId[]; readonly created: Rows; readonly changed: Rows };
  readonly fixable: Rows;
}

const table = readTable<Table>(join(__dirname, "policy-cases.yaml"));

export const { cases: CASES, afterUp: AFTER_UP, fixable: FIXABLE } = table;

/** Settings that make the tests' stack count as production. */
export const PRODUCTION = {
  "edge-oauth-own-app": { exemptStacks: [] },
  "edge-endpoint-https": { exemptStacks: [] },
};

/** Declares the common resources and those of the rows, with the defaults of their classes and these values. */
export function declareCase(values: PolicyValues, ...rows: readonly Rows[]): Declared[] {
  const { defaults, ...all } = withValues(
    { rows: [table.common, ...rows], defaults: table.defaults },
    values,
  );
  return all.rows.flatMap((resources) =>
    Object.entries(resources).map(([name, [className, declared = {}, options]]) => {
      const classDefaults = JSON.stringify(defaults[className] ?? {}).replace(/\$\{name\}/g, name);
      const inputs = Object.entries({ ...(JSON.parse(classDefaults) as JsonInputs), ...declared });
      return resource(
        className,
        name,
        Object.fromEntries(inputs.filter(([, value]) => value !== null)),
        options,
      );
    }),
  );
}

/** Replaces `${values.<name>}`, also in keys. */
function withValues<T>(table: T, values: PolicyValues): T {
  const text = JSON.stringify(table).replace(/"\$\{values\.(\w+)\}"/g, (_, name: keyof PolicyValues) =>
    JSON.stringify(values[name]),
  );
  return JSON.parse(text) as T;
}
