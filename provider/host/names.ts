import { sorted } from "../family/canonical-forms";

/** Key under which a class hands the provider its resource's name; check takes it out, so that it reaches no state. */
export const RESOURCE_NAME = "__resource";

/**
 * The names of the resources that are about to be created. The engine tells a dynamic provider no names, but it checks a
 * new resource's inputs right before it creates it, and what check returns is what create gets.
 */
export class CreationNames {
  private readonly expected = new Map<string, Set<string>>();

  expect(inputs: Readonly<Record<string, unknown>>, name: string): void {
    const key = keyOf(inputs);
    this.expected.set(key, (this.expected.get(key) ?? new Set()).add(name));
  }

  /** The name of a resource with these inputs; of several equal ones each is taken once, in any order. */
  take(inputs: Readonly<Record<string, unknown>>): string | undefined {
    const names = this.expected.get(keyOf(inputs));
    for (const name of names ?? []) {
      names?.delete(name);
      return name;
    }
    return undefined;
  }
}

function keyOf(inputs: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(inputs).filter(([, value]) => value !== undefined && value !== null);
  return JSON.stringify(sorted(Object.fromEntries(given)));
}
