import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Row, referenceSchema } from "./agreement/reference";

/**
 * The transcription of the API reference (`test/reference.json`) is the third list of the agreement test. It is written
 * by hand, so this suite checks it for consistency and against the tables of `docs/api-tables.md`.
 */

const reference = referenceSchema.parse(JSON.parse(readFileSync("test/reference.json", "utf8")));

const families = Object.entries(reference.families);
const modules = Object.entries(reference.modules);
const collections = families.filter(([, f]) => f.collection !== undefined);
const lookups = Object.entries(reference.lookups);
const moduleFields = (name: string): Record<string, Row> => reference.modules[name]?.parameters.fields ?? {};

/** Every table row of the reference, with a path that identifies it. */
const allRows: [string, Row][] = [
  ...families.flatMap(([name, f]) => [
    ...named(`${name}.create`, f.create),
    ...named(`${name}.response`, f.response),
  ]),
  ...lookups.flatMap(([name, { response }]) => named(`${name}.response`, response)),
  ...modules.flatMap(([name, m]) => [
    ...named(`${name}.parameters`, m.parameters.fields),
    ...named(`${name}.response`, m.response.fields),
  ]),
  ...Object.entries(reference.shapes).flatMap(([name, fields]) => named(name, fields)),
  ...Object.entries(reference.oauthProviders.providers).flatMap(([name, p]) => named(name, p.fields)),
];

function named(prefix: string, fields: Record<string, Row>): [string, Row][] {
  return Object.entries(fields).map(([key, value]) => [`${prefix}.${key}`, value]);
}

describe.each(families)("%s", (_name, f) => {
  test("updates only what it can create, and each of it once", () => {
    expect(f.update.filter((key) => !(key in f.create))).toEqual([]);
    expect(new Set(f.update).size).toBe(f.update.length);
  });

  test("accepts and returns exactly the modules that it lists", () => {
    const modulesIn = (fields: Record<string, Row>) =>
      Object.keys(fields).filter((key) => fields[key]?.module);
    expect(modulesIn(f.create)).toEqual(f.modules ?? []);
    expect(modulesIn(f.response)).toEqual(f.modules ?? []);
  });
});

describe.each(collections)("%s, a collection", (_name, f) => {
  test("has the paths and statuses of its collection", () => {
    const item = `${f.collection}/{id}`;
    const expected = {
      create: ["POST", f.collection],
      get: ["GET", item],
      list: ["GET", f.collection],
      update: ["PATCH", item],
      delete: ["DELETE", item],
    };
    const stated = Object.entries(f.operations).map(([key, o]) => [key, [o.method, o.path]]);
    expect(Object.fromEntries(stated)).toEqual(expected);
    for (const [key, o] of Object.entries(f.operations)) expect(o.status, key).toBe(reference.statuses[key]);
  });
});

test.each(lookups)(
  "%s, a collection without a class, has paths and statuses of its collection",
  (_name, f) => {
    const item = `${f.collection}/{id}`;
    const known: Record<string, string> = {
      get: `GET ${item}`,
      list: `GET ${f.collection}`,
      delete: `DELETE ${item}`,
    };
    for (const [key, { method, path, status }] of Object.entries(f.operations))
      expect([key, `${method} ${path}`, status]).toEqual([key, known[key], reference.statuses[key]]);
    expect(Object.keys(f.operations)).toEqual(expect.arrayContaining(["get", "list"]));
  },
);

test.each(families.filter(([, f]) => f.on !== undefined))("%s repeats its module", (_name, f) => {
  expect(f.create).toEqual(moduleFields(f.module ?? ""));
  expect(f.update).toEqual(Object.keys(f.create));
  expect(f.response).toEqual(reference.modules[f.module ?? ""]?.response.fields);
});

test("every type, shape and module that a row names is defined, and none is idle", () => {
  const shapes = modules.flatMap(([, m]) => [
    m.parameters.shape,
    m.response.shape,
    ...Object.values(m.except ?? {}).map((one) => one.shape),
  ]);
  const defined = new Set([
    ...Object.keys(reference.types),
    ...Object.keys(reference.shapes),
    ...shapes,
    reference.oauthProviders.shape,
  ]);
  const used = new Set(allRows.map(([, r]) => r.type));
  expect([...used].filter((type) => !defined.has(type))).toEqual([]);
  expect([...defined].filter((type) => !used.has(type))).toEqual([]);
});

test("a row names only facts that it states as assumed, and a default is one of the allowed values", () => {
  for (const [path, r] of allRows) {
    for (const fact of r.assumed ?? []) expect(r, path).toHaveProperty(fact);
    if (r.enum !== undefined && typeof r.default === "string") expect(r.enum, path).toContain(r.default);
  }
});

