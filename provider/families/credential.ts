import { hostProblem } from "../../traffic-policy/language/hosts";
import { canonicalAcl } from "../family/canonical-forms";
import { id, isPort, out, rejectText, stringSet } from "../family/fields";
import { defineResource } from "../family/resource";
import { limitedNotes, OWNER_OPTIONS, stamps } from "./common";

const EXAMPLE = "such as bind:app.example.com, bind:1.tcp.example.com:20000 or bind:key=value";

/** Observed in the service (error 600): a rule binds a domain, an address, or a label. */
function ruleProblem(rule: string): string | undefined {
  if (rule === "*" || rule === "bind:*") return undefined;
  if (!rule.startsWith("bind:")) return "must be * or begin with bind:, such as bind:app.example.com";
  const bound = rule.slice("bind:".length);
  if (/^[^=\s]+=[^=]*$/.test(bound)) return undefined;
  const [, host, port] = /^([^\s:/=]+)(?::([^:]*))?$/.exec(bound) ?? [];
  if (host === undefined || (port !== undefined && !isPort(port)))
    return `must bind a domain, an address, or a label, ${EXAMPLE}`;
  return hostProblem(host);
}

export const acl = stringSet(
  "What sessions that use the credential may bind, such as `bind:app.example.com`. If empty, anything. Order is ignored.",
  { unset: { sends: [] }, spelling: { canonical: canonicalAcl }, rejects: rejectText(ruleProblem) },
).optional();

export const ownerId = id(
  "Id of the user, ServiceUser, or BotUser that owns the credential; by default the owner of the token that creates it.",
  OWNER_OPTIONS,
).optional();

/** The facts are assumptions, because the API reference mentions tunnel credentials only in tunnel sessions. */
export const credential = defineResource({
  name: "Credential",
  summary:
    "A token that agents use to start tunnel sessions. The service returns it only at creation; the state keeps it as a secret.",
  path: "/credentials",
  filterableBy: ["description", "metadata"],
  inputs: {
    acl,
    // Observed in the service: SSH credentials and API keys accept only an id.
    ownerId: id(
      "Id of the user, ServiceUser, or BotUser that owns the credential, or the e-mail address or SCIM id of a user; by default the owner of the token that creates it.",
      { ...OWNER_OPTIONS, alsoByName: true },
    ).optional(),
    ...limitedNotes("Who or what uses the credential."),
  },
  update: ["description", "metadata", "acl"],
  outputs: {
    ...stamps,
    token: out.string(
      "Token for the agent's configuration. Null on credentials that were adopted or looked up: the service shows it once.",
      { secret: true, returned: "once", nullable: true },
    ),
  },
});
