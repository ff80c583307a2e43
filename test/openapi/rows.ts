import type { PlainRow, ReferenceFamily } from "../../emulator/schema/reference";
import { DocumentReader, keysInPath, maxBytesOf, type OpenApiDocument, type Schema } from "./document";

type Rows = Record<string, PlainRow>;

/**
 * Writes a file of `emulator/reference` for a collection that only the service has. A document does not say what is the
 * default, secret, null at times or one of a few values, nor to what an id refers: that is left to whoever reads its
 * descriptions.
 *
 * @throws Error for a collection that the document does not have.
 */
export function statedRows(document: OpenApiDocument, collection: string): ReferenceFamily {
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

  stated(): ReferenceFamily {
    const { collection } = this;
    const item = `${collection}/{id}`;
    const object = this.answered("get", item);
    const listKey = this.listKeyOf(collection);
    const name = object?.$ref?.split("/").at(-1);
    if (name === undefined || listKey === undefined)
      throw new Error(`the document has no collection ${collection}: give its path, such as /vaults`);
    const served = {
      create: this.operation("post", collection),
      get: this.operation("get", item),
      list: this.operation("get", collection),
      update: this.operation("patch", item),
      delete: this.operation("delete", item),
    };
    const operations = (["create", "get", "list", "update", "delete"] as const).filter((key) => served[key]);
    const rows = {
      ...(served.create && { create: this.rows(this.asked("post", collection), { isResponse: false }) }),
      ...(served.update && {
        update: Object.keys(this.propertiesOf(this.asked("patch", item))).filter(
          (key) => !keysInPath(item).includes(key),
        ),
      }),
      response: this.rows(object, { isResponse: true }),
    };
    return {
      name,
      by: "service",
      collection,
      listKey,
      ...(this.takesFilter(collection) && { filter: ["id", "created_at", "metadata"] }),
      ...(operations.length < 5 && { operations }),
      idPrefix: name.replace(/[^A-Z]/g, "").toLowerCase(),
      ...rows,
      ...(Object.keys(this.shapes).length > 0 && { shapes: this.shapes }),
    };
  }

  private rows(given: Schema | undefined, { isResponse }: { readonly isResponse: boolean }): Rows {
    const { properties = {}, required = [] } = this.resolved(given) ?? {};
    return Object.fromEntries(
      Object.entries(properties).map(([key, value]) => {
        const bytes = isResponse ? undefined : maxBytesOf(value);
        const row: PlainRow = {
          type: this.typeOf(value, { isResponse }),
          ...(!isResponse && required.includes(key) && { required: true as const }),
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
