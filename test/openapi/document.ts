import { z } from "zod";
import { Facts } from "../contract/agreement/facts";

interface Schema {
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
/** An OpenAPI 3 document, as far as it is compared: the service's own description of its API. */
export const openApiDocument = z.object({
  paths: z.record(z.string(), z.partialRecord(z.enum(["get", "post", "put", "patch", "delete"]), operation)),
  components: z.object({ schemas: z.record(z.string(), schema) }),
});
export type OpenApiDocument = z.infer<typeof openApiDocument>;
type Operation = z.infer<typeof operation>;

/** An operation as method and path: `GET /ip_policies/{id}`. */
export function operationsOf(document: OpenApiDocument): string[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
}

/** What the document says of some families, by the same names of facts as the other sides have. */
export function openApiFacts(
  document: OpenApiDocument,
  collections: Readonly<Record<string, string>>,
): Facts {
  return new DocumentFacts(document, collections).facts;
}

/** Properties that are not rows: modules have rows of their own, what is in the path is not a parameter. */
interface Except {
  readonly modules?: readonly string[];
  readonly without?: readonly string[];
}

class DocumentFacts {
  readonly facts = new Facts();

  constructor(
    private readonly document: OpenApiDocument,
    collections: Readonly<Record<string, string>>,
  ) {
    for (const [family, collection] of Object.entries(collections)) this.family(family, collection);
    for (const path of Object.keys(document.paths)) {
      const command = /^\/tunnel_sessions\/\{id\}\/(\w+)$/.exec(path)?.[1];
      if (command !== undefined)
        this.facts.state(`TunnelAgentCommand / command ${command}`, this.call("post", path));
    }
  }

  private family(family: string, collection: string): void {
    const item = `${collection}/{id}`;
    this.call("post", collection, `${family} / operation create`);
    this.call("get", collection, `${family} / operation list`);
    this.call("get", item, `${family} / operation get`);
    this.call("patch", item, `${family} / operation update`);
    this.call("delete", item, `${family} / operation delete`);
    const modules = this.modulesBelow(family, item);
    const takesFilter = this.operation("get", collection)?.parameters.some(({ name }) => name === "filter");
    this.facts.state(`${family} / filter`, takesFilter || undefined);
    const listed = Object.entries(this.propertiesOf(this.answered("get", collection)));
    this.facts.state(`${family} / listKey`, listed.find(([, { type }]) => type === "array")?.[0]);
    // The document repeats what is in a path among the properties of the body.
    const inPath = [...item.matchAll(/\{(\w+)\}/g)].map(([, key]) => key as string);
    this.rows(`${family} / create`, this.asked("post", collection), { modules, without: inPath });
    for (const key of Object.keys(this.propertiesOf(this.asked("patch", item))))
      if (!inPath.includes(key)) this.facts.state(`${family} / update ${key}`, true);
    this.rows(`${family} / response`, this.answered("get", item), { modules });
  }

  /** What has operations of its own below an object: modules, which are set by PUT, and attachments. */
  private modulesBelow(family: string, item: string): string[] {
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
      this.facts.state(at, true);
      this.call("put", path, `${at} operation replace`);
      this.call("get", path, `${at} operation get`);
      this.call("delete", path, `${at} operation delete`);
      const body = this.asked("put", path);
      const { module } = this.propertiesOf(body);
      this.rows(`${at} parameters`, module ?? body);
      this.rows(`${at} response`, this.answered("get", path));
    }
    return modules;
  }

  private rows(
    at: string,
    given: Schema | undefined,
    { modules = [], without = [] }: Except = {},
    below = "",
  ) {
    const schema = this.resolved(given);
    for (const [key, value] of Object.entries(schema?.properties ?? {})) {
      if (without.includes(key)) continue;
      const path = `${at} ${below}${key}`;
      const type = this.typeOf(value);
      this.facts.state(`${path} / type`, type);
      const bytes = /max(?:imum)? (\d+) bytes/i.exec(value.description ?? "")?.[1];
      // A shape that parameters and responses share says which parameters are required.
      if (!at.endsWith("response")) {
        this.facts.state(`${path} / required`, schema?.required?.includes(key) || undefined);
        this.facts.state(`${path} / maxBytes`, bytes === undefined ? undefined : Number(bytes));
      }
      if (type === "object" && !modules.includes(key)) this.rows(at, value, {}, `${below}${key}.`);
    }
  }

  private typeOf(schema: Schema): string {
    const name = schema.$ref?.split("/").at(-1);
    if (name === "Ref") return "Ref";
    const { type = "object", items, properties } = this.resolved(schema) ?? {};
    if (type === "array") return `List<${items === undefined ? "string" : this.typeOf(items)}>`;
    if (type === "integer") return "number";
    return type === "object" && properties === undefined ? "Map" : type;
  }

  private resolved(schema: Schema | undefined): Schema | undefined {
    const name = schema?.$ref?.split("/").at(-1);
    return name === undefined ? schema : this.document.components.schemas[name];
  }

  private propertiesOf(schema: Schema | undefined): Readonly<Record<string, Schema>> {
    return this.resolved(schema)?.properties ?? {};
  }

  private operation(
    method: "get" | "post" | "put" | "patch" | "delete",
    path: string,
  ): Operation | undefined {
    return this.document.paths[path]?.[method];
  }

  private asked(method: "post" | "put" | "patch", path: string): Schema | undefined {
    return this.operation(method, path)?.requestBody?.content?.["application/json"].schema;
  }

  private answered(method: "get", path: string): Schema | undefined {
    return this.operation(method, path)?.responses["200"]?.content?.["application/json"].schema;
  }

  /** States an operation that the document has. */
  private call(method: "get" | "post" | "put" | "patch" | "delete", path: string, fact?: string) {
    if (this.operation(method, path) === undefined) return undefined;
    const call = `${method.toUpperCase()} ${path}`;
    if (fact !== undefined) this.facts.state(fact, call);
    return call;
  }
}
