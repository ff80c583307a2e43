import { modules } from "../../provider/families";
import { type Change, CLASSES, type ClassName, type Inputs, type SampleContext, samples } from "../samples";
import { type Declared, reference, resource } from "./program";

/** Classes that are parts of an object of another class: each case gets such an object of its own. */
const SINGLE_MODULES: readonly string[] = modules.map(({ name }) => name);

const CONTAINERS: readonly ClassName[] = ["HttpsEdge", "HttpsEdgeRoute", "TcpEdge", "TlsEdge"];

/** An account has one restriction of each type, and the minimal one is of another: so many properties can be changed at once. */
const RESTRICTION_TYPES: Readonly<Record<string, string>> = {
  enforced: "endpoints",
  ipPolicyIds: "api",
  description: "agent",
};

/** One property of one class, and what it is changed from and to. */
export interface PropertyCase {
  readonly class: ClassName;
  /** Resource name, such as `TlsEdge-mutualTls`. */
  readonly name: string;
  readonly property: string;
  /** Whether only a replacement can change it. */
  readonly replaces: boolean;
  readonly before: Inputs;
  readonly after: Inputs;
}

/** Resources for each property of each class, so that one `up` changes every property there is. */
export interface PropertyProgram {
  readonly cases: readonly PropertyCase[];
  /** One resource of each class with nothing but its required inputs. */
  readonly minimal: readonly Declared[];
  /** Dependencies of the cases, from the minimal samples, in a valid order of declaration. */
  readonly prerequisites: readonly Declared[];
}

export function propertyProgram(): PropertyProgram {
  const declared = new Map<string, Declared>();

  /** The context of the samples of one case; what they ask for is declared on demand. */
  const contextOf = (subject: string, ownContainers: boolean): SampleContext => ({
    unique: subject.toLowerCase(),
    id: (of, number = 1) => {
      const own = ownContainers && CONTAINERS.includes(of);
      const name = own ? `${subject}-${of}-${number}` : `${of}-${number}`;
      if (!declared.has(name)) {
        // The container's parent is the subject's own too: a route and its edge have to agree.
        const context = { ...contextOf(subject, own), unique: name.toLowerCase() };
        declared.set(name, resource(of, name, samples[of].minimal(context)));
      }
      return reference(name);
    },
  });

  const cases = CLASSES.flatMap((className): PropertyCase[] => {
    const sample = samples[className];
    const caseOf = (kind: "changes" | "replacements", property: string): PropertyCase => {
      const name = `${className}-${property}`;
      const context = contextOf(name, SINGLE_MODULES.includes(className));
      const change = sample[kind](context)[property] as Change;
      const before = change.from ?? sample.full(context);
      const after = { ...before, ...change.with, [property]: change.to };
      return { class: className, name, property, replaces: kind === "replacements", before, after };
    };
    const anywhere: SampleContext = { unique: "x", id: (of, number = 1) => reference(`${of}-${number}`) };
    const all = (["changes", "replacements"] as const).flatMap((kind) =>
      Object.keys(sample[kind](anywhere)).map((property) => caseOf(kind, property)),
    );
    if (className !== "IpRestriction") return all;
    return all.flatMap((of) => {
      const type = RESTRICTION_TYPES[of.property];
      return type === undefined
        ? []
        : [{ ...of, before: { ...of.before, type }, after: { ...of.after, type } }];
    });
  });
  const minimal = CLASSES.map((className): Declared => {
    const name = `${className}-minimal`;
    const context = contextOf(name, SINGLE_MODULES.includes(className));
    return resource(className, name, samples[className].minimal(context));
  });
  const needed = [...cases.flatMap(({ before, after }) => [before, after]), ...minimal];
  return { cases, minimal, prerequisites: reachable(declared, needed) };
}

/** A sample asks for the ids of all changes at once; those that the chosen change does not need are omitted. */
function reachable(declared: ReadonlyMap<string, Declared>, from: readonly unknown[]): Declared[] {
  const needed = new Set<string>();
  const visit = (value: unknown) => {
    for (const [, name = ""] of JSON.stringify(value).matchAll(/\$\{([^{}]+)\.\w+\}/g)) {
      if (needed.has(name)) continue;
      needed.add(name);
      visit(declared.get(name)?.inputs ?? {});
    }
  };
  visit(from);
  return [...declared.values()].filter(({ name }) => needed.has(name));
}
