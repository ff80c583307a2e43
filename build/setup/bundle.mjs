import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { dist, filesBelow, root } from "./paths.mjs";

/**
 * Packages bundled into dist/, one file each, because only a small part of them is used. They are development
 * dependencies. A package remains a dependency if its types are part of ours, or if it uses the network, so users get
 * fixes without a new version of this package.
 *
 * @public The nightly audit reads it.
 */
export const BUNDLED = [
  "@dagrejs/dagre",
  "@dagrejs/graphlib",
  "@peculiar/asn1-schema",
  "@peculiar/asn1-x509",
  "re2js",
];

export const vendor = join(dist, "vendor");
export const NOTICES = "THIRD-PARTY-NOTICES";
export const SEPARATOR = `\n\n${"-".repeat(80)}\n\n`;
const CONTENTS = "bundled.json";

const FOR_NODE = { bundle: true, platform: "node", target: "node22", format: "cjs", logLevel: "error" };
/** Options of esbuild for a file that is published instead of its modules. */
export const MINIFIED = { ...FOR_NODE, minify: true, keepNames: true, metafile: true };

const bundleName = (name) => `${name.replace("@", "").replace("/", "-")}.js`;

export async function bundle() {
  // Loaded here, because the setup imports this file before packages are installed.
  const { build } = await import("esbuild");
  rmSync(vendor, { recursive: true, force: true });
  const { metafile } = await build({
    entryPoints: BUNDLED.map((name) => ({ in: name, out: bundleName(name).replace(/\.js$/, "") })),
    outdir: vendor,
    absWorkingDir: root,
    ...MINIFIED,
    mainFields: ["module", "main"],
    plugins: [
      { name: "one file each", setup: ({ onResolve }) => onResolve({ filter: /^[^.]/ }, externalBundle) },
    ],
  });
  const packages = packageFolders(Object.keys(metafile.inputs));
  const versions = Object.fromEntries(packages.map(readManifest).map(({ name, version }) => [name, version]));
  writeFileSync(join(vendor, CONTENTS), `${JSON.stringify(versions, undefined, 2)}\n`);
  writeFileSync(join(vendor, NOTICES), licenseNotices(packages));
  await bundleProvider(build);
  for (const path of filesBelow(dist).filter((path) => path.endsWith(".js") && dirname(path) !== vendor))
    importBundles(path);
}

/**
 * Replaces the native provider's compiled entry with a bundle of its own code, so it starts faster: Node.js needs
 * as long to load its modules as the first check takes. Packages remain external.
 */
function bundleProvider(build) {
  const entry = join("provider", "engine", "native", "process");
  return build({
    entryPoints: [`${entry}.ts`],
    outfile: join(dist, `${entry}.js`),
    absWorkingDir: root,
    // Bundles the sources, whose modules are merged into one scope.
    tsconfig: join(root, "build/tsconfig.dist.json"),
    ...FOR_NODE,
    packages: "external",
  });
}

/** Keeps imports between bundled packages, so each package is bundled once. */
function externalBundle({ path, kind }) {
  return kind !== "entry-point" && BUNDLED.includes(path)
    ? { path: `./${bundleName(path)}`, external: true }
    : undefined;
}

function importBundles(path) {
  const text = readFileSync(path, "utf8");
  const folder = relative(dirname(path), vendor).replaceAll("\\", "/");
  const changed = text.replace(/\brequire\("([^".][^"]*)"\)/g, (call, name) =>
    BUNDLED.includes(name) ? `require("${folder}/${bundleName(name)}")` : call,
  );
  if (changed !== text) writeFileSync(path, changed);
}

export function packageFolders(files) {
  const folders = files.flatMap((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []);
  return [...new Set(folders)].sort();
}

const readManifest = (folder) => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));

/** Returns the licenses of packages, which must be distributed with them. */
export function licenseNotices(folders) {
  const notices = folders.map((folder) => {
    const { name, version, license } = readManifest(folder);
    const texts = readdirSync(join(root, folder)).filter((file) =>
      /^(licen[cs]e|notice|copying)/i.test(file),
    );
    return [
      `${name} ${version} (${license})`,
      ...texts.map((file) => readFileSync(join(root, folder, file), "utf8")),
    ].join("\n\n");
  });
  return notices.join(SEPARATOR);
}
