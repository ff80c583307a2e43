import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseDocument } from "yaml";
import { repositoryUrl } from "../../../provider/manifest/repository";
import { readPage, withRegion } from "../../region";
import { capitalized } from "../family-texts";
import { codeBlock } from "../markdown";

interface Manifest {
  readonly repository?: string | { readonly url: string };
  readonly version: string;
}

const PACKAGE = "pulumi-tunnel-edge";
const TEMPLATE = "examples/templates/typescript";

const commands = (...lines: readonly string[]) => codeBlock("sh", lines.join("\n"));

/** The package is published once package.json has a `repository`, which releases require. */
const isPublished = ({ repository }: Manifest) => repository !== undefined;

const archivePath = ({ version }: Manifest) => `../${PACKAGE}/${PACKAGE}-${version}.tgz`;

const archiveText = (folder: string) =>
  [
    `The package isn't on npm yet. **Install it from its archive, never by name**: a package with this name on npm is a
different one. In a clone of this repository, one command packs the archive and prints its path:`,
    commands("npm run --silent tarball"),
    `Then, in ${folder}:`,
  ].join("\n\n");

function installText(manifest: Manifest): string {
  if (isPublished(manifest)) return commands(`npm install ${PACKAGE}`);
  return [
    archiveText("the folder of your program, with that path"),
    commands(`npm install ${archivePath(manifest)}`),
    "Commit the archive with the program and install it from there, so colleagues and pipelines get the same version.",
  ].join("\n\n");
}

function quickStart(manifest: Manifest): string {
  const home = repositoryUrl(manifest.repository);
  const template = home === undefined ? `../${PACKAGE}/${TEMPLATE}` : `${home}/tree/main/${TEMPLATE}`;
  const steps = commands(
    `pulumi new ${template} --yes --stack dev`,
    ...(isPublished(manifest) ? [] : [`npm install ${archivePath(manifest)}`]),
    "pulumi config set --secret tunnel-edge:apiToken   # asks for the API key",
    "npx --no tunnel-edge doctor                       # checks the tools, the address, and the key",
    "npx --no tunnel-edge review                       # shows who gains or loses access",
    "pulumi up",
  );
  return isPublished(manifest)
    ? `In an empty folder:\n\n${steps}`
    : `${archiveText("an empty folder next to the clone")}\n\n${steps}`;
}

/** Until the package is published, the template must not list it as a dependency. */
function templateFiles(root: string, manifest: Manifest): [string, string][] {
  const read = (name: string) => readFileSync(join(root, TEMPLATE, name), "utf8");
  const program = JSON.parse(read("package.json")) as { dependencies: Record<string, string> };
  const { [PACKAGE]: _before, ...dependencies } = program.dependencies;
  if (isPublished(manifest)) dependencies[PACKAGE] = `^${manifest.version}`;
  const project = parseDocument(read("Pulumi.yaml"));
  const install = isPublished(manifest)
    ? []
    : [
        `Install the package from its archive, which \`npm run tarball\` packs in a clone of its repository:
\`npm install <path of the archive>\`. Don't install it by name: it isn't on npm yet.`,
      ];
  const start =
    "Set the API key with `pulumi config set --secret tunnel-edge:apiToken`, then run `pulumi up`.";
  project.setIn(["template", "quickstart"], `${[...install, start].join("\n")}\n`);
  return [
    [`${TEMPLATE}/package.json`, `${JSON.stringify({ ...program, dependencies }, null, 2)}\n`],
    [`${TEMPLATE}/Pulumi.yaml`, project.toString({ lineWidth: 0 })],
  ];
}

/** Languages of the examples, with the file and the name for code blocks. */
const LANGUAGES = [
  ["TypeScript", "typescript/index.ts", "ts"],
  ["Python", "python/__main__.py", "python"],
  ["Go", "go/main.go", "go"],
  ["YAML", "yaml/Pulumi.yaml", "yaml"],
] as const;

/** Examples on the page, in order. Examples of single classes are on the classes' pages. */
const TASKS = ["guarded-app", "cloud-endpoint", "agent-credential"];

const taskTitle = (task: string) => capitalized(task).replaceAll("-", " ");

function nativeExamples(root: string): string {
  const texts = TASKS.flatMap((name) => [
    `### ${taskTitle(name)}`,
    ...LANGUAGES.map(([language, file, fence]) => {
      const text = readFileSync(join(root, "examples", "native", name, file), "utf8").trimEnd();
      return `#### ${taskTitle(name)} in ${language}\n\n${codeBlock(fence, text)}`;
    }),
  ]);
  return texts.join("\n\n");
}

export function installPages(
  root: string,
  manifest: Manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")),
): [string, string][] {
  const page = (path: string, text: string, before = readPage(path)): [string, string] => [
    path,
    withRegion(before, "install", text),
  ];
  const index = withRegion(readPage("docs/_index.md"), "examples", nativeExamples(root));
  return [
    page("README.md", quickStart(manifest)),
    page("docs/getting-started.md", installText(manifest)),
    page("docs/_index.md", installText(manifest), index),
    ...templateFiles(root, manifest),
  ];
}
