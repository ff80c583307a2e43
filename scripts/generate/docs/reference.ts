import { readFileSync } from "node:fs";
import { join } from "node:path";

/** One parameter or field; `by` and `assumed` say what of it the API reference does not. */
interface Row {
  readonly required?: boolean;
  readonly by?: "convention";
  readonly assumed?: readonly string[];
}
export type Rows = Readonly<Record<string, Row>>;
interface Operation {
  readonly method: string;
  readonly path: string;
  readonly by?: "convention";
}
interface ModulePath {
  readonly owner: string;
  readonly module: string;
  readonly path: string;
}

/** The transcription of the API reference, as far as pages are made of it; test/contract/reference-shape.test.ts checks it. */
export interface Reference {
  readonly families: Readonly<
    Record<
      string,
      {
        readonly by?: "convention";
        readonly assumed?: readonly string[];
        readonly collection?: string;
        readonly listKey: string;
        readonly operations: Readonly<Record<string, Operation>>;
        readonly create: Rows;
        readonly update: readonly string[];
        readonly response: Rows;
        readonly modules?: readonly string[];
      }
    >
  >;
  readonly modules: Readonly<
    Record<
      string,
      {
        readonly on: readonly string[];
        readonly parameters: { readonly fields: Rows };
        readonly response: { readonly by?: "convention"; readonly fields: Rows };
      }
    >
  >;
  readonly oauthProviders: {
    readonly providers: Readonly<Record<string, { readonly fields: Rows }>>;
  };
  readonly moduleOperations: {
    readonly documented: readonly (ModulePath & { readonly operation: string })[];
    readonly assumed: { readonly modules: readonly ModulePath[] };
  };
  readonly limits: readonly {
    readonly limit: string;
    readonly serviceDefault?: unknown;
    readonly families?: readonly string[];
    readonly modules?: readonly string[];
    readonly commands?: readonly string[];
  }[];
}

export const readReference = (root: string): Reference =>
  JSON.parse(readFileSync(join(root, "test", "reference.json"), "utf8"));
