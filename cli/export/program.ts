import {
  type AccountObject,
  adoptionFailures,
  type DescribedObject,
  describeInputs,
  withDocuments,
} from "../../provider/inspect";
import { sdkRange } from "../../provider/manifest";
import { kebabCase } from "../common";
import { type Code, comment, formatCode, raw, stringLiteral } from "./code";
import type { Declaration, NamedObject } from "./declaration";
import { documentOf, expression } from "./expressions";
import type { Destination } from "./folder";
import { type Plan, type PlannedFile, plan } from "./graph";
import { findLostValues } from "./lost-values";
import { nameObjects, UniqueTexts } from "./names";
import { displayPath, type ProgramSecret, secretsFile, secretsIn, secretsOf } from "./secrets";
import { type Target, targetFor } from "./target";

export interface Program {
  readonly project: string;
  readonly target: Target;
  /** File contents by file name, relative to the program's folder. */
  readonly files: Readonly<Record<string, string>>;
  readonly objects: readonly NamedObject[];
  readonly secrets: readonly ProgramSecret[];
  readonly refused: readonly Refused[];
}

export interface Refused {
  readonly object: AccountObject;
  /** One reason per property, such as `labels["__proto__"]: is a key that the engine's SDK loses`. */
  readonly reasons: readonly string[];
}

export interface ProgramOptions extends Pick<Destination, "project" | "dependency"> {
  readonly native?: boolean;
  /** Includes values that are considered secret only because of where they are. */
  readonly showValues?: boolean;
}

/** Generates the program of an account. Deterministic for the same objects. */
export function generateProgram(objects: readonly AccountObject[], options: ProgramOptions): Program {
  const target = targetFor(options.native === true);
  const described = objects
    .map(withReadablePolicies)
    .map((object) => ({ object, inputs: inputsOf(object, options) }));
  const refused = described.flatMap(({ object, inputs }) => {
    const reasons = refusalReasons(object, inputs);
    return reasons.length > 0 ? [{ object, reasons }] : [];
  });
  const isRefused = new Set(refused.map(({ object }) => object));
  const kept = described.filter(({ object }) => !isRefused.has(object));
  const names = nameObjects(kept.map(({ object }) => object));
  const declarations = kept.map(({ object, inputs }) => ({
    object: { ...object, ...(names.get(object) ?? { resource: "", variable: "" }) },
    inputs,
  }));
  const layout = plan(declarations);
  const uniqueNames = new UniqueTexts(["config", "pulumi", "optionalSecret"]);
  const secrets = layout.files.flatMap((file) =>
    file.declarations.flatMap(({ object, inputs }) => secretsOf(object, inputs, uniqueNames)),
  );
  const paths = fileNames(layout.files);
  const writer = new Writer(layout, secrets, paths, target);
  const sources = layout.files.map((file) => [`${paths.get(file)}.ts`, writer.file(file)] as const);
  const named = declarations.map(({ object }) => object);
  return {
    project: options.project,
    target,
    files: {
      ...projectFiles(options, target),
      ...Object.fromEntries(sources),
      ...(secrets.length > 0 ? { "secrets.ts": secretsFile(secrets) } : {}),
      "adoption.ts": adoption(target),
      // Not adoption.json: a require of ./adoption would find it first.
      "adoption-ids.json": adoptionIds(named),
      "index.ts": ["./adoption", ...layout.files.map((file) => `./${paths.get(file)}`)]
        .map((path) => `import ${stringLiteral(path)};\n`)
        .join(""),
    },
    objects: named,
    secrets,
    refused,
  };
}

/** Parses policies that are equivalent to objects. */
const withReadablePolicies = (object: AccountObject): AccountObject => ({
  ...object,
  inputs: withDocuments(object.family.inputs, object.inputs, documentOf),
});

const inputsOf = ({ family, inputs }: AccountObject, { showValues }: ProgramOptions): DescribedObject =>
  describeInputs(family.inputs, inputs, { rules: family.rules, showValues, inParts: true });

/**
 * The reasons no program can declare an object: values that the engine loses, and errors that this package would
 * report.
 */
function refusalReasons({ family, id, inputs }: AccountObject, described: DescribedObject): string[] {
  const lost = findLostValues(described, inputs);
  if (lost.length > 0) return lost.map(({ path, why }) => `${displayPath(path)}: ${why}`);
  const withheld = secretsIn(described).flatMap(({ knowledge, path }) =>
    knowledge === "needed" ? [path] : [],
  );
  return adoptionFailures(family, id, inputs, withheld).map(({ path, reason }) => `${path}: ${reason}`);
}

/** Names the files: one per family, or after the last word that the families of a file share. */
function fileNames(files: readonly PlannedFile[]): Map<PlannedFile, string> {
  const names = new Map<PlannedFile, string>();
  const uniqueNames = new UniqueTexts(["secrets", "adoption", "index"]);
  for (const file of files) {
    const plurals = file.families.map(({ plural }) => kebabCase(plural));
    const [lastWord, ...others] = new Set(plurals.map((plural) => plural.slice(plural.lastIndexOf("-") + 1)));
    const [only] = plurals;
    const preferred =
      only && plurals.length === 1 ? only : lastWord && others.length === 0 ? lastWord : "mixed";
    names.set(file, uniqueNames.add(preferred, "-"));
  }
  return names;
}

