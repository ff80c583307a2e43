import { kebabCase } from "es-toolkit/string";
import { type AccountObject, describeInputs } from "../../provider/host/inspect";
import { sdkRange } from "../../provider/host/version";
import { type Code, laidOut, quoted } from "./code";
import { expression } from "./expressions";
import { type Declaration, type Plan, type PlannedFile, plan } from "./graph";
import { TYPE_PREFIX } from "./import-file";
import { type Name, namesOf } from "./names";
import { type ProgramSecret, secretsBelow, secretsFile } from "./secrets";

/** A program that declares the objects of an account. */
export interface Program {
  /** Name of the Pulumi project. */
  readonly project: string;
  /** Texts by file name, relative to the program's folder. */
  readonly files: Readonly<Record<string, string>>;
  readonly objects: readonly (AccountObject & { readonly resource: string })[];
  readonly secrets: readonly ProgramSecret[];
}

export interface ProgramOptions {
  /** Name of the Pulumi project. */
  readonly project: string;
  /** Version of this package that the program depends on. */
  readonly version: string;
}

/** Writes the program of an account. The same objects give the same texts. */
export function programOf(objects: readonly AccountObject[], options: ProgramOptions): Program {
  const names = namesOf(objects);
  const nameOf = (id: string) => names.get(id) as Name;
  const declarations = objects.map((object) => ({
    object,
    inputs: describeInputs(object.family.inputs, object.inputs, object.family.rules),
  }));
  const layout = plan(declarations);
  const taken = new Set<string>();
  const secrets = layout.files.flatMap((file) =>
    file.declarations.flatMap(({ object, inputs }) => secretsBelow(object, nameOf(object.id), inputs, taken)),
  );
  const paths = fileNames(layout.files);
  const writer = new Writer(layout, names, secrets, paths);
  const sources = layout.files.map((file) => [`${paths.get(file)}.ts`, writer.file(file)] as const);
  const named = objects.map((object) => ({ ...object, resource: nameOf(object.id).resource }));
  return {
    project: options.project,
    files: {
      ...projectFiles(options),
      ...Object.fromEntries(sources),
      ...(secrets.length > 0 ? { "secrets.ts": secretsFile(secrets) } : {}),
      "adoption.ts": ADOPTION,
      // Not adoption.json: that is what a require of ./adoption would find first.
      "adoption-ids.json": adoptionIds(named),
      "index.ts": ["./adoption", ...layout.files.map((file) => `./${paths.get(file)}`)]
        .map((path) => `import ${quoted(path)};\n`)
        .join(""),
    },
    objects: named,
    secrets,
  };
}

/** A file a family; families that share one are named by what they have in common. */
function fileNames(files: readonly PlannedFile[]): Map<PlannedFile, string> {
  const names = new Map<PlannedFile, string>();
  for (const file of files) {
    const plurals = file.families.map(({ plural }) => kebabCase(plural));
    const [lastWord, ...others] = new Set(plurals.map((plural) => plural.slice(plural.lastIndexOf("-") + 1)));
    const [only] = plurals;
    const wanted = only && plurals.length === 1 ? only : lastWord && others.length === 0 ? lastWord : "mixed";
    const taken = [...names.values(), "secrets", "adoption", "index"];
    let name = wanted;
    for (let n = 2; taken.includes(name); n += 1) name = `${wanted}-${n}`;
    names.set(file, name);
  }
  return names;
}

class Writer {
  /** Variables that other objects use, so that they are declared as constants; with the files they are used in. */
  private readonly uses = new Map<string, Set<PlannedFile>>();
  private readonly filesWithEngine = new Set<PlannedFile>();
  private readonly filesWithSecrets = new Set<PlannedFile>();

  constructor(
    private readonly layout: Plan,
    private readonly names: ReadonlyMap<string, Name>,
    private readonly secrets: readonly ProgramSecret[],
    private readonly paths: ReadonlyMap<PlannedFile, string>,
  ) {
    for (const file of layout.files)
      for (const declaration of file.declarations) this.arguments(declaration, file);
  }

