import { looksSecret } from "../../provider/inspect";
import { checkPolicy } from "../../traffic-policy";
import { camelCase, kebabCase } from "../common";
import { type Code, comment, formatCode, raw, stringLiteral, textLiteral } from "../export/code";
import type { Destination } from "../export/folder";
import { nameObjects, UniqueTexts } from "../export/names";
import { projectFiles } from "../export/program";
import { configurationKey, type ProgramSecret, secretsFile } from "../export/secrets";
import { targetFor } from "../export/target";
import type { MigratedEndpoint, Migration } from "./convert";
import { type Policy, PolicySecret, resolveSecrets, secretsIn } from "./policy";
import { StackSecrets } from "./stack-secrets";

export interface MigratedProgram {
  readonly project: string;
  readonly files: Readonly<Record<string, string>>;
  readonly secrets: readonly ProgramSecret[];
}

export interface ProgramOptions extends Pick<Destination, "project" | "dependency"> {
  /** Includes header values, except those that look secret. */
  readonly showValues?: boolean;
  /** Values that the edges' program declares secret. */
  readonly withheld?: StackSecrets;
}

/** Generates the program. Deterministic for the same migration. */
export function generateProgram(migration: Migration, options: ProgramOptions): MigratedProgram {
  const { withheld = new StackSecrets() } = options;
  const { endpoints } = withheld.apply(migration);
  const secrets = new Secrets(endpoints, options.showValues === true);
  const names = new Names();
  const declared = [...Map.groupBy(endpoints, ({ edge }) => edge)].flatMap(([, replacements]) =>
    declarations(replacements, secrets, names),
  );
  const imports = [
    `import * as edge from "pulumi-tunnel-edge";\n`,
    ...(secrets.all.length > 0 ? [`import * as secrets from "./secrets";\n`] : []),
  ];
  return {
    project: options.project,
    files: {
      ...projectFiles(options, targetFor(false)),
      "index.ts": `${imports.join("")}\n${declared.join("\n")}`,
      ...(secrets.all.length > 0 ? { "secrets.ts": secretsFile(secrets.all) } : {}),
    },
    secrets: secrets.all,
  };
}

class Names {
  readonly resources = new UniqueTexts();
  readonly variables = new UniqueTexts(["edge", "pulumi", "secrets"]);
}

/** Declares the endpoints of an edge. Hostports with equal policies share a constant. */
function declarations(endpoints: readonly MigratedEndpoint[], secrets: Secrets, names: Names): string[] {
  const written = new Map<string, string>();
  return endpoints.flatMap(({ url, hostport, policy, notes, edge }) => {
    const { family, id } = edge.object;
    const code = formatCode(toCode(policy, secrets));
    const existing = written.get(code);
    const host = slug(hostport.replace(/:443$/, ""));
    const words = camelCase(`${host} policy`);
    const variable = existing ?? names.variables.add(/^\d/.test(words) ? `policy${words}` : words);
    written.set(code, variable);
    const endpoint: [string, Code][] = [
      ["url", raw(stringLiteral(url))],
      ["trafficPolicy", raw(variable)],
      ...Object.entries(notes).map(([key, note]): [string, Code] => [key, toCode(note, secrets)]),
    ];
    const start = `new edge.Endpoint(${stringLiteral(names.resources.add(host, "-"))}, `;
    return [
      ...(existing === undefined
        ? [
            `${comment(`Replaces the ${family.name} ${id}.`)}const ${variable}: ${typeOf(policy)} = ${code};\n`,
          ]
        : []),
      `${start}${formatCode({ kind: "object", entries: endpoint }, "", start.length)});\n`,
    ];
  });
}

const slug = (hostport: string) =>
  kebabCase(
    hostport
      .replace("*", "any")
      .replace(/[^A-Za-z0-9]+/g, " ")
      .trim(),
  ).slice(0, 60) || "endpoint";

/** A policy that the types don't cover isn't type-checked. */
function typeOf(policy: Policy): string {
  const isKnown = checkPolicy(resolveSecrets(policy, () => "stand:in")).length === 0;
  return isKnown ? "edge.TrafficPolicy" : "Record<string, any>";
}

function toCode(value: unknown, secrets: Secrets): Code {
  if (value instanceof PolicySecret) return secrets.code(value);
  if (typeof value === "string") return raw(textLiteral(value));
  if (Array.isArray(value)) return { kind: "list", items: value.map((item) => toCode(item, secrets)) };
  if (value !== null && typeof value === "object")
    return {
      kind: "object",
      entries: Object.entries(value).map(([key, item]) => [key, toCode(item, secrets)]),
    };
  return raw(JSON.stringify(value));
}

/** The secrets of a migration. Each has one configuration key, even if it is used several times. */
class Secrets {
  readonly #all = new Map<string, ProgramSecret>();

  constructor(
    endpoints: readonly MigratedEndpoint[],
    private readonly showValues: boolean,
  ) {
    const found = endpoints
      .flatMap(({ policy, notes }) => secretsIn([policy, notes]))
      .filter((secret) => !this.#isShown(secret));
    // Routes are named after their edges.
    const edges = endpoints.flatMap(({ edge }) => [edge.object, ...edge.routes]);
    const names = nameObjects([...new Set([...edges, ...found.map(({ object }) => object)])]);
    const keys = new UniqueTexts(["config", "pulumi", "optionalSecret"]);
    for (const { object, path, value } of found) {
      const id = idOf(object.id, path);
      if (this.#all.has(id)) continue;
      const named = { ...object, ...(names.get(object) ?? { resource: object.id, variable: "" }) };
      const knowledge = value === undefined ? "needed" : "returned";
      const key = configurationKey(named, path, keys);
      this.#all.set(id, { kind: "secret", path, knowledge, object: named, key, value });
    }
  }

  get all(): readonly ProgramSecret[] {
    return [...this.#all.values()];
  }

  code(secret: PolicySecret): Code {
    if (this.#isShown(secret)) return raw(textLiteral(secret.value ?? ""));
    return raw(`secrets.${this.#all.get(idOf(secret.object.id, secret.path))?.key}`);
  }

  #isShown({ isGuess, value }: PolicySecret): boolean {
    return (
      value !== undefined &&
      (/^\$\{secrets\.get\([^}]*\)\}$/.test(value) || (isGuess && this.showValues && !looksSecret(value)))
    );
  }
}

const idOf = (object: string, path: readonly string[]) => JSON.stringify([object, path]);
