import { counted } from "../../access";
import type { Cause, Question } from "../../emulator";
import { markdownCode, markdownText, plainText } from "../common";
import { installStep } from "../export/dependency";
import { secretHint } from "../export/secrets";
import type { AgentMove } from "./backends";
import type { Gap } from "./gaps";
import type { Outcome } from "./outcome";
import { isProven, type OpeningAt, type Proof, type RefusalAt } from "./proof/prove";

/** Openings that a report lists of each kind. */
const MOST_LISTED = 20;

export function asJson({ flags, migration, program, proof }: Outcome) {
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
    between: migration.between,
    secrets: program.secrets.map(({ secret: { key, object, path }, value }) => ({
      key: `${program.project}:${key}`,
      class: object.family.name,
      id: object.id,
      property: path.join("."),
      told: value !== undefined,
    })),
    proof: {
      ...proof,
      proven: isProven(proof),
      opened: proof.opened.slice(0, MOST_LISTED).map(shownOpening),
      undecided: proof.undecided.slice(0, MOST_LISTED).map(shownOpening),
      openedCount: proof.opened.length,
      undecidedCount: proof.undecided.length,
      refused: proof.refused.slice(0, MOST_LISTED).map(({ url, route, by, clients, client }) => ({
        url,
        route,
        by: by ?? null,
        clients,
        client: inWords(client),
      })),
      refusedCount: proof.refused.length,
      model: {
        compared: proof.model.compared,
        opened: proof.model.opened.slice(0, MOST_LISTED),
        undecided: proof.model.undecided.slice(0, MOST_LISTED),
        openedCount: proof.model.opened.length,
        undecidedCount: proof.model.undecided.length,
        beside: proof.model.beside.slice(0, MOST_LISTED),
        besideCount: proof.model.beside.length,
      },
    },
  };
}

const shownOpening = ({ client, reaches, why, url }: OpeningAt) => ({
  url,
  client: inWords(client),
  reaches,
  why,
});

/** A client without headers that may hold a password. */
function inWords({
  method = "GET",
  url,
  ip,
  headers = {},
  identity,
  cert,
  tls_version,
  variables,
}: Question): string {
  const { "user-agent": agent, authorization, ...others } = headers;
  return [
    `${method} ${url} from ${ip}`,
    ...(agent === undefined ? [] : [`as ${String(agent)}`]),
    ...(authorization === undefined ? [] : ["with Authorization"]),
    ...(Object.keys(others).length === 0 ? [] : [`with ${Object.keys(others).join(", ")}`]),
    ...(identity && Object.keys(identity).length > 0 ? [`signed in: ${JSON.stringify(identity)}`] : []),
    ...(cert === undefined ? [] : ["with a client certificate"]),
    ...(tls_version === undefined ? [] : [`over TLS ${tls_version}`]),
    ...(variables && Object.keys(variables).length > 0 ? [JSON.stringify(variables)] : []),
  ].join(", ");
}

const gapText = ({ effect, class: name, id, property, why, todo }: Gap): string =>
  `${effect}: ${name} ${id}${property === "" ? "" : ` ${property}`}: ${why}. To do: ${todo}.`;

function causeText({ at, module, phase, rule, name, action }: Cause): string {
  const place =
    rule === undefined ? module : `${phase}[${rule}]${name === undefined ? "" : ` ${JSON.stringify(name)}`}`;
  return [place ?? at, ...(action === undefined ? [] : [`(${action})`])].join(" ");
}

/** Clients that lose access, by the route that they took. */
const refusalText = ({ url, route, by, clients, client }: RefusalAt): string =>
  `${route} (${url}): ${counted(clients, "client")} of the proof, ${by === undefined ? "which no rule allows" : `refused by ${causeText(by)}`}; for example ${inWords(client)}`;

const agentText = ({ url, labels }: AgentMove): string => {
  const given = Object.entries(labels).map(([key, value]) => `${key}=${value}`);
  return `${given.length === 0 ? "no labels" : given.join(", ")} -> ${url}`;
};

function proofText(proof: Proof): string {
  const { hostports, clients, gotIn, lockedOut, unknown, opened, undecided } = proof;
  const counts = `${clients} clients of ${hostports.length} hostports: ${gotIn} have access before, ${lockedOut} of them lose it, ${unknown} are undecided before and after`;
  if (isProven(proof)) return `proven: nobody gains access. ${counts}`;
  const { beside } = proof.model;
  const aside =
    beside.length > 0 ? `, ${beside.length} more may gain access by endpoints that are not migrated` : "";
  return `not proven: ${opened.length} gain access, ${undecided.length} may gain access${aside}. ${counts}`;
}

/** What the review says, whose model is apart from the emulator. */
const modelText = ({ model: { compared, opened, undecided } }: Proof): string =>
  `compared by the review as well: ${compared} addresses, ${opened.length} openings, ${undecided.length} more under conditions that only the emulator decides`;

const modelOpenings = ({ model }: Proof): string[] =>
  [
    ...model.beside.map(({ url, who }) => `may gain access by ${url}, which stays unchanged: ${who}`),
    ...model.opened.map(({ url, who }) => `gains access to ${url}: ${who}`),
    ...model.undecided.map(({ url, who }) => `the review cannot decide for ${url}: ${who}`),
  ].slice(0, MOST_LISTED);

