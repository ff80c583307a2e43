import { lookupsOf, type ManagedFamily } from "../../../provider/family/family-facts";
import type { Part } from "../../../provider/family/field";
import type { ModuleFamily } from "../../../provider/family/module";
import { fixedKeys } from "../../../provider/family/replacement";
import type { ResourceFamily } from "../../../provider/family/resource";
import { code, codes, section, table } from "../markdown";

export function callsText(family: ManagedFamily): string {
  if (family.kind === "command") return commandCalls();
  const rows = family.kind === "resource" ? resourceCalls(family) : moduleCalls(family);
  return section(
    "## Calls",
    "Previews send no requests. Temporary failures are [retried](../reliability.md).",
    table(["operation", "requests"], rows),
  );
}

function resourceCalls(family: ResourceFamily): string[][] {
  const { path } = family;
  const item = `${path}/{id}`;
  const rows = [
    ["create", `${code(`POST ${path}`)}${settleText(family)}`],
    [
      "read (refresh, `get`)",
      `${code(`GET ${item}`)}; concurrent reads share pages of ${code(`GET ${path}`)}`,
    ],
    ["update", `${updateCalls(family, item)}${settleText(family)}`],
    ["replace", replaceText(family)],
    ["delete", `${code(`DELETE ${item}`)}; 404 counts as done`],
  ];
  const filter = family.filtered ? `, with ${code("filter")} if the service supports it for the key` : "";
  if (lookupsOf(family).length > 1) rows.push(["lookup by key", `pages of ${code(`GET ${path}`)}${filter}`]);
  return rows;
}

function updateCalls({ update, parts = {}, moduleKeys, exclusive }: ResourceFamily, item: string): string {
  if (update.length === 0) return "none: every change replaces the object";
  const patch = `${code(`PATCH ${item}`)} with the changed inputs among ${codes(update)}`;
  const removal = removalCalls(item, Object.entries(parts as Readonly<Record<string, Part>>));
  if (removal === "") return patch;
  if (moduleKeys.length > 0) return `${patch}; then ${removal}`;
  const calls = `first ${removal}; then ${patch}`;
  return exclusive === undefined
    ? calls
    : `${calls}. When one of ${codes(exclusive)} replaces the other, only that ${code("PATCH")}, without a gap; ${code("DELETE")} first only if the service rejects it`;
}

/** One text for all modules, because their paths differ only in the last segment. */
function removalCalls(item: string, parts: readonly (readonly [string, Part])[]): string {
  if (parts.length === 0) return "";
  if (parts.every(([, part]) => part.kind === "module")) {
    const modules = codes(parts.map(([, part]) => part.segment));
    return `${code(`DELETE ${item}/<module>`)} for each module that is removed (${modules})`;
  }
  return parts
    .map(([key, part]) => `${code(`DELETE ${item}/${part.segment}`)} when ${code(key)} is removed`)
    .join(", ");
}

const settleText = (family: ResourceFamily) =>
  family.waitUntilReady ? `; then, until the object is ready, ${code(`GET ${family.path}/{id}`)}` : "";

function replaceText(family: ResourceFamily): string {
  const { naturalKey } = family;
  if (fixedKeys(family).length === 0) return "never";
  if (naturalKey === undefined) return "create, then delete";
  return `delete, then create, if ${codes(naturalKey)} stays the same, since the service allows only one such object; otherwise create, then delete`;
}

function moduleCalls({ path }: ModuleFamily): string[][] {
  return [
    ["create", `${code(`PUT ${path}`)}, regardless of the current settings`],
    ["read (refresh, `get`)", code(`GET ${path}`)],
    ["update", `${code(`PUT ${path}`)} with all parameters`],
    ["replace", "create, then delete"],
    ["delete", code(`DELETE ${path}`)],
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
