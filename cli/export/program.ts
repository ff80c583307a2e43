import { shortList } from "../../access";
import {
  type AccountObject,
  adoptionFailures,
  type DescribedObject,
  describeInputs,
  withDocuments,
} from "../../provider/inspect";
import { sdkRange } from "../../provider/manifest";
import { kebabCase, truncate } from "../common";
import { type Code, comment, formatCode, raw, stringLiteral } from "./code";
import { codeOf, documentOf } from "./expressions";
import type { Destination } from "./folder";
import { type Plan, type PlannedFile, plan } from "./graph";
import { lostValues } from "./lost-values";
import { type NamedObject, nameObjects, UniqueTexts } from "./names";
import { displayPath, secretsFile, secretsIn, secretsOf } from "./secrets";
import { type Target, targetFor } from "./target";

export type Program = ReturnType<typeof generateProgram>;

interface ProgramOptions extends Pick<Destination, "project" | "dependency"> {
  readonly native?: boolean;
  /** Includes possible secrets that don't look like one, such as header values. */
  readonly showValues?: boolean;
}

/** Generates the program of an account. Deterministic for the same objects. */
export function generateProgram(objects: readonly AccountObject[], options: ProgramOptions) {
  const target = targetFor(options.native === true);
  const described = objects.map(withReadablePolicies).map((object) => {
    const inputs = inputsOf(object, options);
    return { object, inputs, reasons: refusalReasons(object, inputs) };
  });
  const refused = described.filter(({ reasons }) => reasons.length > 0);
  const kept = described.filter(({ reasons }) => reasons.length === 0);
  const named = nameObjects(kept.map(({ object }) => object));
  const declarations = named.flatMap((object, n) => (kept[n] ? [{ object, inputs: kept[n].inputs }] : []));
  const layout = plan(declarations);
  const uniqueNames = new UniqueTexts(["config", "pulumi"]);
  const secrets = layout.files.flatMap((file) =>
    file.declarations.flatMap(({ object, inputs }) => secretsOf(object, inputs, uniqueNames)),
  );
  const paths = fileNames(layout.files);
  const keyById = new Map(secrets.map(({ object, path, key }) => [secretId(object, path), key]));
  const drafts = layout.files.map((file, n) => draftFile(file, paths[n] ?? "", layout, keyById));
  const sources = drafts.map((file) => [`${file.path}.ts`, fileText(file, drafts, target)] as const);
  /** Contents by name, relative to the program's folder. */
  const files: Record<string, string> = {
    ...projectFiles(options, target),
    ...Object.fromEntries(sources),
    ...(secrets.length > 0 ? { "secrets.ts": secretsFile(secrets) } : {}),
    "adoption.ts": adoptionFile(target),
    // Not adoption.json: a require of ./adoption would find it first.
    "adoption-ids.json": adoptionIds(named),
    "index.ts": ["adoption", ...paths].map((path) => `import ${stringLiteral(`./${path}`)};\n`).join(""),
  };
  return { project: options.project, target, files, objects: named, secrets, refused };
}

/** Replaces policies in JSON with equivalent objects, which are readable in a program. */
const withReadablePolicies = (object: AccountObject): AccountObject => ({
  ...object,
  inputs: withDocuments(object.family.inputs, object.inputs, documentOf),
});

const inputsOf = ({ family, inputs }: AccountObject, { showValues }: ProgramOptions): DescribedObject =>
  describeInputs(family.inputs, inputs, { rules: family.rules, showValues, inParts: true });

/**
 * Returns why no program can declare an object: the engine would lose a value, or this package would refuse one. One
 * reason per property, such as `labels["__proto__"]: is a key that the engine's SDK loses`.
 */
function refusalReasons({ family, id, inputs }: AccountObject, described: DescribedObject): string[] {
  const lost = lostValues(inputs);
  if (lost.length > 0) return lost.map(({ path, why }) => `${displayPath(path)}: ${why}`);
  const withheldSecrets = secretsIn(described).filter(({ knowledge }) => knowledge === "needed");
  const paths = withheldSecrets.map(({ path }) => path);
  return adoptionFailures(family, id, inputs, paths).map(({ path, reason }) => `${path}: ${reason}`);
}

/** Names a file after its family, after the last word of all its families (`backends`), or `mixed`. */
function fileNames(files: readonly PlannedFile[]): string[] {
  const uniqueNames = new UniqueTexts(["secrets", "adoption", "index"]);
  return files.map(({ families }) => {
    const plurals = families.map(({ plural }) => kebabCase(plural));
    const lastWords = plurals.map((plural) => plural.slice(plural.lastIndexOf("-") + 1));
    const [name, other] = new Set(plurals.length === 1 ? plurals : lastWords);
    return uniqueNames.add(other === undefined ? (name ?? "") : "mixed", "-");
  });
}

/** Identifies a secret in `keyById`. */
const secretId = ({ variable }: NamedObject, path: readonly string[]) => JSON.stringify([variable, path]);

type Draft = ReturnType<typeof draftFile>;

/** Returns the code of a file's declarations, and what it uses. */
function draftFile(file: PlannedFile, path: string, layout: Plan, keyById: ReadonlyMap<string, string>) {
  const referredObjects = new Set<NamedObject>();
  const uses = { usesEngine: false, usesSecrets: false };
  const declarations = file.declarations.map((declaration) => {
    const { object } = declaration;
    const variableOf = (id: string) => {
      const other = layout.resolveReference(object, id);
      if (other) referredObjects.add(other);
      return other?.variable;
    };
    const inputs = codeOf(declaration.inputs, {
      variableOf,
      secretOf: layout.secretOf,
      hostOf: layout.hostOf,
      secret: (secretPath) => {
        uses.usesSecrets = true;
        return `secrets.${keyById.get(secretId(object, secretPath))}`;
      },
      usesEngine: () => {
        uses.usesEngine = true;
      },
    });
    const hidden = new Set(layout.hiddenDependencies(declaration));
    // Variables of the hidden dependencies.
    return { object, inputs, dependsOn: [...hidden].flatMap((id) => variableOf(id) ?? []) };
  });
  return { path, declarations, referredObjects, ...uses };
}

