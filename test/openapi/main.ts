// npx tsx test/openapi/main.ts: compares provider and transcription with the service's own OpenAPI document.
import { readFileSync } from "node:fs";
import { compareWith, type Side } from ".";
import { type OpenApiDocument, openApiDocument } from "./document";

async function showComparison(document: OpenApiDocument): Promise<void> {
  const { operations, sides, unneeded } = await compareWith(document);
  const lines = [
    `${operations.total} operations: ${operations.served} served, ${operations.leftOut.length} left out`,
    ...groups(operations.leftOut),
    ...sides.flatMap(describeSide),
  ];
  const unexplained = sides.flatMap(({ name, differences }) =>
    differences.filter(({ reason }) => !reason).map((difference) => ({ ...difference, name })),
  );
  for (const call of operations.unknown) lines.push(`NOT SERVED, WITHOUT A REASON: ${call}`);
  for (const { name, path, document, ours } of unexplained)
    lines.push(`NOT EXPLAINED: ${path}: document ${document ?? "nothing"}, ${name} ${ours ?? "nothing"}`);
  for (const { paths } of unneeded) lines.push(`EXPLAINED, BUT NO DIFFERENCE: ${paths.source}`);
  process.stdout.write(`${lines.join("\n")}\n`);
  if (operations.unknown.length + unexplained.length + unneeded.length > 0) process.exitCode = 1;
}

function describeSide({ name, agreeing, differences }: Side): string[] {
  const explained = differences.filter(({ reason }) => reason !== undefined);
  return [
    `${name}: ${agreeing.length} facts agree, ${explained.length} differ for a reason`,
    ...groups(explained),
  ];
}

function groups(rows: readonly { readonly path: string; readonly reason?: string | undefined }[]): string[] {
  const reasons = [...Map.groupBy(rows, ({ reason }) => reason ?? "")];
  return reasons.map(
    ([reason, same]) => `  ${reason} (${same.length}):\n${same.map(({ path }) => `    ${path}`).join("\n")}`,
  );
}

const file = process.env.TUNNEL_EDGE_OPENAPI;
if (file) void showComparison(openApiDocument.parse(JSON.parse(readFileSync(file, "utf8"))));
else {
  process.stderr.write("TUNNEL_EDGE_OPENAPI must be the path of the service's OpenAPI document (JSON)\n");
  process.exitCode = 2;
}