test("module, owner and operations fit together", () => {
  const owned = families.flatMap(([name, f]) => (f.modules ?? []).map((module) => `${name} ${module}`));
  expect(modules.flatMap(([name, m]) => m.on.map((owner) => `${owner} ${name}`)).sort()).toEqual(
    [...owned].sort(),
  );

  const { documented, assumed } = reference.moduleOperations;
  for (const op of documented) {
    const at = `${op.owner} ${op.module} ${op.operation}`;
    const verbs: Record<string, [string, number]> = {
      replace: ["PUT", 200],
      get: ["GET", 200],
      delete: ["DELETE", 204],
    };
    expect([op.method, op.status], at).toEqual(verbs[op.operation]);
    expect(op.parameters, at).toEqual(op.operation === "replace" ? Object.keys(moduleFields(op.module)) : []);
    const answered = Object.keys(reference.modules[op.module]?.response.fields ?? {});
    expect(op.response, at).toEqual(op.operation === "delete" ? [] : answered);
  }
  const listed = [...documented.filter((op) => op.operation === "replace"), ...assumed.modules];
  expect(documented.length).toBe(12);
  expect(listed.map((op) => `${op.owner} ${op.module}`).sort()).toEqual([...owned].sort());
  for (const op of listed) {
    expect(op.path).toBe(`${reference.families[op.owner]?.collection}/{id}/${op.module}`);
  }
});

test("detach operations and commands name what exists", () => {
  for (const d of reference.detach) expect(reference.families[d.family]?.update).toContain(d.parameter);
  const stated = reference.commands.map((c) => [
    c.command,
    { method: c.method, path: c.path, status: c.status },
  ]);
  expect(reference.families.TunnelAgentCommand?.operations).toEqual(Object.fromEntries(stated));
});

describe("limits", () => {
  const facts = ["maxBytes", "min", "max", "valueMin", "valueMax", "serviceDefault"];

  test.each(reference.limits)("$limit: stands on the rows it applies to", (limit) => {
    const own = facts.filter((fact) => fact in limit);
    const places = [
      ...(limit.families ?? []).map((name) => reference.families[name]?.create),
      ...(limit.modules ?? []).map(moduleFields),
    ];
    for (const fields of places) {
      const target = fields?.[limit.parameter ?? ""];
      for (const fact of own) expect(target?.[fact]).toBe(limit[fact]);
    }
    for (const name of limit.commands ?? []) {
      const command = reference.commands.find((c) => c.command === name);
      expect(command?.secondsBeforeRestart).toBe(limit.secondsBeforeRestart);
    }
    expect(places.length + (limit.commands ?? []).length).toBeGreaterThan(0);
  });

  test("no family states a length that the limits table does not", () => {
    const tabled = (name: string, key: string) =>
      reference.limits.some(
        (l) => l.maxBytes !== undefined && l.parameter === key && l.families?.includes(name),
      );
    const stray = families.flatMap(([name, f]) =>
      Object.entries(f.create).flatMap(([key, r]) =>
        r.maxBytes && !tabled(name, key) ? [`${name}.${key}`] : [],
      ),
    );
    expect(stray).toEqual([]);
  });
});

describe("docs/api-tables.md says the same", () => {
  const docs = readFileSync("docs/api-tables.md", "utf8");
  /** The cells of the table below `<!-- table: name -->`, without emphasis, code marks and daggers. */
  const table = (name: string): string[][] => {
    const text = docs.split(`<!-- table: ${name} -->\n`)[1] ?? "";
    const lines = text.split("\n").slice(2);
    const end = lines.findIndex((line) => !line.startsWith("|"));
    return lines.slice(0, end).map((line) =>
      line
        .slice(2, -2)
        .split(" | ")
        .map((cell) => cell.replace(/[†*`]/g, "")),
    );
  };
  const list = (keys: string[]) => keys.join(", ");

  test("collections, and which parameters are required", () => {
    const wanted = collections.map(([name, f]) => [
      name,
      f.collection,
      f.listKey,
      list(Object.keys(f.create)),
      list(f.update),
    ]);
    expect(table("collections")).toEqual(wanted);
    const bold = docs.split("\n").flatMap((line) => {
      const name = /^\| (\w+)†? \| `\//.exec(line)?.[1];
      return name ? [...line.matchAll(/\*\*(\w+)\*\*/g)].map((m) => `${name}.${m[1]}`) : [];
    });
    const required = collections.flatMap(([name, f]) =>
      Object.keys(f.create)
        .filter((key) => f.create[key]?.required)
        .map((key) => `${name}.${key}`),
    );
    expect(bold).toEqual(required);
  });

  test("modules and OAuth providers", () => {
    const wanted = modules.map(([name, m]) => {
      const [parameters, response] = [m.parameters, m.response].map((side) => list(Object.keys(side.fields)));
      return [name, list(m.on), parameters, parameters === response ? "the same" : response];
    });
    expect(table("modules")).toEqual(wanted);
    const providers = Object.entries(reference.oauthProviders.providers);
    expect(table("oauth")).toEqual(providers.map(([key, p]) => [key, list(Object.keys(p.fields))]));
  });

  test("module operations and limits", () => {
    const { documented, assumed } = reference.moduleOperations;
    const wanted = [...documented.filter((op) => op.operation === "replace"), ...assumed.modules];
    expect(table("module operations")).toEqual(wanted.map((op) => [op.owner, op.module, op.path]));
    const limits = reference.limits.map((l) => [l.limit, list(l.families ?? l.modules ?? l.commands ?? [])]);
    expect(table("limits").map(([limit = "", at]) => [limit.replace(", when left out", ""), at])).toEqual(
      limits,
    );
  });
});
