import { isServed } from "./emulator.mjs";

const dynamicType = "pulumi-nodejs:dynamic/tunnel-edge:";

export async function listResources(pulumi) {
  const { deployment } = JSON.parse(await pulumi.capture("stack", "export"));
  return (deployment.resources ?? [])
    .filter(({ type }) => type.startsWith(dynamicType))
    .map(({ type, urn, id, outputs }) => ({
      className: type.slice(dynamicType.length),
      name: urn.slice(urn.lastIndexOf("::") + 2),
      id,
      path: URL.canParse(outputs?.uri) ? new URL(outputs.uri).pathname : undefined,
    }));
}

/** Returns how many of the resources the emulator serves. Those without a path don't count. */
export async function countPresent(url, token, resources) {
  const paths = resources.flatMap(({ path }) => path ?? []);
  const results = await Promise.all(paths.map((path) => isServed(url, path, token)));
  return results.filter(Boolean).length;
}

export function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column])).join("  ")}`.trimEnd())
    .join("\n");
}
