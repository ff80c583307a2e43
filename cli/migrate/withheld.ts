import { type AccountObject, type Path, valueAt } from "../../provider/inspect";
import type { StateResource } from "../drift/state";
import type { Migration } from "./convert";
import { textsIn } from "./own-policy";
import { literal, type Policy, PolicySecret, type Value } from "./policy";
import type { Proof } from "./proof";

/** Shorter texts stand in others by chance, such as in a path. */
const LEAST_PART = 4;
const INSTEAD = "[secret]";

/** What the program of a stack has made secret, wherever it stands in what the service shows in plain. */
export class Withheld {
  /** Secret wherever they stand, also within another text. */
  readonly #parts = new Set<string>();
  readonly #wholes = new Set<string>();

  /** @param resources - Of the stack whose objects migrate. */
  constructor(resources: readonly Pick<StateResource, "inputs" | "outputs" | "secrets">[] = []) {
    for (const { inputs, outputs, secrets } of resources)
      for (const path of secrets) for (const values of [inputs, outputs]) this.#add(path, values);
  }

  hides(text: string): boolean {
    return this.#wholes.has(text) || [...this.#parts].some((part) => text.includes(part));
  }

  /** What reports show of a migration and its proof. */
  reported(migration: Migration, proof: Proof): { readonly migration: Migration; readonly proof: Proof } {
    const gaps = this.masked(migration.gaps);
    const agents = migration.agents.map((move) => ({ ...move, labels: this.masked(move.labels) }));
    return { migration: { ...migration, gaps, agents }, proof: this.masked(proof) };
  }

  private masked<T>(data: T): T;
  private masked(data: unknown): unknown {
    if (typeof data === "string")
      return [...this.#parts].reduce((text, part) => text.replaceAll(part, INSTEAD), data);
    if (Array.isArray(data)) return data.map((item) => this.masked(item));
    if (data === null || typeof data !== "object") return data;
    return Object.fromEntries(Object.entries(data).map(([key, item]) => [key, this.masked(item)]));
  }

  /** A property of an object that takes the place of another one, where it is hidden. */
  secretOf(object: AccountObject, key: string): PolicySecret | undefined {
    const value = object.inputs[key];
    return typeof value === "string" && this.hides(value)
      ? new PolicySecret(object, [key], value)
      : undefined;
  }

  /** A migration in which these texts are secrets of its policies. */
  in(migration: Migration): Migration {
    const endpoints = migration.endpoints.map((endpoint) => {
      const { object } = endpoint.edge;
      const visit = (value: Value, path: readonly string[]): Value => {
        if (value instanceof PolicySecret)
          return value.isGuess && this.hides(value.value ?? "")
            ? new PolicySecret(value.object, value.path, value.value)
            : value;
        if (typeof value === "string")
          return this.hides(value) ? new PolicySecret(object, path, value) : value;
        if (Array.isArray(value)) return value.map((item, at) => visit(item, [...path, String(at)]));
        if (value === null || typeof value !== "object") return value;
        return Object.fromEntries(
          Object.entries(value).map(([key, item]) => [
            key,
            key === "type" ? item : visit(item, [...path, key]),
          ]),
        );
      };
      return { ...endpoint, policy: visit(endpoint.policy as unknown as Value, ["trafficPolicy"]) as Policy };
    });
    return { ...migration, endpoints };
  }

  #add(path: Path, values: unknown): void {
    const value = valueAt(values, path.map(String));
    const texts = textsBelow(value);
    for (const text of texts.filter((one) => one !== "")) {
      this.#wholes.add(text).add(literal(text));
      if (text.length >= LEAST_PART) this.#parts.add(text).add(literal(text));
    }
    // A policy is written as text: what stands in it is secret where it stands alone.
    if (path.some((key) => key === "trafficPolicy"))
      for (const text of texts) for (const leaf of textsIn(text)) this.#wholes.add(leaf);
  }
}

function textsBelow(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(textsBelow) : [];
}
