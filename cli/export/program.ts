import {
  type AccountObject,
  type DescribedObject,
  describeInputs,
  refusalsOf,
  withDocuments,
} from "../../provider/inspect";
import { sdkRange } from "../../provider/manifest";
import { kebabCase } from "../common";
import { type Code, comment, laidOut, quoted, raw } from "./code";
import type { Declaration, NamedObject } from "./declaration";
import { documentOf, expression } from "./expressions";
import { type Plan, type PlannedFile, plan } from "./graph";
import { reservationsIn } from "./hosts";
import { valuesPulumiLoses } from "./lost-values";
import { namesOf, UniqueTexts } from "./names";
import { type ProgramSecret, secretsFile, secretsIn, secretsOf, shownPath } from "./secrets";
import { type Target, targetFor } from "./target";
import { withheldUses } from "./vault-secrets";

/** A program that declares the objects of an account. */
export interface Program {
  /** Name of the Pulumi project. */
  readonly project: string;
  /** The provider that its classes are of. */
  readonly target: Target;
  /** File contents by file name, relative to the program's folder. */
  readonly files: Readonly<Record<string, string>>;
  readonly objects: readonly NamedObject[];
  readonly secrets: readonly ProgramSecret[];
  /** Objects that no program can declare. */
  readonly refused: readonly Refused[];
}

/** An object that the program leaves out. */
export interface Refused {
  readonly object: AccountObject;
  /** Each with its place, such as `labels["__proto__"]: is a key that the engine's SDK loses`. */
  readonly reasons: readonly string[];
}

export interface ProgramOptions {
  /** Name of the Pulumi project. */
  readonly project: string;
  /** The program is for the native provider. */
  readonly native?: boolean;
  /** The dependency on this package: a range of versions, or a file. */
  readonly dependency: string | undefined;
  /** What only may be a secret, by its place, becomes part of the program. */
  readonly showValues?: boolean;
}

/** Writes the program of an account. The same objects give the same files. */
export function programOf(objects: readonly AccountObject[], options: ProgramOptions): Program {
  const target = targetFor(options.native === true);
  const described = objects.map(readable).map((object) => ({ object, inputs: inputsOf(object, options) }));
  const refused = described.flatMap(({ object, inputs }) => {
    const reasons = reasonsAgainst(object, inputs);
    return reasons.length > 0 ? [{ object, reasons }] : [];
  });
  const isRefused = new Set(refused.map(({ object }) => object));
  const kept = described.filter(({ object }) => !isRefused.has(object));
  const names = namesOf(kept.map(({ object }) => object));
  const declarations = kept.map(({ object, inputs }) => ({
    object: { ...object, ...(names.get(object) ?? { resource: "", variable: "" }) },
    inputs,
  }));
  const layout = plan(declarations);
  const taken = new UniqueTexts(["config", "pulumi", "optionalSecret"]);
  const secrets = layout.files.flatMap((file) =>
    file.declarations.flatMap(({ object, inputs }) => secretsOf(object, inputs, taken)),
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
        .map((path) => `import ${quoted(path)};\n`)
        .join(""),
    },
    objects: named,
    secrets,
    refused,
  };
}

/** An object whose policies are objects where that says the same. */
const readable = (object: AccountObject): AccountObject => ({
  ...object,
  inputs: withDocuments(object.family.inputs, object.inputs, documentOf),
});

const inputsOf = ({ family, inputs }: AccountObject, { showValues }: ProgramOptions): DescribedObject =>
  describeInputs(family.inputs, inputs, { rules: family.rules, showValues, inParts: true });

/** Why no program can declare an object: what the engine loses of it, and what this package would reject. */
function reasonsAgainst({ family, id, inputs }: AccountObject, described: DescribedObject): string[] {
  const lost = valuesPulumiLoses(described, inputs);
  if (lost.length > 0) return lost.map(({ path, why }) => `${shownPath(path)}: ${why}`);
  const withheld = secretsIn(described).flatMap(({ knowledge, path }) =>
    knowledge === "needed" ? [path] : [],
  );
  return refusalsOf(family, id, inputs, withheld).map(({ path, reason }) => `${path}: ${reason}`);
}

/** One file per family; families that share one get a name from what they have in common. */
function fileNames(files: readonly PlannedFile[]): Map<PlannedFile, string> {
  const names = new Map<PlannedFile, string>();
  for (const file of files) {
    const plurals = file.families.map(({ plural }) => kebabCase(plural));
    const [lastWord, ...others] = new Set(plurals.map((plural) => plural.slice(plural.lastIndexOf("-") + 1)));
    const [only] = plurals;
    const preferred =
      only && plurals.length === 1 ? only : lastWord && others.length === 0 ? lastWord : "mixed";
    const taken = [...names.values(), "secrets", "adoption", "index"];
    let name = preferred;
    for (let n = 2; taken.includes(name); n += 1) name = `${preferred}-${n}`;
    names.set(file, name);
  }
  return names;
}

/** Service-assigned names that a comment repeats, and their maximum length. */
const MOST_UNKNOWN_KEYS = 10;
const LONGEST_NAME = 60;

const shortened = (name: string) =>
  name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;

