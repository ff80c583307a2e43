import type { Catalogue } from "../../../emulator";
import { Facts } from "./facts";
import { plainType } from "./reference";

type Family = Catalogue["families"][string];
type Params = Family["create"];
type Answers = Family["response"];
type Operation = Catalogue["detach"][number];

/** What the emulator serves, from its catalogue. */
export function emulatorFacts(catalogue: Catalogue): Facts {
  const facts = new Facts();
  for (const [name, family] of Object.entries(catalogue.families)) {
    facts.state(`${name} / byConvention`, family.byConvention);
    facts.state(`${name} / serviceOnly`, family.serviceOnly);
    facts.state(`${name} / collection`, family.collection);
    facts.state(`${name} / listKey`, family.listKey);
    facts.state(`${name} / filter`, family.filtered);
    for (const [key, operation] of Object.entries(family.operations))
      state(facts, `${name} / operation ${key}`, operation);
    for (const [key, operation] of Object.entries(family.below))
      state(facts, `${name} / operation ${key}`, operation);
    params(facts, `${name} / create`, family.create, family);
    for (const key of family.update) facts.state(`${name} / update ${key}`, true);
    answers(facts, `${name} / response`, family.response);
    modules(facts, name, family);
  }
  for (const operation of catalogue.detach)
    state(facts, `ReservedDomain / detach ${attached(operation.path)}`, operation);
  for (const operation of catalogue.commands)
    state(facts, `TunnelAgentCommand / command ${operation.path.split("/").at(-1)}`, operation);
  return facts;
}

/** The parameter that a detach operation clears. */
function attached(path: string): string {
  const segment = path.split("/").at(-1) ?? "";
  return segment === "certificate" ? "certificate_id" : segment;
}

function modules(facts: Facts, name: string, family: Family): void {
  for (const [key, module] of Object.entries(family.modules)) {
    const at = `${name} / module ${key}`;
    facts.state(at, true);
    facts.state(`${at} parameters / shape`, module.mutateShape);
    facts.state(`${at} response / shape`, module.shape);
    params(facts, `${at} parameters`, module.params, family);
    answers(facts, `${at} response`, module.response);
    for (const [operation, call] of Object.entries(module.operations))
      state(facts, `${at} operation ${operation}`, call);
  }
}

function state(facts: Facts, at: string, { method, path, status }: Operation): void {
  facts.state(at, `${method} ${path}`);
  facts.state(`${at} / status`, status);
}

function params(facts: Facts, at: string, rows: Params, family: Family, below = ""): void {
  for (const [key, row] of Object.entries(rows)) {
    const path = `${at} ${below}${key}`;
    const isModule = at.endsWith("create") && key in family.modules;
    facts.state(`${path} / type`, isModule || row.fields ? "object" : plainType(row.type));
    facts.state(`${path} / shape`, row.type);
    facts.state(`${path} / enum`, row.enum);
    facts.state(`${path} / required`, row.required);
    facts.state(`${path} / default`, row.default ?? undefined);
    facts.state(`${path} / maxBytes`, row.maxBytes);
    facts.state(`${path} / min`, row.min);
    facts.state(`${path} / max`, row.max);
    facts.state(`${path} / writeOnly`, row.writeOnly);
    facts.state(`${path} / keys`, row.keys);
    if (row.fields) params(facts, at, row.fields, family, `${below}${key}.`);
  }
}

const PLAIN = /^(string|boolean|number|Ref|List<.*>|Map<.*>)$/;

function answers(facts: Facts, at: string, rows: Answers): void {
  for (const [key, row] of Object.entries(rows)) {
    const path = `${at} ${key}`;
    const type = plainType(row.type);
    facts.state(`${path} / type`, PLAIN.test(type) ? type : "object");
    facts.state(`${path} / shape`, row.type);
    facts.state(`${path} / enum`, row.enum);
    facts.state(`${path} / nullable`, row.nullable);
    facts.state(`${path} / once`, row.onceOnly);
  }
}
