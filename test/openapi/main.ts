// npx tsx test/openapi/main.ts: holds provider, emulator and transcription against the service's own OpenAPI document.
// npx tsx test/openapi/main.ts rows /vaults: prints what the document states of a collection, as rows of the transcription.
import { readFileSync } from "node:fs";
import { compareWith, type Side } from ".";
import { type OpenApiDocument, openApiDocument } from "./document";
import { statedRows } from "./rows";

async function showComparison(document: OpenApiDocument): Promise<void> {
  const { operations, sides, unneeded } = await compareWith(document);
  const lines = [
    `${operations.total} operations: ${operations.served} served, ${operations.leftOut.length} left out`,
    ...groups(operations.leftOut),
    ...sides.flatMap(told),
  ];
  const unexplained = sides.flatMap(({ name, differences }) =>
    differences.filter(({ reason }) => !reason).map((one) => ({ ...one, name })),
  );
  for (const call of operations.unknown) lines.push(`NOT SERVED, AND NOBODY SAYS WHY: ${call}`);
  for (const { name, path, document, ours } of unexplained)
    lines.push(`NOT EXPLAINED: ${path}: document ${document ?? "nothing"}, ${name} ${ours ?? "nothing"}`);
  for (const { paths } of unneeded) lines.push(`EXPLAINED, BUT NO DIFFERENCE: ${paths.source}`);
  process.stdout.write(`${lines.join("\n")}\n`);
  if (operations.unknown.length + unexplained.length + unneeded.length > 0) process.exitCode = 1;
}

function told({ name, agreeing, differences }: Side): string[] {
  const explained = differences.filter(({ reason }) => reason !== undefined);
  return [
    `${name}: ${agreeing.length} facts agree, ${explained.length} differ for a reason`,
    ...groups(explained),
  ];
}

/** What differs for the same reason, in one line each. */
function groups(rows: readonly { readonly path: string; readonly reason?: string | undefined }[]): string[] {
  const reasons = [...Map.groupBy(rows, ({ reason }) => reason ?? "")];
  return reasons.map(
    ([reason, same]) => `  ${reason} (${same.length}):\n${same.map(({ path }) => `    ${path}`).join("\n")}`,
  );
}

function main(file: string | undefined, [command, collection]: readonly string[]): void {
  const isRows = command === "rows" && collection !== undefined;
  if (!file || (command !== undefined && !isRows)) {
    const why = file
      ? "give rows and the path of a collection, such as /vaults, or nothing to compare everything"
      : "TUNNEL_EDGE_OPENAPI must name the service's OpenAPI document, a JSON file";
    process.stderr.write(`${why}\n`);
    process.exitCode = 2;
    return;
  }
  const document = openApiDocument.parse(JSON.parse(readFileSync(file, "utf8")));
  if (!isRows) {
    void showComparison(document);
    return;
  }
  try {
    process.stdout.write(`${JSON.stringify(statedRows(document, collection), null, 2)}\n`);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}

main(process.env.TUNNEL_EDGE_OPENAPI, process.argv.slice(2));
