import type { Facts } from "../contract/agreement/facts";

/** The reason why only one side states a fact. Unneeded explanations are reported. */
export interface Explanation {
  /** Paths of facts, as `IpPolicy / create description / maxBytes`. */
  readonly paths: RegExp;
  /** The side that doesn't state the fact. */
  readonly silentSide: "document" | "ours";
  readonly reason: string;
}

export interface Difference {
  readonly path: string;
  readonly document: string | undefined;
  readonly ours: string | undefined;
  /** Undefined for an unexplained difference. */
  readonly reason: string | undefined;
}

export interface Comparison {
  readonly agreeing: readonly string[];
  readonly differences: readonly Difference[];
  /** Reasons that match no difference. */
  readonly unneeded: readonly Explanation[];
}

/** Compared facts: operations, parameters, fields, their types, updatable fields, and limits. */
const COMPARED =
  /^(?!.* \/ module class)(?:.* \/ (?:type|listKey|filter)|.* \/ (?:operation|detach|command|update|module) [^/]*)$/;
/** Facts that documents often omit: only compared if the document states them. */
const WHERE_STATED = / \/ (?:maxBytes|required)$/;

/** Compares a document's facts with ours, except for the `ignored` ones. */
export function compare(
  document: Facts,
  ours: Facts,
  explanations: readonly Explanation[],
  ignored = /^$/,
): Comparison {
  const paths = new Set(
    [...document.paths, ...ours.paths].filter(
      (path) =>
        !ignored.test(path) &&
        (COMPARED.test(path) || (WHERE_STATED.test(path) && document.get(path) !== undefined)),
    ),
  );
  const agreeing: string[] = [];
  const differences: Difference[] = [];
  const needed = new Set<Explanation>();
  for (const path of [...paths].sort()) {
    if (!ours.canState(path)) continue;
    const values = { document: withoutValueType(document.get(path)), ours: withoutValueType(ours.get(path)) };
    if (values.document === values.ours) {
      agreeing.push(path);
      continue;
    }
    const explanation = explanations.find(
      ({ paths, silentSide }) => paths.test(path) && values[silentSide] === undefined,
    );
    if (explanation) needed.add(explanation);
    differences.push({ path, ...values, reason: explanation?.reason });
  }
  return { agreeing, differences, unneeded: explanations.filter((explanation) => !needed.has(explanation)) };
}

/** Removes the value type of a map, which documents don't state. */
const withoutValueType = (value: string | undefined) => value?.replace(/^"Map<.*>"$/, '"Map"');
