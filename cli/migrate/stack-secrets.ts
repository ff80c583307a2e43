import { valueAt } from "../../provider/inspect";
import type { StateResource } from "../drift/state";
import type { MigratedEndpoint, Migration } from "./convert";
import { policyTexts } from "./own-policy";
import { escapeText, mapLeaves, PolicySecret } from "./policy";
import type { Proof } from "./proof";

/** Shorter secrets are only found as whole strings, because they occur in others by chance, for example in a path. */
const MIN_PART_LENGTH = 4;
const MASK = "[secret]";

/** Words such as `github` and `deny`. Addresses and reports contain them, so they are never masked within a longer string. */
const WORD = /^[a-z][a-z_-]*$/;

/** Finds values that a stack's program declares secret, although the service returns them in plain text. */
export class StackSecrets {
  /** Secret even within a longer string. */
  readonly #parts = new Set<string>();
  /** Secret as a whole string. */
  readonly #wholes = new Set<string>();

  constructor(resources: readonly Pick<StateResource, "id" | "inputs" | "secrets">[] = []) {
    // Only inputs: the engine also marks outputs that contain ordinary text, such as the routes of an edge.
    for (const { inputs, secrets } of resources)
      for (const path of secrets) this.#add(path.map(String), inputs);
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
      const { object } = endpoint.edge;
      const isSecret = (text: string) =>
        this.#wholes.has(text) || [...this.#parts].some((part) => text.includes(part));
      const withhold = (value: unknown, path: readonly string[]) => {
        if (value instanceof PolicySecret)
          return value.certainty === "guessed" && isSecret(value.value ?? "")
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

  #add(path: readonly string[], inputs: StateResource["inputs"]): void {
    const value = valueAt(inputs, path);
    const texts = nestedTexts(value).filter((text) => text !== "");
    // Everything in `trafficPolicy` or `trafficPolicy.value`, except a single string of a structured policy.
    const isPolicy = path.includes("trafficPolicy") && (path.length <= 2 || typeof value !== "string");
    for (const text of texts) {
      this.#wholes.add(text).add(escapeText(text));
      const isPart = text.length >= MIN_PART_LENGTH && !(isPolicy && WORD.test(text));
      if (isPart) this.#parts.add(text).add(escapeText(text));
    }
    if (!isPolicy) return;
    // A policy may be a string: its values are secret only as whole values.
    for (const leaf of texts.flatMap((text) => policyTexts(text))) this.#wholes.add(leaf);
  }
}

function nestedTexts(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(nestedTexts) : [];
}