class Writer {
  /** Variables that other objects use, so that they are declared as constants; with the files that use them. */
  private readonly uses = new Map<NamedObject, Set<PlannedFile>>();
  private readonly secrets: ReadonlyMap<NamedObject, readonly ProgramSecret[]>;
  private readonly filesWithEngine = new Set<PlannedFile>();
  private readonly filesWithSecrets = new Set<PlannedFile>();

  constructor(
    private readonly layout: Plan,
    secrets: readonly ProgramSecret[],
    private readonly paths: ReadonlyMap<PlannedFile, string>,
    private readonly target: Target,
  ) {
    this.secrets = Map.groupBy(secrets, ({ object }) => object);
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
    const lines = [`import * as edge from ${quoted(this.target.module)};`];
    if (this.filesWithEngine.has(file)) lines.unshift(`import * as pulumi from "@pulumi/pulumi";`);
    for (const other of this.layout.files) {
      const used = other.declarations
        .filter(({ object }) => other !== file && this.uses.get(object)?.has(file))
        .map(({ object }) => object.variable)
        .sort();
      if (used.length === 0) continue;
      const oneLine = `import { ${used.join(", ")} } from "./${this.paths.get(other)}";`;
      lines.push(
        oneLine.length <= 100
          ? oneLine
          : `import {\n${used.map((name) => `  ${name},\n`).join("")}} from "./${this.paths.get(other)}";`,
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
    const start = `${constant}new edge.${object.family.name}(${quoted(object.resource)}`;
    const code = this.arguments(declaration, file);
    const given =
      code.kind === "object" && code.entries.length === 0 ? "" : `, ${laidOut(code, "", start.length + 4)}`;
    const after = this.dependencies(declaration, file);
    const dependsOn: Code = { kind: "list", items: after.map(raw) };
    const options: Code = { kind: "object", entries: [["dependsOn", dependsOn]] };
    const rest = after.length > 0 ? `, ${laidOut(options, "", 3)}` : "";
    return `${this.note(object)}${start}${given}${rest});\n`;
  }

  /**
   * The variables of what an object needs and the program does not show: secrets that its policies name which stand in the
   * configuration, and wildcards that cover its hosts.
   */
  private dependencies(declaration: Declaration, file: PlannedFile): string[] {
    const { secretOf, hostOf } = this.layout;
    const covering = reservationsIn(declaration.inputs, hostOf).filter(({ at }) => at === undefined);
    const uses = [...withheldUses(declaration, secretOf), ...covering.map(({ id }) => id)];
    return [...new Set(uses)].flatMap((id) => this.variableOf(declaration.object, id, file) ?? []);
  }

  /** The variable of another object, which a file then imports. */
  private variableOf(from: NamedObject, id: string, file: PlannedFile): string | undefined {
    const other = this.layout.referred(from, id);
    if (other) this.uses.set(other, (this.uses.get(other) ?? new Set()).add(file));
    return other?.variable;
  }

  private note({ unknownKeys }: AccountObject): string {
    if (unknownKeys.length === 0) return "";
    const listedKeys = unknownKeys.slice(0, MOST_UNKNOWN_KEYS).map((name) => quoted(shortened(name)));
    const more = unknownKeys.length - listedKeys.length;
    const all = `${listedKeys.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
    return comment(
      `The service also holds ${all} here, which this version of pulumi-tunnel-edge does not know.`,
    );
  }

  private arguments({ object, inputs }: Declaration, file: PlannedFile): Code {
    const keys = new Map(
      (this.secrets.get(object) ?? []).map(({ path, key }) => [JSON.stringify(path), key]),
    );
    return expression(inputs, {
      variableOf: (id) => this.variableOf(object, id, file),
      secretOf: this.layout.secretOf,
      hostOf: this.layout.hostOf,
      secret: (path) => {
        this.filesWithSecrets.add(file);
        return `secrets.${keys.get(JSON.stringify(path))}`;
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

// Maps, since a resource may be called like what every object has, such as "constructor".
const existing = new Map(
  Object.entries<Record<string, string>>(ids).map(([name, own]) => [name, new Map(Object.entries(own))]),
);

/**
 * Takes the objects of the account over instead of creating new ones. Once \`pulumi up\` has run, this file,
 * adoption-ids.json and their import in index.ts can go: an adopted object stays adopted.
 */
pulumi.runtime.registerStackTransformation(({ type, name, props, opts }) => {
  // Other providers may have classes of the same names.
  const [, className = ""] = type.split(${quoted(typeOf(""))});
  const adoptId = existing.get(className)?.get(name);
  return adoptId === undefined ? undefined : { props: { ...props, adoptId }, opts };
});
`;

/** The files of a project around its program. */
export function projectFiles(
  { project, dependency }: Pick<ProgramOptions, "project" | "dependency">,
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
    "Pulumi.yaml": `name: ${quoted(project)}\nruntime: nodejs\ndescription: A tunnel-and-edge account.\n${target.projectSettings}`,
    "package.json": `${JSON.stringify(manifest, null, 2)}\n`,
    "tsconfig.json": `${JSON.stringify(compiler, null, 2)}\n`,
    ".gitignore": "node_modules/\n.tunnel-edge/\n",
  };
}
