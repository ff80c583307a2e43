import { z } from "zod";
import { Facts } from "../contract/agreement/facts";

export interface Schema {
  readonly type?: string | undefined;
  readonly $ref?: string | undefined;
  readonly description?: string | undefined;
  readonly required?: readonly string[] | undefined;
  readonly items?: Schema | undefined;
  readonly properties?: Readonly<Record<string, Schema>> | undefined;
}
const schema: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    type: z.string().optional(),
    $ref: z.string().optional(),
    description: z.string().optional(),
    required: z.array(z.string()).optional(),
    items: schema.optional(),
    properties: z.record(z.string(), schema).optional(),
  }),
);
const content = z.object({ content: z.object({ "application/json": z.object({ schema }) }).optional() });
const operation = z.object({
  operationId: z.string(),
  parameters: z.array(z.object({ name: z.string().optional() })).default([]),
  requestBody: content.optional(),
  responses: z.record(z.string(), content),
});
/** The compared parts of an OpenAPI 3 document, the service's own description of its API. */
export const openApiDocument = z.object({
  paths: z.record(z.string(), z.partialRecord(z.enum(["get", "post", "put", "patch", "delete"]), operation)),
  components: z.object({ schemas: z.record(z.string(), schema) }),
});
export type OpenApiDocument = z.infer<typeof openApiDocument>;
type Operation = z.infer<typeof operation>;
type HttpMethod = keyof OpenApiDocument["paths"][string];

/** Returns the operations by method and path, such as `GET /ip_policies/{id}`. */
export function listOperations(document: OpenApiDocument): string[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
}

/** Returns the document's facts about families, with the same names as the other sides' facts. */
export function openApiFacts(
  document: OpenApiDocument,
  collections: Readonly<Record<string, string>>,
): Facts {
  return new DocumentFacts(document, collections).facts;
}

/** Properties to skip: modules have their own rows, and path keys aren't parameters. */
interface SkippedProperties {
  readonly modules?: readonly string[];
  readonly pathKeys?: readonly string[];
}

class DocumentReader {
  constructor(protected readonly document: OpenApiDocument) {}

  protected resolve(schema: Schema | undefined): Schema | undefined {
    const name = schema?.$ref?.split("/").at(-1);
    return name === undefined ? schema : this.document.components.schemas[name];
  }

  protected propertiesOf(schema: Schema | undefined): Readonly<Record<string, Schema>> {
    return this.resolve(schema)?.properties ?? {};
  }

  protected operation(method: HttpMethod, path: string): Operation | undefined {
    return this.document.paths[path]?.[method];
  }

  protected requestSchema(method: "post" | "put" | "patch", path: string): Schema | undefined {
    return this.operation(method, path)?.requestBody?.content?.["application/json"].schema;
  }

  protected responseSchema(method: "get", path: string): Schema | undefined {
    return this.operation(method, path)?.responses["200"]?.content?.["application/json"].schema;
  }

  protected listKeyOf(collection: string): string | undefined {
    const listed = Object.entries(this.propertiesOf(this.responseSchema("get", collection)));
    return listed.find(([, { type }]) => type === "array")?.[0];
  }

  protected takesFilter(collection: string): boolean {
    const { parameters = [] } = this.operation("get", collection) ?? {};
    return parameters.some(({ name }) => name === "filter");
  }
}

class DocumentFacts extends DocumentReader {
  readonly facts = new Facts();

  constructor(document: OpenApiDocument, collections: Readonly<Record<string, string>>) {
    super(document);
    for (const [family, collection] of Object.entries(collections))
      this.addFamily(family, collection, Object.values(collections));
    for (const path of Object.keys(document.paths)) {
      const command = /^\/tunnel_sessions\/\{id\}\/(\w+)$/.exec(path)?.[1];
      if (command !== undefined)
        this.facts.add(`TunnelAgentCommand / command ${command}`, this.call("post", path));
    }
  }

  private addFamily(family: string, collection: string, collections: readonly string[]): void {
    const item = `${collection}/{id}`;
    this.call("post", collection, `${family} / operation create`);
    this.call("get", collection, `${family} / operation list`);
    this.call("get", item, `${family} / operation get`);
    this.call("patch", item, `${family} / operation update`);
    this.call("delete", item, `${family} / operation delete`);
    const modules = this.addModules(family, item);
    this.addElements(family, collection, collections);
    this.facts.add(`${family} / filter`, this.takesFilter(collection) || undefined);
    this.facts.add(`${family} / listKey`, this.listKeyOf(collection));
    const pathKeys = keysInPath(item);
    this.addRows(`${family} / create`, this.requestSchema("post", collection), { modules, pathKeys });
    for (const key of Object.keys(this.propertiesOf(this.requestSchema("patch", item))))
      if (!pathKeys.includes(key)) this.facts.add(`${family} / update ${key}`, true);
    this.addRows(`${family} / response`, this.responseSchema("get", item), { modules });
  }

