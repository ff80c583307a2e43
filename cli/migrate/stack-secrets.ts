import { valueAt } from "../../provider/inspect";
import type { StateResource } from "../drift/state";
import type { MigratedEndpoint, Migration } from "./convert";
import { policyTexts } from "./own-policy";
import { literal, mapLeaves, PolicySecret } from "./policy";
import type { Proof } from "./proof";

/** Shorter secrets are only found as whole strings, because they occur in others by chance, for example in a path. */
const MIN_PART_LENGTH = 4;
const MASK = "[secret]";

/** Words such as `github` and `deny` mean the same in every policy, and occur in addresses and reports. */
const WORD = /^[a-z][a-z_-]*$/;

/** Finds values that a stack's program declares secret, although the service returns them in plain text. */
export class StackSecrets {
  /** Secret even within a longer string. */
  readonly #parts = new Set<string>();
  /** Secret as a whole string. */
  readonly #wholes = new Set<string>();
  /** Words of secret policies, by the ids of their objects. */
  readonly #words = new Map<string, Set<string>>();

  constructor(resources: readonly Pick<StateResource, "id" | "inputs" | "secrets">[] = []) {
    // Only inputs: the engine also marks outputs that contain ordinary text, such as the routes of an edge.
    for (const { id, inputs, secrets } of resources)
      for (const path of secrets) this.#add(id, path.map(String), inputs);
  }

  /** Masks secrets in what reports show of a migration and its proof. */
  maskReports(migration: Migration, proof: Proof): { readonly migration: Migration; readonly proof: Proof } {
    const gaps = this.#mask(migration.gaps);
    const agents = migration.agents.map((move) => ({ ...move, labels: this.#mask(move.labels) }));
    return { migration: { ...migration, gaps, agents }, proof: this.#mask(proof) };
  }

  #mask<T>(data: T): T {
    const maskText = (value: unknown) =>
      typeof value === "string"
        ? [...this.#parts].reduce((text, part) => text.replaceAll(part, MASK), value)
        : value;
    return mapLeaves(data, maskText) as T;
  }

  /** Returns endpoints whose policies and notes contain a `PolicySecret` for each secret. */
  withholdFrom(endpoints: readonly MigratedEndpoint[]): readonly MigratedEndpoint[] {
    return endpoints.map((endpoint) => {
      const { object, routes } = endpoint.edge;
      const isSecret = (text: string) =>
        this.#wholes.has(text) ||
        [...this.#parts].some((part) => text.includes(part)) ||
        [object, ...routes].some(({ id }) => this.#words.get(id)?.has(text));
      const withhold = (value: unknown, path: readonly string[]) => {
        if (value instanceof PolicySecret)
          return value.isGuess && isSecret(value.value ?? "")
            ? new PolicySecret(value.object, value.path, value.value)
            : value;
        const isText = typeof value === "string" && path.at(-1) !== "type";
        return isText && isSecret(value) ? new PolicySecret(object, path, value) : value;
      };
      return {
        ...endpoint,
        policy: mapLeaves(endpoint.policy, withhold, ["trafficPolicy"]) as typeof endpoint.policy,
        notes: mapLeaves(endpoint.notes, withhold) as typeof endpoint.notes,
      };
    });
  }

  #add(id: string, path: readonly string[], inputs: StateResource["inputs"]): void {
    const value = valueAt(inputs, path);
    const texts = nestedTexts(value).filter((text) => text !== "");
    const isPolicy = path.includes("trafficPolicy") && (path.length <= 2 || typeof value !== "string");
    for (const text of isPolicy ? texts.filter((item) => !WORD.test(item)) : texts) {
      this.#wholes.add(text).add(literal(text));
      if (text.length >= MIN_PART_LENGTH) this.#parts.add(text).add(literal(text));
    }
    if (!isPolicy) return;
    // A policy may be a string: its values are secret only as whole values.
    const leaves = texts.flatMap((text) => policyTexts(text));
    for (const leaf of leaves.filter((item) => !WORD.test(item))) this.#wholes.add(leaf);
    const objectId = id.slice(id.lastIndexOf("/") + 1);
    const words = [...(this.#words.get(objectId) ?? []), ...leaves.filter((item) => WORD.test(item))];
    this.#words.set(objectId, new Set(words));
  }
}

function nestedTexts(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(nestedTexts) : [];
}
