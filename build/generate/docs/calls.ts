import type { ManagedFamily } from "../../../provider/family/family-facts";
import type { Part } from "../../../provider/family/field";
import type { ResourceFamily } from "../../../provider/family/resource";
import { bullets, code, codes, section, table } from "../markdown";

/** Only what differs from docs/resources/README.md. */
export function callsText(family: ManagedFamily): string {
  if (family.kind === "command") return commandCalls();
  const filter = family.kind === "resource" && family.filtered ? `; lookups use ${code("filter")}` : "";
  return section(
    "## Calls",
    `[As usual](README.md#calls), at ${code(family.path)}${filter}.`,
    family.kind === "resource" ? bullets(ownCalls(family)) : "",
  );
}

function ownCalls(family: ResourceFamily): string[] {
  const { path, exclusive } = family;
  const item = `${path}/{id}`;
  const parts = Object.entries((family.parts ?? {}) as Readonly<Record<string, Part>>).filter(
    ([, part]) => part.kind !== "module",
  );
  const removed = parts.map(
    ([key, part]) => `${code(`DELETE ${item}/${part.segment}`)} when ${code(key)} is removed`,
  );
  return [
    ...(removed.length > 0
      ? [`An update first sends ${removed.join(", ")}; then the ${code("PATCH")}.`]
      : []),
    ...(exclusive === undefined
      ? []
      : [
          `When one of ${codes(exclusive)} replaces the other, only the ${code("PATCH")} is sent, without a gap; ${code("DELETE")} first only if the service rejects it.`,
        ]),
    ...(family.waitUntilReady
      ? [`After creations and updates: ${code(`GET ${item}`)} until the object is ready.`]
      : []),
  ];
}

function commandCalls(): string {
  return section(
    "## Calls",
    table(
      ["operation", "requests"],
      [
        [
          "create, and update when `triggers` changed",
          `${code("GET /tunnel_sessions/{id}")}, or pages of ${code("GET /tunnel_sessions")} for a ${code("filter")}; ${code("POST /tunnel_sessions/{id}/<command>")}, sent once (a killed run: [reliability](../reliability.md#agent-commands)); then pages of ${code("GET /tunnel_sessions")} until a restarted agent is back`,
        ],
        ["update without a change of `triggers`", "none"],
        ["read, delete", "none"],
      ],
    ),
  );
}