const isOpen = ({ effect }: Gap): boolean => effect === "open";

/** What the command prints. */
export function summaryOf({ flags, migration, program, proof }: Outcome): string {
  const { endpoints, gaps, agents } = migration;
  const lines = [
    `${flags.out}: ${endpoints.length} endpoints in place of ${new Set(endpoints.map(({ edge }) => edge)).size} edges`,
  ];
  for (const [heading, listed] of [
    ["without a counterpart:", gaps.filter((gap) => !isOpen(gap))],
    ["restrictions that are switched off:", gaps.filter(isOpen)],
  ] as const)
    if (listed.length > 0) lines.push("", heading, ...listed.map((gap) => `  ${plainText(gapText(gap))}`));
  if (agents.length > 0)
    lines.push(
      "",
      "agents that have to serve another address:",
      ...agents.map((move) => `  ${plainText(agentText(move))}`),
    );
  const toSet = program.secrets.filter(({ value }) => flags.secrets === undefined || value === undefined);
  if (toSet.length > 0)
    lines.push(
      "",
      "secrets to set with `pulumi config set --secret <key>`:",
      ...toSet.map(({ secret }) => `  ${secret.key}: ${plainText(secretHint(secret))}`),
    );
  lines.push("", plainText(proofText(proof)));
  for (const [kind, openings] of [
    ["gains access", proof.opened],
    ["may gain access", proof.undecided],
  ] as const)
    for (const opening of openings.slice(0, MOST_LISTED))
      lines.push(
        `  ${kind}: ${plainText(`${inWords(opening.client)} -> ${opening.reaches.join(", ")} ${opening.why.join("; ")}`)}`,
      );
  for (const refusal of proof.refused.slice(0, MOST_LISTED))
    lines.push(`  loses access: ${plainText(refusalText(refusal))}`);
  lines.push(plainText(modelText(proof)), ...modelOpenings(proof).map((one) => `  ${plainText(one)}`));
  lines.push("", `next: the steps in ${flags.out}/MIGRATION.md`);
  return `${lines.join("\n")}\n`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [row(head), row(head.map(() => "---")), ...rows.map(row)];
}

const gapTable = (gaps: readonly Gap[]): readonly string[] =>
  gaps.length === 0
    ? ["Nothing."]
    : table(
        ["effect", "object", "property", "why", "what to do"],
        gaps.map(({ effect, class: name, id, property, why, todo, serves }) => [
          effect,
          `${markdownCode(`${name} ${id}`)} (${markdownText(serves)})`,
          markdownCode(property),
          markdownText(why),
          markdownText(todo),
        ]),
      );

/** MIGRATION.md: what to do, what has no counterpart, and who loses access. */
export function reportOf({ migration, program, proof }: Outcome): string {
  const { endpoints, gaps, agents, between } = migration;
  return `${[
    "# From edges to endpoints",
    "",
    markdownText(`${proofText(proof)}.`),
    "",
    markdownText(`${modelText(proof)}.`),
    "",
    ...modelOpenings(proof).map((one) => `- ${markdownText(one)}`),
    "",
    "## Steps",
    "",
    "1. Start the agents of the table below at their new addresses, beside their tunnels with labels.",
    "2. Read every gap, and change the policies in `index.ts` where you have to.",
    `3. Set the secrets: ${markdownCode(installStep(program.files))}, \`pulumi stack init\`, \`pulumi config set --secret <key>\` for each.`,
    "4. Free the hostports of an edge, then run `pulumi up`: as long as the edge serves a hostport, its endpoint cannot be created, or shares its traffic.",
    ...between.map(
      ({ url, by }) =>
        `   - While nothing serves ${markdownCode(url)}, ${markdownText(by.join(", "))} answers there, by its wildcard: let its policy deny requests for that host first, if it lets in others.`,
    ),
    "5. Test each address, then delete the edges, routes and backends, and stop the tunnels with labels.",
    "",
    "## Endpoints",
    "",
    ...table(
      ["endpoint", "in place of"],
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
      : table(
          ["labels before", "address now"],
          agents.map(({ url, labels }) => [
            markdownCode(
              Object.entries(labels)
                .map(([key, value]) => `${key}=${value}`)
                .join(", "),
            ) || "none",
            markdownCode(url),
          ]),
        )),
    "",
    "## Without a counterpart",
    "",
    ...gapTable(gaps.filter((gap) => !isOpen(gap))),
    "",
    "## Switched off",
    "",
    ...gapTable(gaps.filter(isOpen)),
    "",
    "## Clients that lose access",
    "",
    ...(proof.refused.length === 0
      ? ["None of the proof's clients."]
      : proof.refused.slice(0, MOST_LISTED).map((refusal) => `- ${markdownText(refusalText(refusal))}`)),
    ...(proof.refused.length > MOST_LISTED ? [`- and ${proof.refused.length - MOST_LISTED} more`] : []),
    "",
    "## Secrets",
    "",
    ...(program.secrets.length === 0
      ? ["None."]
      : program.secrets.map(
          ({ secret }) => `- ${markdownCode(secret.key)}: ${markdownText(secretHint(secret))}`,
        )),
  ].join("\n")}\n`;
}