  /** Adds the operations below an object: modules, which are set by PUT, and attachments. Returns the modules. */
  private addModules(family: string, item: string): string[] {
    const below = Object.keys(this.document.paths).filter(
      (path) => path.startsWith(`${item}/`) && this.operation("delete", path) !== undefined,
    );
    const modules: string[] = [];
    for (const path of below) {
      const segment = path.slice(item.length + 1);
      if (this.operation("put", path) === undefined) {
        const parameter = segment === "certificate" ? "certificate_id" : segment;
        this.call("delete", path, `${family} / detach ${parameter}`);
        continue;
      }
      const at = `${family} / module ${segment}`;
      modules.push(segment);
      this.facts.add(at, true);
      this.call("put", path, `${at} operation replace`);
      this.call("get", path, `${at} operation get`);
      this.call("delete", path, `${at} operation delete`);
      const body = this.requestSchema("put", path);
      const { module } = this.propertiesOf(body);
      this.addRows(`${at} parameters`, module ?? body);
      this.addRows(`${at} response`, this.responseSchema("get", path));
    }
    return modules;
  }

  /** Adds lists below an object that aren't separate collections: `sources list`, `sources delete`. */
  private addElements(family: string, collection: string, collections: readonly string[]): void {
    for (const path of Object.keys(this.document.paths)) {
      if (
        !path.startsWith(`${collection}/{`) ||
        collections.some((nested) => isWithin(path, nested, collection))
      )
        continue;
      const [, segment, elementKey] =
        /^\/\{\w+\}\/(\w+)(\/\{\w+\})?$/.exec(path.slice(collection.length)) ?? [];
      if (segment === undefined || this.operation("get", path) === undefined) continue;
      if (this.operation("put", path) !== undefined) continue;
      const at = `${family} / operation ${segment}`;
      this.call("get", path, `${at} ${elementKey === undefined ? "list" : "get"}`);
      this.call("post", path, `${at} create`);
      this.call("patch", path, `${at} update`);
      this.call("delete", path, `${at} delete`);
    }
  }

  private addRows(
    at: string,
    schemaOrReference: Schema | undefined,
    { modules = [], pathKeys = [] }: SkippedProperties = {},
    below = "",
  ) {
    const schema = this.resolve(schemaOrReference);
    for (const [key, value] of Object.entries(schema?.properties ?? {})) {
      if (pathKeys.includes(key)) continue;
      const path = `${at} ${below}${key}`;
      const type = this.typeOf(value);
      this.facts.add(`${path} / type`, type);
      const bytes = parseMaxBytes(value);
      // Responses share shapes with parameters, for which `required` and limits apply.
      if (!at.endsWith("response")) {
        this.facts.add(`${path} / required`, schema?.required?.includes(key) || undefined);
        this.facts.add(`${path} / maxBytes`, bytes);
      }
      if (type === "object" && !modules.includes(key)) this.addRows(at, value, {}, `${below}${key}.`);
      if (type === "List<object>" && !at.endsWith("response"))
        this.addRows(at, value.items, {}, `${below}${key}[].`);
    }
  }

  private typeOf(schema: Schema): string {
    const name = schema.$ref?.split("/").at(-1);
    if (name === "Ref") return "Ref";
    const { type = "object", items, properties } = this.resolve(schema) ?? {};
    if (type === "array") return `List<${items === undefined ? "string" : this.typeOf(items)}>`;
    if (type === "integer") return "number";
    return type === "object" && properties === undefined ? "Map" : type;
  }

  /** Returns an operation that the document has, and adds it as a fact. */
  private call(method: HttpMethod, path: string, fact?: string) {
    if (this.operation(method, path) === undefined) return undefined;
    const call = `${method.toUpperCase()} ${path}`;
    if (fact !== undefined) this.facts.add(fact, call);
    return call;
  }
}

/** True if a path belongs to another collection below a collection. */
const isWithin = (path: string, other: string, collection: string) =>
  other !== collection && (path === other || path.startsWith(`${other}/`));

/** Returns the maximum length that a parameter's description states. */
function parseMaxBytes({ description = "" }: Schema): number | undefined {
  const [, bytes] = /max(?:imum)? (\d+) bytes/i.exec(description) ?? [];
  return bytes === undefined ? undefined : Number(bytes);
}

/** Returns the keys in a path. The document repeats them in request bodies. */
const keysInPath = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key as string);
