import { looksSecret } from "../../provider/inspect";
import { checkPolicy } from "../../traffic-policy";
import { camelCase, kebabCase } from "../common";
import { type Code, comment, formatCode, raw, stringLiteral, textLiteral, valueCode } from "../export/code";
import type { Destination } from "../export/folder";
import { nameObjects, UniqueTexts } from "../export/names";
import { projectFiles } from "../export/program";
import { configurationKey, type ProgramSecret, secretsFile } from "../export/secrets";
import { targetFor } from "../export/target";
import type { MigratedEndpoint, Migration } from "./convert";
import { PLACEHOLDER, type Policy, PolicySecret, resolveSecrets, secretsIn } from "./policy";
import { StackSecrets } from "./stack-secrets";

export type MigratedProgram = ReturnType<typeof generateProgram>;

interface ProgramOptions extends Pick<Destination, "project" | "dependency"> {
  /** Includes header values, except those that look secret. */
  readonly showValues?: boolean;
  /** Values that the stack's program declares secret; the new program also reads them from the configuration. */
  readonly stackSecrets?: StackSecrets;
}

/** Generates the program. Deterministic for the same migration. */
export function generateProgram(migration: Migration, options: ProgramOptions) {
  const { stackSecrets = new StackSecrets() } = options;
  const endpoints = stackSecrets.withholdFrom(migration.endpoints);
  const secrets = secretsOf(endpoints, options.showValues === true);
  const names = {
    resources: new UniqueTexts(),
    variables: new UniqueTexts(["edge", "pulumi", "secrets"]),
  };
  const declarations = [...Map.groupBy(endpoints, ({ edge }) => edge).values()].flatMap((replacements) =>
    declareEndpoints(replacements, secrets, names),
  );
  const imports = [
    `import * as edge from "pulumi-tunnel-edge";\n`,
    ...(secrets.size > 0 ? [`import * as secrets from "./secrets";\n`] : []),
  ];
  const files: Record<string, string> = {
    ...projectFiles(options, targetFor(false)),
    "index.ts": `${imports.join("")}\n${declarations.join("\n")}`,
    ...(secrets.size > 0 ? { "secrets.ts": secretsFile([...secrets.values()]) } : {}),
  };
  return { project: options.project, files, secrets: [...secrets.values()] };
}

/** Declares the endpoints of an edge. Hostports with equal policies share a constant. */
function declareEndpoints(
  endpoints: readonly MigratedEndpoint[],
  secrets: Secrets,
  names: Readonly<Record<"resources" | "variables", UniqueTexts>>,
): string[] {
  /** The constant of each policy. */
  const variableByCode = new Map<string, string>();
  return endpoints.flatMap(({ url, hostport, policy, notes, edge }) => {
    const { family, id } = edge.object;
    const code = formatCode(toCode(policy, secrets));
    const existing = variableByCode.get(code);
    const host = slug(hostport.replace(/:443$/, ""));
    const words = camelCase(`${host} policy`);
    const variable = existing ?? names.variables.add(/^\d/.test(words) ? `policy${words}` : words);
    variableByCode.set(code, variable);
    const entries: [string, Code][] = [
      ["url", raw(stringLiteral(url))],
      ["trafficPolicy", raw(variable)],
      ...Object.entries(notes).map(([key, note]): [string, Code] => [key, toCode(note, secrets)]),
    ];
    const start = `new edge.Endpoint(${stringLiteral(names.resources.add(host, "-"))}, `;
    const endpoint = `${start}${formatCode({ kind: "object", entries }, "", start.length)});\n`;
    const heading = comment(`Replaces the ${family.name} ${id}.`);
    const constant = `${heading}const ${variable}: ${typeOf(policy)} = ${code};\n`;
    return existing === undefined ? [constant, endpoint] : [endpoint];
  });
}

const slug = (hostport: string) =>
  kebabCase(hostport.replace("*", "any").replace(/[^A-Za-z0-9]+/g, " ")).slice(0, 60) || "endpoint";

/** Returns the type of a policy's constant: an untyped record for policies that the package's types don't cover. */
function typeOf(policy: Policy): string {
  const isTyped = checkPolicy(resolveSecrets(policy, () => PLACEHOLDER)).length === 0;
  return isTyped ? "edge.TrafficPolicy" : "Record<string, any>";
}

const toCode = (value: unknown, secrets: Secrets): Code =>
  valueCode(value, (leaf) => {
    if (typeof leaf === "string") return raw(textLiteral(leaf));
    if (!(leaf instanceof PolicySecret)) return undefined;
    const secret = secrets.get(sourceOf(leaf));
    return raw(secret ? `secrets.${secret.key}` : textLiteral(leaf.value ?? ""));
  });

/** The secrets of a program by their source, which may be used several times. */
type Secrets = ReadonlyMap<string, ProgramSecret>;

const sourceOf = ({ object, path }: PolicySecret) => JSON.stringify([object.id, path]);

function secretsOf(endpoints: readonly MigratedEndpoint[], showValues: boolean): Secrets {
  const withheldSecrets = endpoints
    .flatMap(({ policy, notes }) => secretsIn([policy, notes]))
    .filter((secret) => !isShown(secret, showValues));
  // Names of routes contain those of their edges.
  const edges = endpoints.flatMap(({ edge }) => [edge.object, ...edge.routes]);
  const objects = [...new Set([...edges, ...withheldSecrets.map(({ object }) => object)])];
  const namedObjects = nameObjects(objects);
  const keys = new UniqueTexts(["config", "pulumi"]);
  const secrets = new Map<string, ProgramSecret>();
  for (const secret of withheldSecrets) {
    const { path, value } = secret;
    const object = namedObjects[objects.indexOf(secret.object)];
    if (!object || secrets.has(sourceOf(secret))) continue;
    const knowledge = value === undefined ? "needed" : "returned";
    const key = configurationKey(object, path, keys);
    secrets.set(sourceOf(secret), { kind: "secret", path, knowledge, object, key, value });
  }
  return secrets;
}

/** True for values that the program contains: uses of vault secrets, and with `showValues` header values that look harmless. */
const isShown = ({ certainty, value }: PolicySecret, showValues: boolean): boolean =>
  value !== undefined &&
  (/^\$\{secrets\.get\([^}]*\)\}$/.test(value) ||
    (certainty === "guessed" && showValues && !looksSecret(value)));
