import { modules } from "../../provider/families";
import { type Change, CLASSES, type ClassName, type Inputs, type SampleContext, samples } from "../samples";
import { type Declared, reference, resource } from "./program";

/** Classes of single modules. Each of their cases gets its own edge or route. */
const SINGLE_MODULES: readonly string[] = modules.map(({ name }) => name);

const CONTAINERS: readonly ClassName[] = ["HttpsEdge", "HttpsEdgeRoute", "TcpEdge", "TlsEdge"];

/** An account has at most one restriction of each type, so each case and the minimal sample have different types. */
const RESTRICTION_TYPES: Readonly<Record<string, string>> = {
  enforced: "endpoints",
  ipPolicyIds: "api",
  description: "agent",
};

/** A change of one property of a class. */
export interface PropertyCase {
  readonly class: ClassName;
  /** Resource name, such as `TlsEdge-mutualTls`. */
  readonly name: string;
  readonly property: string;
  /** True if only a replacement can change it. */
  readonly replaces: boolean;
  readonly before: Inputs;
  readonly after: Inputs;
}

/** Resources for each property of each class, so one `up` changes every property. */
export interface PropertyProgram {
  readonly cases: readonly PropertyCase[];
  /** A resource of each class with only its required inputs. */
  readonly minimal: readonly Declared[];
  /** Dependencies of the cases, from the minimal samples, in a valid order of declaration. */
  readonly prerequisites: readonly Declared[];
}

export function propertyProgram(): PropertyProgram {
  const declared = new Map<string, Declared>();

  /** Returns the context of a case's samples, which declares dependencies on demand. */
  const contextOf = (subject: string, hasOwnContainers: boolean): SampleContext => ({
    unique: subject.toLowerCase(),
    id: (className, number = 1) => {
      const isOwn = hasOwnContainers && CONTAINERS.includes(className);
      const name = isOwn ? `${subject}-${className}-${number}` : `${className}-${number}`;
      if (!declared.has(name)) {
        // The case also gets its own parent of the container, because a route and its edge belong together.
        const context = { ...contextOf(subject, isOwn), unique: name.toLowerCase() };
        declared.set(name, resource(className, name, samples[className].minimal(context)));
      }
      return reference(name);
    },
  });

  const cases = CLASSES.flatMap((className): PropertyCase[] => {
    const sample = samples[className];
    const createCase = (kind: "changes" | "replacements", property: string): PropertyCase => {
      const name = `${className}-${property}`;
      const context = contextOf(name, SINGLE_MODULES.includes(className));
      const change = sample[kind](context)[property] as Change;
      const before = change.from ?? sample.full(context);
      const after = { ...before, ...change.with, [property]: change.to };
      return { class: className, name, property, replaces: kind === "replacements", before, after };
    };
    const anyContext: SampleContext = {
      unique: "x",
      id: (target, number = 1) => reference(`${target}-${number}`),
    };
    const ownCases = (["changes", "replacements"] as const).flatMap((kind) =>
      Object.keys(sample[kind](anyContext)).map((property) => createCase(kind, property)),
    );
    if (className !== "IpRestriction") return ownCases;
    return ownCases.flatMap((each) => {
      const type = RESTRICTION_TYPES[each.property];
      return type === undefined
        ? []
        : [{ ...each, before: { ...each.before, type }, after: { ...each.after, type } }];
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

/** Returns the declared resources that values depend on. Samples also declare dependencies of changes that no case uses. */
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
