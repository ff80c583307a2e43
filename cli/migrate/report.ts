import { pluralize } from "../../access";
import { listSection, markdownCode, markdownTable, markdownText, plainText } from "../common";
import { installStep } from "../export/dependency";
import type { ProgramFlags } from "../export/folder";
import { secretHint, secretsToSet } from "../export/secrets";
import type { AgentMove } from "./backends";
import type { Migration } from "./convert";
import type { Gap } from "./gaps";
import type { MigratedProgram } from "./program";
import { type ClientsOfUrl, isProven, type Proof } from "./proof";

export interface MigrateFlags extends ProgramFlags {
  readonly managed?: true;
}

interface Outcome {
  readonly flags: MigrateFlags;
  readonly migration: Migration;
  readonly program: MigratedProgram;
  readonly proof: Proof;
}

/** Maximum number of clients that a report lists for each verdict. */
const MAX_LISTED = 20;

export function toJson({ flags, migration, program, proof }: Outcome) {
  return {
    folder: flags.out,
    project: program.project,
    files: [...Object.keys(program.files), "MIGRATION.md"].sort(),
    endpoints: migration.endpoints.map(({ url, hostport, edge }) => ({
      url,
      hostport,
      class: edge.object.family.name,
      edge: edge.object.id,
    })),
    gaps: migration.gaps,
    agents: migration.agents.map(({ url, labels, backends }) => ({
      url,
      labels,
      backends: backends.map(({ id }) => id),
    })),
    between: migration.wildcardCovers,
    secrets: program.secrets.map(({ key, object, path, value }) => ({
      key: `${program.project}:${key}`,
      class: object.family.name,
      id: object.id,
      property: path.join("."),
      returned: value !== undefined,
    })),
    proof: {
      proven: isProven(proof),
      compared: proof.compared,
      ...Object.fromEntries(
        (["opened", "undecided", "throughUnchanged", "losesAccess"] as const).flatMap((verdict) => [
          [verdict, proof[verdict].slice(0, MAX_LISTED)],
          [`${verdict}Count`, proof[verdict].length],
        ]),
      ),
    },
  };
}

const gapText = ({ effect, class: name, id, property, why, todo }: Gap): string =>
  `${effect}: ${name} ${id}${property === "" ? "" : ` ${property}`}: ${why}. To do: ${todo}.`;

const labelsText = ({ labels }: AgentMove): string =>
  Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(", ");

function proofText(proof: Proof): string {
  const { compared, opened, undecided, throughUnchanged } = proof;
  const compares = `The review compared ${pluralize(compared, "address", "addresses")}`;
  if (isProven(proof)) return `proven: nobody gains access. ${compares}`;
  const counts = [
    [opened.length === 1 ? "gains access" : "gain access", opened],
    ["may gain access", undecided],
    ["may gain access through endpoints that stay unchanged", throughUnchanged],
  ] as const;
  const groups = counts.flatMap(([verdict, { length }]) =>
    length > 0 ? [`${pluralize(length, "client group")} ${verdict}`] : [],
  );
  return `not proven: ${groups.join(", ")}. ${compares}`;
}

function clientTexts({ opened, undecided, throughUnchanged, losesAccess }: Proof): string[] {
  const listClients = (verdict: string, clients: readonly ClientsOfUrl[]) => [
    ...clients.slice(0, MAX_LISTED).map(({ url, who }) => `${verdict} ${url}: ${who}`),
    ...(clients.length > MAX_LISTED ? [`and ${clients.length - MAX_LISTED} more`] : []),
  ];
  return [
    ...listClients("gains access to", opened),
    ...listClients("may gain access to", undecided),
    ...listClients("may gain access through an endpoint that stays unchanged,", throughUnchanged),
    ...listClients("loses access to", losesAccess),
  ];
}

export function renderSummary({ flags, migration, program, proof }: Outcome): string {
  const { endpoints, gaps, agents } = migration;
  const edges = new Set(endpoints.map(({ edge }) => edge));
  const moves = agents.map((move) => `${labelsText(move) || "no labels"} -> ${move.url}`);
  return `${[
    `${flags.out}: ${pluralize(endpoints.length, "endpoint")} for ${pluralize(edges.size, "edge")}`,
    ...listSection("without a counterpart:", gaps.filter(({ effect }) => effect !== "open").map(gapText)),
    ...listSection(
      "restrictions that are disabled:",
      gaps.filter(({ effect }) => effect === "open").map(gapText),
    ),
    ...listSection("agents that have to serve a different address:", moves),
    ...secretsToSet(program.secrets, flags.secrets),
    "",
    plainText(proofText(proof)),
    ...clientTexts(proof).map((text) => `  ${plainText(text)}`),
    "",
    `next: the steps in ${flags.out}/MIGRATION.md`,
  ].join("\n")}\n`;
}

const gapTable = (gaps: readonly Gap[]): readonly string[] =>
  gaps.length === 0
    ? ["Nothing."]
    : markdownTable(
        ["effect", "object", "property", "why", "what to do"],
        gaps.map(({ effect, class: name, id, property, why, todo, serves }) => [
          effect,
          `${markdownCode(`${name} ${id}`)} (${markdownText(serves)})`,
          markdownCode(property),
          markdownText(why),
          markdownText(todo),
        ]),
      );

/** Generates MIGRATION.md: who gains or loses access, what to do, and what has no counterpart. */
export function renderReport({ migration, program, proof }: Outcome): string {
  const { endpoints, gaps, agents, wildcardCovers } = migration;
  const secrets = program.secrets.map(
    (secret) => `- ${markdownCode(secret.key)}: ${markdownText(secretHint(secret))}`,
  );
  return `${[
    "# From edges to endpoints",
    "",
    markdownText(`${proofText(proof)}.`),
    "",
    ...clientTexts(proof).map((text) => `- ${markdownText(text)}`),
    "",
    "## Steps",
    "",
    "1. Start each agent listed below at its new address, and keep its labeled tunnel running.",
    "2. Read every gap, and change the policies in `index.ts` where necessary.",
    `3. Set the secrets: ${markdownCode(installStep(program.files))}, \`pulumi stack init\`, \`pulumi config set --secret <key>\` for each.`,
    "4. For each edge, remove its hostports, then run `pulumi up`: while the edge serves a hostport, the new endpoint cannot be created, or gets only part of the traffic.",
    ...wildcardCovers.map(
      ({ url, by }) =>
        `   - Until the new endpoint exists, requests for ${markdownCode(url)} go to the wildcard of ${markdownText(by.join(", "))}: if it allows clients that the edge denies, make its policy deny these requests first.`,
    ),
    "5. Test each address, then delete the edges, routes, and backends, and stop the labeled tunnels.",
    "",
    "## Endpoints",
    "",
    ...markdownTable(
      ["endpoint", "replaces"],
      endpoints.map(({ url, edge }) => [
        markdownCode(url),
        markdownCode(`${edge.object.family.name} ${edge.object.id}`),
      ]),
    ),
    "",
    "## Agents",
    "",
    ...(agents.length === 0
      ? ["None."]
      : markdownTable(
          ["labels before", "new address"],
          agents.map((move) => [markdownCode(labelsText(move)) || "none", markdownCode(move.url)]),
        )),
    "",
    "## Without a counterpart",
    "",
    ...gapTable(gaps.filter(({ effect }) => effect !== "open")),
    "",
    "## Disabled restrictions",
    "",
    ...gapTable(gaps.filter(({ effect }) => effect === "open")),
    "",
    "## Secrets",
    "",
    ...(secrets.length === 0 ? ["None."] : secrets),
  ].join("\n")}\n`;
}
