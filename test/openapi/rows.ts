import type { Operation, Reference, Row, Rows } from "../contract/agreement/reference";
import { DocumentReader, keysInPath, maxBytesOf, type OpenApiDocument, type Schema } from "./document";

/** What a document states of one family, as rows of `test/reference.json`. */
export type StatedRows = Pick<Reference, "shapes"> & Partial<Pick<Reference, "families" | "lookups">>;

/**
 * Writes rows of `test/reference.json` for a collection that only the service has. A document does not say what is the
 * default, secret, null at times or one of a few values: that is left to whoever reads its descriptions.
 *
 * @throws Error for a collection that the document does not have.
 */
export function statedRows(document: OpenApiDocument, collection: string): StatedRows {
  return new DocumentRows(document, collection).stated();
}

class DocumentRows extends DocumentReader {
  private readonly shapes: Record<string, Rows> = {};

  constructor(
    document: OpenApiDocument,
    private readonly collection: string,
  ) {
    super(document);
  }

  stated(): StatedRows {
    const { collection } = this;
    const item = `${collection}/{id}`;
    const object = this.answered("get", item);
    const listKey = this.listKeyOf(collection);
    const name = object?.$ref?.split("/").at(-1);
    if (name === undefined || listKey === undefined)
      throw new Error(`the document has no collection ${collection}: give its path, such as /vaults`);
    const filter = this.takesFilter(collection);
    const operations = {
      ...this.stating("create", "post", collection),
      ...this.stating("get", "get", item),
      ...this.stating("list", "get", collection),
      ...this.stating("update", "patch", item),
      ...this.stating("delete", "delete", item),
    };
    const common = { by: "service" as const, collection, listKey, ...(filter && { filter }), operations };
    const response = this.rows(object, { isResponse: true });
    if (!("create" in operations))
      return { shapes: this.shapes, lookups: { [name]: { ...common, response } } };
    const create = this.rows(this.asked("post", collection), { isResponse: false });
    const update = Object.keys(this.propertiesOf(this.asked("patch", item))).filter(
      (key) => !keysInPath(item).includes(key),
    );
    return { shapes: this.shapes, families: { [name]: { ...common, create, update, response } } };
  }

  private stating(
    key: string,
    method: "get" | "post" | "patch" | "delete",
    path: string,
  ): Record<string, Operation> {
    const responses = Object.keys(this.operation(method, path)?.responses ?? {});
    const status = responses.find((code) => code.startsWith("2"));
    return status === undefined
      ? {}
      : { [key]: { method: method.toUpperCase(), path, status: Number(status) } };
  }

  private rows(given: Schema | undefined, { isResponse }: { readonly isResponse: boolean }): Rows {
    const { properties = {}, required = [] } = this.resolved(given) ?? {};
    return Object.fromEntries(
      Object.entries(properties).map(([key, value]) => {
        const bytes = isResponse ? undefined : maxBytesOf(value);
        const row: Row & { format?: string } = {
          type: this.typeOf(value, { isResponse }),
          ...(!isResponse && required.includes(key) && { required: true }),
          ...(bytes !== undefined && { maxBytes: bytes }),
          ...(isResponse && /RFC 3339/i.test(value.description ?? "") && { format: "rfc3339" }),
        };
        return [key, row];
      }),
    );
  }

  /** The type as the transcription spells it. Shapes that it names are added. */
  private typeOf(schema: Schema, kind: { readonly isResponse: boolean }): string {
    const name = schema.$ref?.split("/").at(-1);
    if (name === "Ref") return name;
    const { type = "object", items, properties } = this.resolved(schema) ?? {};
    if (type === "array") return `List<${items === undefined ? "string" : this.typeOf(items, kind)}>`;
    if (type === "integer") return "int64";
    if (type === "number") return "float64";
    if (type !== "object") return type;
    if (properties === undefined || name === undefined) return "Map<string,string>";
    if (!Object.hasOwn(this.shapes, name)) {
      // Before its rows, for a shape that holds itself.
      this.shapes[name] = {};
      this.shapes[name] = this.rows(schema, kind);
    }
    return name;
  }
}
