import { readFileSync } from "node:fs";
import { join } from "node:path";

/** One parameter or field; `by` and `assumed` list what the API reference does not say about it. */
type Row = { required?: boolean; by?: "convention"; assumed?: readonly string[] };
export type Rows = Readonly<Record<string, Row>>;
type ModulePath = { owner: string; module: string; path: string };

/**
 * The part of the API reference's transcription from which pages are generated; test/contract/reference-shape.test.ts
 * checks it.
 */
export interface Reference {
  readonly families: Readonly<Record<string, ReferenceFamily>>;
  readonly modules: Readonly<
    Record<
      string,
      { on: readonly string[]; parameters: { fields: Rows }; response: { by?: "convention"; fields: Rows } }
    >
  >;
  readonly oauthProviders: { readonly providers: Readonly<Record<string, { fields: Rows }>> };
  readonly moduleOperations: {
    readonly documented: readonly (ModulePath & { operation: string })[];
    readonly assumed: { readonly modules: readonly ModulePath[] };
  };
  readonly limits: readonly {
    limit: string;
    serviceDefault?: unknown;
    families?: readonly string[];
    modules?: readonly string[];
    commands?: readonly string[];
  }[];
}

interface ReferenceFamily {
  /** What states the family's facts, where the API reference does not. */
  readonly by?: "convention" | "service";
  readonly assumed?: readonly string[];
  readonly collection?: string;
  readonly listKey: string;
  readonly operations: Readonly<Record<string, { method: string; path: string; by?: "convention" }>>;
  readonly create: Rows;
  readonly update: readonly string[];
  readonly response: Rows;
  readonly modules?: readonly string[];
}

export const readReference = (root: string): Reference =>
  JSON.parse(readFileSync(join(root, "test", "reference.json"), "utf8"));