/** Limits for the service-assigned names in a comment: their number, and the length of each. */
const MAX_UNKNOWN_KEYS = 10;
const MAX_NAME_LENGTH = 60;

const truncateName = (name: string) =>
  name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH - 1)}…` : name;

/** Variables are unique in a program. */
const secretId = ({ variable }: NamedObject, path: readonly string[]) => JSON.stringify([variable, path]);

class Writer {
  /** Objects that others refer to, which therefore need a constant, with the files that use them. */
  private readonly uses = new Map<NamedObject, Set<PlannedFile>>();
  /** Names of the constants in secrets.ts. */
  private readonly secretKeys: ReadonlyMap<string, string>;
  private readonly filesWithEngine = new Set<PlannedFile>();
  private readonly filesWithSecrets = new Set<PlannedFile>();

  constructor(
    private readonly layout: Plan,
    secrets: readonly ProgramSecret[],
    private readonly paths: ReadonlyMap<PlannedFile, string>,
    private readonly target: Target,
  ) {
    this.secretKeys = new Map(secrets.map(({ object, path, key }) => [secretId(object, path), key]));
    for (const file of layout.files)
      for (const declaration of file.declarations) {
        this.arguments(declaration, file);
        this.dependencies(declaration, file);
      }
  }

  file(file: PlannedFile): string {
    const declared = file.declarations.map((declaration) => this.declaration(declaration, file));
    return `${this.imports(file)}\n${declared.join("\n")}`;
  }

  private imports(file: PlannedFile): string {
    const lines = [`import * as edge from ${stringLiteral(this.target.module)};`];
    if (this.filesWithEngine.has(file)) lines.unshift(`import * as pulumi from "@pulumi/pulumi";`);
    for (const other of this.layout.files) {
      const variables = other.declarations
        .filter(({ object }) => other !== file && this.uses.get(object)?.has(file))
        .map(({ object }) => object.variable)
        .sort();
      if (variables.length === 0) continue;
      const oneLine = `import { ${variables.join(", ")} } from "./${this.paths.get(other)}";`;
      lines.push(
        oneLine.length <= 100
          ? oneLine
          : `import {\n${variables.map((name) => `  ${name},\n`).join("")}} from "./${this.paths.get(other)}";`,
      );
    }
    if (this.filesWithSecrets.has(file)) lines.push(`import * as secrets from "./secrets";`);
    return `${lines.join("\n")}\n`;
  }

  private declaration(declaration: Declaration, file: PlannedFile): string {
    const { object } = declaration;
    const users = this.uses.get(object);
    const isShared = [...(users ?? [])].some((user) => user !== file);
    const constant = users ? `${isShared ? "export " : ""}const ${object.variable} = ` : "";
    const start = `${constant}new edge.${object.family.name}(${stringLiteral(object.resource)}`;
    const code = this.arguments(declaration, file);
    const argument =
      code.kind === "object" && code.entries.length === 0
        ? ""
        : `, ${formatCode(code, "", start.length + 4)}`;
    const after = this.dependencies(declaration, file);
    const dependsOn: Code = { kind: "list", items: after.map(raw) };
    const options: Code = { kind: "object", entries: [["dependsOn", dependsOn]] };
    const rest = after.length > 0 ? `, ${formatCode(options, "", 3)}` : "";
    return `${this.note(object)}${start}${argument}${rest});\n`;
  }

  /** The variables of objects on which an object depends, although its code doesn't show it. */
  private dependencies(declaration: Declaration, file: PlannedFile): string[] {
    const ids = new Set(this.layout.hiddenDependencies(declaration));
    return [...ids].flatMap((id) => this.variableOf(declaration.object, id, file) ?? []);
  }

  /** Returns the variable of another object and records that the file imports it. */
  private variableOf(from: NamedObject, id: string, file: PlannedFile): string | undefined {
    const other = this.layout.referred(from, id);
    if (other) this.uses.set(other, (this.uses.get(other) ?? new Set()).add(file));
    return other?.variable;
  }

  private note({ unknownKeys }: AccountObject): string {
    if (unknownKeys.length === 0) return "";
    const listedKeys = unknownKeys
      .slice(0, MAX_UNKNOWN_KEYS)
      .map((name) => stringLiteral(truncateName(name)));
    const more = unknownKeys.length - listedKeys.length;
    const all = `${listedKeys.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
    return comment(
      `The service also holds ${all} here, which this version of pulumi-tunnel-edge does not know.`,
    );
  }

  private arguments({ object, inputs }: Declaration, file: PlannedFile): Code {
    return expression(inputs, {
      variableOf: (id) => this.variableOf(object, id, file),
      secretOf: this.layout.secretOf,
      hostOf: this.layout.hostOf,
      secret: (path) => {
        this.filesWithSecrets.add(file);
        return `secrets.${this.secretKeys.get(secretId(object, path))}`;
      },
      usesEngine: () => this.filesWithEngine.add(file),
    });
  }
}

function adoptionIds(objects: Program["objects"]): string {
  const ids = [...Map.groupBy(objects, ({ family }) => family.name)].map(
    ([className, own]) =>
      [className, Object.fromEntries(own.map(({ resource, id }) => [resource, id]))] as const,
  );
  return `${JSON.stringify(Object.fromEntries(ids), null, 2)}\n`;
}

const adoption = ({ typeOf }: Target) => `import * as pulumi from "@pulumi/pulumi";
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