/** Returns the text of a file. Only objects that others refer to are assigned to a constant. */
function fileText(file: Draft, drafts: readonly Draft[], target: Target): string {
  const declared = file.declarations.map(({ object, inputs, dependsOn }) => {
    const users = drafts.filter(({ referredObjects }) => referredObjects.has(object));
    const exported = users.some((user) => user !== file) ? "export " : "";
    const constant = users.length > 0 ? `${exported}const ${object.variable} = ` : "";
    const start = `${constant}new edge.${object.family.name}(${stringLiteral(object.resource)}`;
    const isEmpty = inputs.kind === "object" && inputs.entries.length === 0;
    const argument = isEmpty ? "" : `, ${formatCode(inputs, "", `${start}, );`.length)}`;
    const dependencies: Code = { kind: "list", items: dependsOn.map(raw) };
    const options: Code = { kind: "object", entries: [["dependsOn", dependencies]] };
    const optionsArgument = dependsOn.length > 0 ? `, ${formatCode(options, "", "}, ".length)}` : "";
    return `${unknownKeysNote(object)}${start}${argument}${optionsArgument});\n`;
  });
  return `${importsOf(file, drafts, target)}\n${declared.join("\n")}`;
}

function importsOf(file: Draft, drafts: readonly Draft[], { module }: Target): string {
  const shared = drafts.flatMap((other) => {
    const variables = other.declarations
      .filter(({ object }) => other !== file && file.referredObjects.has(object))
      .map(({ object }) => object.variable)
      .sort();
    if (variables.length === 0) return [];
    const oneLine = `import { ${variables.join(", ")} } from "./${other.path}";`;
    const lines = variables.map((name) => `  ${name},\n`).join("");
    return oneLine.length <= 100 ? oneLine : `import {\n${lines}} from "./${other.path}";`;
  });
  return [
    ...(file.usesEngine ? [`import * as pulumi from "@pulumi/pulumi";`] : []),
    `import * as edge from ${stringLiteral(module)};`,
    ...shared,
    ...(file.usesSecrets ? [`import * as secrets from "./secrets";`] : []),
    "",
  ].join("\n");
}

/** Limits of a comment about properties that this version doesn't know: their number, and the length of each name. */
const MAX_UNKNOWN_KEYS = 10;
const MAX_NAME_LENGTH = 60;

function unknownKeysNote({ unknownKeys }: AccountObject): string {
  if (unknownKeys.length === 0) return "";
  const names = unknownKeys.map((name) => stringLiteral(truncate(name, MAX_NAME_LENGTH)));
  const listed = shortList(names, MAX_UNKNOWN_KEYS);
  return comment(
    `The service also holds ${listed} here, which this version of pulumi-tunnel-edge does not know.`,
  );
}

function adoptionIds(objects: readonly NamedObject[]): string {
  const byClass = Map.groupBy(objects, ({ family }) => family.name);
  const ids = [...byClass].map(([className, members]) => [
    className,
    Object.fromEntries(members.map(({ resource, id }) => [resource, id])),
  ]);
  return `${JSON.stringify(Object.fromEntries(ids), null, 2)}\n`;
}

const adoptionFile = ({ typeOf }: Target) => `import * as pulumi from "@pulumi/pulumi";
import ids from "./adoption-ids.json";

// Maps, because a resource may have the name of an inherited property, such as "constructor".
const existing = new Map(
  Object.entries<Record<string, string>>(ids).map(([name, own]) => [name, new Map(Object.entries(own))]),
);

/**
 * Adopts the objects of the account instead of creating new ones. After \`pulumi up\` has run, you can delete this file,
 * adoption-ids.json, and the import in index.ts: adopted objects stay adopted.
 */
pulumi.runtime.registerStackTransformation(({ type, name, props, opts }) => {
  // Other providers may have classes with the same names.
  const [, className = ""] = type.split(${stringLiteral(typeOf(""))});
  const adoptId = existing.get(className)?.get(name);
  return adoptId === undefined ? undefined : { props: { ...props, adoptId }, opts };
});
`;

export function projectFiles(
  { project, dependency }: Pick<Destination, "project" | "dependency">,
  target: Target,
): Record<string, string> {
  const manifest = {
    // Package names are stricter than project names.
    name: kebabCase(project) || "tunnel-edge",
    private: true,
    main: "index.ts",
    dependencies: { "@pulumi/pulumi": sdkRange, "pulumi-tunnel-edge": dependency },
    devDependencies: { "@types/node": "^24.0.0", typescript: "^6.0.3" },
  };
  const compiler = {
    compilerOptions: {
      target: "es2022",
      module: "nodenext",
      moduleResolution: "nodenext",
      strict: true,
      resolveJsonModule: true,
      esModuleInterop: true,
      skipLibCheck: true,
      noEmit: true,
    },
    include: ["*.ts"],
  };
  return {
    "Pulumi.yaml": `name: ${stringLiteral(project)}\nruntime: nodejs\ndescription: A tunnel-and-edge account.\n${target.projectSettings}`,
    "package.json": `${JSON.stringify(manifest, null, 2)}\n`,
    "tsconfig.json": `${JSON.stringify(compiler, null, 2)}\n`,
    ".gitignore": "node_modules/\n.tunnel-edge/\n",
  };
}
