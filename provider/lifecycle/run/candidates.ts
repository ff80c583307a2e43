import { type ApiClient, isClientError, snake } from "../../api";
import { type Field, knownField } from "../../family/field";
import type { LookupFamily } from "../../family/lookup";
import type { Props, ResourceFamily } from "../../family/resource";
import { collectionOf } from "../values/collection";
import { METADATA } from "../values/mark";

/** Longer filters are left out: encoding one for a URL may triple its length, and servers limit URLs, often to 8 KB. */
const MAX_FILTER_BYTES = 2_000;

/** Lists a collection, filtered by the criteria if the service supports it. Callers must still compare each object. */
export async function* listCandidates(
  api: ApiClient,
  family: ResourceFamily | LookupFamily,
  { parents, criteria }: { readonly parents: Props; readonly criteria: Props },
): AsyncGenerator<Props, void> {
  const collection = collectionOf(family, parents);
  const filter = filterBy(family, criteria);
  if (filter === undefined) return yield* api.list(collection);
  let hasYielded = false;
  try {
    for await (const object of api.list({ ...collection, filter })) {
      hasYielded = true;
      yield object;
    }
  } catch (error) {
    if (hasYielded || !isClientError(error)) throw error;
    yield* api.list(collection);
  }
}

function filterBy(family: ResourceFamily | LookupFamily, values: Props): string | undefined {
  const shape = { ...family.outputs, ...family.inputs };
  const clauses = (family.filterableBy ?? []).flatMap((key) => {
    const value = values[key];
    return typeof value === "string" ? (clause(knownField(shape, key), key, value) ?? []) : [];
  });
  const filter = clauses.join(" && ");
  return filter === "" || Buffer.byteLength(filter) > MAX_FILTER_BYTES ? undefined : filter;
}

function clause(field: Field, key: string, value: string): string | undefined {
  if (key === METADATA) return metadataClause(value);
  const { spelling } = field.meta;
  // The service may store a different spelling, which the filter wouldn't match.
  if (spelling && !spelling.inInputs) return undefined;
  const name = field.refKey === undefined ? snake(key) : `${field.refKey}.id`;
  return `obj.${name} == ${JSON.stringify(spelling ? spelling.canonical(value) : value)}`;
}

/** Selects metadata by its start: an ownership mark follows the text or, in JSON, precedes the last brace. */
function metadataClause(text: string): string | undefined {
  const start = text.replace(/\s*\}?\s*$/, "");
  return start === "" ? undefined : `obj.${METADATA}.startsWith(${JSON.stringify(start)})`;
}
