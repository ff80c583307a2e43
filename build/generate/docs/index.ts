import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { managed } from "../../../provider/families";
import {
  deprecationOf,
  idText,
  lookupsOf,
  type ManagedFamily,
  nameOfKey,
} from "../../../provider/family/family-facts";
import { listText } from "../../../provider/family/resource";
import { isServiceOnly, sourceText } from "../family-texts";
import { readableFamilies } from "../function-text";
import { stemOf } from "../indexes";
import { bullets, code, codeBlock, codes, section, table } from "../markdown";
import { exampleOf } from "../native/examples";
import { assumedTexts } from "./assumed";
import { callsText } from "./calls";
import { inputsText, outputsText, ruleTexts } from "./properties";

const GENERATED = "<!-- Generated from provider/families by `npm run generate`; do not edit. -->\n";

export function docFiles(root: string): Map<string, string> {
  const pages = managed.map(
    (family) => [`docs/resources/${stemOf(family.name)}.md`, pageText(root, family)] as const,
  );
  return new Map([...pages, ["docs/resources/README.md", contentsText()]]);
}

function pageText(root: string, family: ManagedFamily): string {
  const assumed = assumedTexts(family);
  const blocks = [
    `# ${family.name}\n`,
    `${family.summary}\n`,
    `${sourceText(family).replace("docs/assumptions.md", "[assumptions](../assumptions.md)")}\n`,
    insteadText(family),
    deprecatedText(family),
    section("## Example", exampleText(root, family)),
    inputsText(family),
    rulesText(family),
    outputsText(family),
    changesText(family),
    callsText(family),
    lookupText(family),
    section(
      "## Assumed by convention",
      assumed.length === 0
        ? ""
        : `The API reference doesn't cover these; see [assumptions](../assumptions.md).`,
      bullets(assumed),
    ),
  ];
  return `${GENERATED}${blocks.filter((block) => block !== "").join("\n")}`;
}

function rulesText(family: ManagedFamily): string {
  const rules = ruleTexts(family.inputs, family.rules ?? []);
  if (rules.length === 0) return "";
  return section("## Rules", "Checked at preview, before anything is sent:", bullets(rules));
}

/** The site shows consecutive blocks as tabs. */
function exampleText(root: string, family: ManagedFamily): string {
  const path = join("examples", stemOf(family.name), "index.ts");
  if (!existsSync(join(root, path))) throw new Error(`${family.name} has no example: ${path} is missing`);
  const example = exampleOf(family.name);
  if (example === undefined)
    return `From [${path}](../../${path}), a tested program:\n\n${codeBlock("ts", readFileSync(join(root, path), "utf8").trimEnd())}`;
  const dynamic = example.typescript.replace('"pulumi-tunnel-edge/native"', '"pulumi-tunnel-edge"');
  const programs = [
    codeBlock("ts", dynamic),
    codeBlock("python", example.python),
    codeBlock("go", example.go),
    codeBlock("yaml", example.yaml),
  ];
  return `In TypeScript, Python, Go, and YAML. For a tested TypeScript program, see [${path}](../../${path}).\n\n${programs.join("\n\n")}`;
}

const insteadText = (family: ManagedFamily) =>
  family.kind === "module"
    ? `Manage a module either with this class or as ${code(family.insteadOf.input)} of [${family.insteadOf.family}](${stemOf(family.insteadOf.family)}.md), not both.\n`
    : "";

function deprecatedText(family: ManagedFamily): string {
  const deprecation = deprecationOf(family);
  return deprecation === undefined ? "" : `**Deprecated:** ${deprecation}\n`;
}

/** Facts about changes that the tables of inputs and outputs lack. */
function changesText(family: ManagedFamily): string {
  if (family.kind !== "resource") return "";
  const { derive, naturalKey, renewWhen } = family;
  const facts: string[] = [];
  if (derive) facts.push(`Known at preview if ${codes(derive.from)} is: ${codes(derive.outputs)}.`);
  if (naturalKey) {
    const exception = family.sharesName ? ", unless several may share it" : "";
    facts.push(`The service allows only one object for each ${codes(naturalKey)}${exception}.`);
  }
  if (renewWhen) facts.push(renewalText(renewWhen.expiryKey, renewWhen.warning !== undefined));
  if (family.moduleKeys.length > 0)
    facts.push(
      `A module is sent completely when one of its keys changes. A module that the program never declared is left unchanged and listed in ${code("unmanagedModules")}.`,
    );
  return section("## Changes", bullets(facts));
}

const renewalText = (expiryKey: string, isWarning: boolean) =>
  isWarning
    ? `${code("renewBefore")} hours before ${code(expiryKey)} every preview and update warns. Nothing is replaced automatically.`
    : `${code("renewBefore")} hours before ${code(expiryKey)} the next update replaces the object.`;

function lookupText(family: ManagedFamily): string {
  if (family.kind === "command") return "";
  const { name, pathKeys } = family;
  const resource = `${code(`${name}.get(name, "${idText(family)}")`)} is a read-only resource.`;
  const call = (keys: readonly string[]) => code(`{ ${keys.join(", ")} }`);
  if (family.kind === "module")
    return section(
      "## Look up",
      `${code(`get${name}`)} takes ${call(pathKeys)}, and fails if the module isn't set. ${code(`get${name}Output`)} takes outputs. ${resource}`,
    );
  const keys = lookupsOf(family).map((way) => call(way.map(nameOfKey)));
  const list = `list${family.plural}`;
  const parentIds = pathKeys.length > 0 ? `{ ${pathKeys.join(", ")} }` : "";
  return section(
    "## Look up",
    `${code(`get${name}`)} takes ${listText(keys, "disjunction")}, and fails unless exactly one object matches. ${code(`${list}(${parentIds})`)} returns all objects, and ${code(`each${name}(${parentIds})`)} iterates over them page by page. ${code(`get${name}Output`)} and ${code(`${list}Output`)} take outputs. ${resource}`,
  );
}

const SERVICE_ONLY =
  "*Service only* marks families that the compatible service has but the API reference doesn't cover: see [assumptions](../assumptions.md#service-only). Other services may lack them.\n";

function contentsText(): string {
  const kinds = [
    ["Objects of the account", "resource"],
    ["Single modules of edges and routes that are managed elsewhere", "module"],
    ["Commands", "command"],
  ] as const;
  const tables = kinds.map(([heading, kind]) =>
    section(
      `## ${heading}`,
      table(
        ["class", "what it is", "API"],
        managed
          .filter((family) => family.kind === kind)
          .map((family) => [
            `[${family.name}](${stemOf(family.name)}.md)`,
            `${firstSentence(family.summary)}${isServiceOnly(family) ? " *Service only.*" : ""}`,
            family.kind === "command" ? "" : code(family.path),
          ]),
      ),
    ),
  );
  const lookups = readableFamilies.filter((family) => family.kind === "lookup");
  const readOnly = section(
    "## Collections that can only be read",
    bullets(
      lookups.map(
        ({ name, plural, summary, path, serviceOnly }) =>
          `${codes([`get${name}`, `list${plural}`, `each${name}`])} (${code(path)}): ${summary}${serviceOnly ? " *Service only.*" : ""}`,
      ),
    ),
  );
  return `${GENERATED}${["# Classes and functions\n", SERVICE_ONLY, ...tables, readOnly].join("\n")}`;
}

const firstSentence = (text: string) => /^.*?[.](?=\s|$)/.exec(text)?.[0] ?? text;
