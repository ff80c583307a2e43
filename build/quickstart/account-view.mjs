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

/** Returns the resources that the emulator serves. Those without a path are skipped. */
export async function presentOn(url, token, resources) {
  const existing = await Promise.all(
    resources.map(async (resource) => {
      if (resource.path === undefined) return [];
      const response = await fetch(new URL(resource.path, url), {
        headers: { authorization: `Bearer ${token}` },
      });
      await response.body?.cancel();
      return response.status === 200 ? [resource] : [];
    }),
  );
  return existing.flat();
}

export function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column])).join("  ")}`.trimEnd())
    .join("\n");
}
