import type { ProgramFiles } from "../../test/support/engine";

/** A way to write and start a program. All of them declare the same resources. */
export interface Program {
  readonly files: (description: string) => ProgramFiles;
  /** The entry, `main` in Pulumi.yaml. */
  readonly main: string;
  /** `type` in package.json; `npm init --yes` writes "commonjs". */
  readonly type: "commonjs" | "module";
  /** Development dependencies, in the versions of this repository. */
  readonly tools: readonly string[];
  /** Runs `tsc` before the engine. */
  readonly compiled?: true;
  /** `typescript: false` in Pulumi.yaml: the engine loads no compiler. */
  readonly withoutCompiler?: true;
}

/** What every program declares, and what it is called there. */
export const HOSTPORT = "internal.example.com:443";
export const CIDR = "192.0.2.0/24";

const resources = `const office = new edge.IpPolicy("office", { description });
new edge.IpPolicyRule("berlin", { ipPolicyId: office.id, cidr: "${CIDR}", action: "allow" });
const internal = new edge.TlsEdge("internal", {
  hostports: ["${HOSTPORT}"],
  ipRestriction: { ipPolicyIds: [office.id] },
});
`;

/**
 * Types make it TypeScript, and newer than what the engine's own compiler reads, so that no other than the one that is
 * meant can have run it. The function is what loads the HTTP client into the program itself.
 */
const typescript = (description: string) => `import type { Output } from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

const description = ${JSON.stringify(description)} satisfies edge.IpPolicyArgs["description"];
${resources}
export const edgeId: Output<string> = internal.id;
export const found: Output<string> = edge.getIpPolicyOutput({ id: office.id }).description;
`;

const commonJs = (description: string) => `const edge = require("pulumi-tunnel-edge");

const description = ${JSON.stringify(description)};
${resources}
exports.edgeId = internal.id;
exports.found = edge.getIpPolicyOutput({ id: office.id }).description;
`;

const esModule = (description: string) => `import * as edge from "pulumi-tunnel-edge";

const description = ${JSON.stringify(description)};
${resources}
export const edgeId = internal.id;
export const found = edge.getIpPolicyOutput({ id: office.id }).description;
`;

/** As in docs/getting-started.md. */
const compilerOptions = { target: "es2022", module: "nodenext", strict: true };
const tsconfig = (options: object = {}) =>
  JSON.stringify({ compilerOptions: { ...compilerOptions, ...options } });

const TOOLS = ["typescript", "@types/node"];

export const programs = {
  typescript: {
    files: (description) => ({ "index.ts": typescript(description), "tsconfig.json": tsconfig() }),
    main: "index.ts",
    type: "commonjs",
    tools: TOOLS,
  },
  typescriptModule: {
    files: (description) => ({ "index.ts": typescript(description), "tsconfig.json": tsconfig() }),
    main: "index.ts",
    type: "module",
    tools: TOOLS,
  },
  stripped: {
    files: (description) => ({ "index.ts": typescript(description) }),
    main: "index.ts",
    type: "module",
    tools: [],
    withoutCompiler: true,
  },
  compiled: {
    files: (description) => ({
      "index.ts": typescript(description),
      "tsconfig.json": tsconfig({ rootDir: ".", outDir: "dist" }),
    }),
    main: "dist/index.js",
    type: "commonjs",
    tools: TOOLS,
    compiled: true,
  },
  commonJs: {
    files: (description) => ({ "index.js": commonJs(description) }),
    main: "index.js",
    type: "commonjs",
    tools: [],
  },
  esModule: {
    files: (description) => ({ "index.js": esModule(description) }),
    main: "index.js",
    type: "module",
    tools: [],
  },
} satisfies Record<string, Program>;
