import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { RuleId } from "../../policy";
import { type Declared, type JsonInputs, resource } from "../support/program";
import type { PolicyValues } from "./policy-values";

/** Resources by name: the class, the inputs that differ from its defaults, and resource options. */
export type Rows = Readonly<
  Record<string, readonly [className: string, inputs?: JsonInputs, options?: Partial<Declared>]>
>;

export interface PolicyCase {
  /** Names of the resources that violate the rule, if not all of `violates`; the stack's own is `(stack)`. */
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

const table = parse(readFileSync(join(__dirname, "policy-cases.yaml"), "utf8"), { merge: true }) as Table;

export const { cases: CASES, afterUp: AFTER_UP, fixable: FIXABLE } = table;

/** The common resources and those of the rows, with the defaults of their classes and the values. */
export function declaredBy(values: PolicyValues, ...rows: readonly Rows[]): Declared[] {
  const { defaults, ...all } = withValues(
    { rows: [table.common, ...rows], defaults: table.defaults },
    values,
  );
  return all.rows.flatMap((of) =>
    Object.entries(of).map(([name, [className, given = {}, options]]) => {
      const own = JSON.stringify(defaults[className] ?? {}).replace(/\$\{name\}/g, name);
      const inputs = Object.entries({ ...(JSON.parse(own) as JsonInputs), ...given });
      return resource(
        className,
        name,
        Object.fromEntries(inputs.filter(([, value]) => value !== null)),
        options,
      );
    }),
  );
}

/** The same with `${values.<name>}` replaced, in keys as well. */
function withValues<T>(of: T, values: PolicyValues): T {
  const text = JSON.stringify(of).replace(/"\$\{values\.(\w+)\}"/g, (_, name: keyof PolicyValues) =>
    JSON.stringify(values[name]),
  );
  return JSON.parse(text) as T;
}
