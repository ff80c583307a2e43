import { type Path, valueAt } from "../../provider/inspect";
import type { StateResource } from "../drift/state";
import type { Migration } from "./convert";
import { policyTexts } from "./own-policy";
import { literal, type Policy, PolicySecret, type Value } from "./policy";
import type { Proof } from "./proof";

/** Shorter strings occur in others by chance, for example in a path. */
const MIN_PART_LENGTH = 4;
const MASK = "[secret]";

/** Values that a stack's program declares secret, for finding them where the service returns them in plain text. */
export class StackSecrets {
  /** Secret wherever they occur, even within a longer string. */
  readonly #parts = new Set<string>();
  readonly #wholes = new Set<string>();

  /** @param resources - Resources of the stack whose objects are migrated. */
  constructor(resources: readonly Pick<StateResource, "inputs" | "secrets">[] = []) {
    // Outputs may be secret without the program's doing, such as the routes of an edge, which repeat ordinary text.
    for (const { inputs, secrets } of resources) for (const path of secrets) this.#add(path, inputs);
  }

  isSecret(text: string): boolean {
    return this.#wholes.has(text) || [...this.#parts].some((part) => text.includes(part));
  }

  /** Masks these values in a migration and its proof, for reports. */
  maskReports(migration: Migration, proof: Proof): { readonly migration: Migration; readonly proof: Proof } {
    const gaps = this.masked(migration.gaps);
    const agents = migration.agents.map((move) => ({ ...move, labels: this.masked(move.labels) }));
    return { migration: { ...migration, gaps, agents }, proof: this.masked(proof) };
  }

  private masked<T>(data: T): T;
  private masked(data: unknown): unknown {
    if (typeof data === "string")
      return [...this.#parts].reduce((text, part) => text.replaceAll(part, MASK), data);
    if (Array.isArray(data)) return data.map((item) => this.masked(item));
    if (data === null || typeof data !== "object") return data;
    return Object.fromEntries(Object.entries(data).map(([key, item]) => [key, this.masked(item)]));
  }

  /** Replaces these values in the migration's endpoints by secrets. */
  apply(migration: Migration): Migration {
    const endpoints = migration.endpoints.map((endpoint) => {
      const { object } = endpoint.edge;
      const visit = (value: Value, path: readonly string[]): Value => {
        if (value instanceof PolicySecret)
          return value.isGuess && this.isSecret(value.value ?? "")
            ? new PolicySecret(value.object, value.path, value.value)
            : value;
        if (typeof value === "string")
          return this.isSecret(value) ? new PolicySecret(object, path, value) : value;
        if (Array.isArray(value)) return value.map((item, at) => visit(item, [...path, String(at)]));
        if (value === null || typeof value !== "object") return value;
        return Object.fromEntries(
          Object.entries(value).map(([key, item]) => [
            key,
            key === "type" ? item : visit(item, [...path, key]),
          ]),
        );
      };
      return {
        ...endpoint,
        policy: visit(endpoint.policy as unknown as Value, ["trafficPolicy"]) as Policy,
        notes: visit(endpoint.notes, []) as typeof endpoint.notes,
      };
    });
    return { ...migration, endpoints };
  }

  #add(path: Path, values: unknown): void {
    const value = valueAt(values, path.map(String));
    const texts = nestedTexts(value);
    for (const text of texts.filter((item) => item !== "")) {
      this.#wholes.add(text).add(literal(text));
      if (text.length >= MIN_PART_LENGTH) this.#parts.add(text).add(literal(text));
    }
    // A policy may be a string: its values are secret only as whole values.
    if (path.some((key) => key === "trafficPolicy"))
      for (const text of texts) for (const leaf of policyTexts(text)) this.#wholes.add(leaf);
  }
}

function nestedTexts(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(nestedTexts) : [];
}