  file(file: PlannedFile): string {
    const declared = file.declarations.map((declaration) => this.declaration(declaration, file));
    return `${this.imports(file)}\n${declared.join("\n")}`;
  }

  private imports(file: PlannedFile): string {
    const lines = [`import * as edge from "pulumi-tunnel-edge";`];
    if (this.filesWithEngine.has(file)) lines.unshift(`import * as pulumi from "@pulumi/pulumi";`);
    for (const other of this.layout.files) {
      const used = other.declarations
        .filter(({ object }) => other !== file && this.uses.get(object.id)?.has(file))
        .map(({ object }) => this.variable(object.id))
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
    const name = this.names.get(object.id) as Name;
    const users = this.uses.get(object.id);
    const isShared = [...(users ?? [])].some((user) => user !== file);
    const constant = users ? `${isShared ? "export " : ""}const ${name.variable} = ` : "";
    const start = `${constant}new edge.${object.family.name}(${quoted(name.resource)}`;
    const code = this.arguments(declaration, file);
    const given =
      code.kind === "object" && code.entries.length === 0 ? "" : `, ${laidOut(code, "", start.length + 4)}`;
    return `${this.note(object)}${start}${given});\n`;
  }

  private note({ strangers }: AccountObject): string {
    if (strangers.length === 0) return "";
    return `// The service also holds ${strangers.join(", ")} here, which this version of pulumi-tunnel-edge does not know.\n`;
  }

  private arguments({ object, inputs }: Declaration, file: PlannedFile): Code {
    const own = new Map(
      this.secrets
        .filter((secret) => secret.object.id === object.id)
        .map(({ path, key }) => [path.join("."), key]),
    );
    return expression(inputs, {
      variableOf: (id) => {
        if (!this.layout.mayRefer(object.id, id)) return undefined;
        this.uses.set(id, (this.uses.get(id) ?? new Set()).add(file));
        return this.variable(id);
      },
      secret: (path) => {
        this.filesWithSecrets.add(file);
        return `secrets.${own.get(path.join("."))}`;
      },
      usesEngine: () => this.filesWithEngine.add(file),
    });
  }

  private variable(id: string): string {
    return (this.names.get(id) as Name).variable;
  }
}

function adoptionIds(objects: Program["objects"]): string {
  const ids: Record<string, Record<string, string>> = {};
  for (const { family, resource, id } of objects) ids[family.name] = { ...ids[family.name], [resource]: id };
  return `${JSON.stringify(ids, null, 2)}\n`;
}

const ADOPTION = `import * as pulumi from "@pulumi/pulumi";
import ids from "./adoption-ids.json";

const existing: Record<string, Record<string, string> | undefined> = ids;

/**
 * Takes the objects of the account over instead of creating new ones. Once \`pulumi up\` has run, this file,
 * adoption-ids.json and their import in index.ts can go: an adopted object stays adopted.
 */
pulumi.runtime.registerStackTransformation(({ type, name, props, opts }) => {
  // Other providers may have classes of the same names.
  const [, className = ""] = type.split(${quoted(TYPE_PREFIX)});
  const adoptId = existing[className]?.[name];
  return adoptId === undefined ? undefined : { props: { ...props, adoptId }, opts };
});
`;

function projectFiles({ project, version }: ProgramOptions): Record<string, string> {
  const manifest = {
    // Package names are stricter than names of projects.
    name: kebabCase(project) || "tunnel-edge",
    private: true,
    main: "index.ts",
    dependencies: { "@pulumi/pulumi": sdkRange, "pulumi-tunnel-edge": `^${version}` },
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
    "Pulumi.yaml": `name: ${quoted(project)}\nruntime: nodejs\ndescription: A tunnel-and-edge account.\n`,
    "package.json": `${JSON.stringify(manifest, null, 2)}\n`,
    "tsconfig.json": `${JSON.stringify(compiler, null, 2)}\n`,
    ".gitignore": "node_modules/\n.tunnel-edge/\n",
  };
}
