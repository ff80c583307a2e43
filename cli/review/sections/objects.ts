import { reservesHost } from "../../../provider/inspect";
import {
  type AccountChange,
  type AccountObject,
  isAdoption,
  isHidden,
  type KnownChange,
  staysOnDelete,
  textsIn,
  titleOf,
} from "../account";
import { type Props, SECRET } from "../preview";
import { changedInputs, removedParts } from "./calls";

/** An object as the report names it. */
export interface Named {
  readonly className: string;
  readonly name: string;
  readonly urn: string;
}

export const named = ({ className, name, urn }: Named): Named => ({ className, name, urn });

/** A certificate, key or other credential that a change touches. */
export interface Credential extends Named {
  readonly what: string;
}

/** Classes whose objects are credentials, and what possession of one allows. */
const CREDENTIALS: Readonly<Record<string, string>> = {
  ApiKey: "API key: anyone with its token can do what its owner may",
  Credential: "tunnel credential: anyone with its token can start tunnels",
  SshCredential: "SSH credential: anyone with the key can start tunnels",
  SshUserCertificate: "SSH user certificate: anyone with its key can sign in as its principals",
  SshHostCertificate: "SSH host certificate: anyone with its key can pose as its hosts",
  SshCertificateAuthority: "SSH certificate authority: it vouches for users and hosts",
  CertificateAuthority: "certificate authority: mutual TLS trusts what it has signed",
  TlsCertificate: "TLS certificate with its private key",
  Secret: "secret of a vault: traffic policies use its value",
};

/** Classes whose objects own keys and credentials, those of other programs among them. */
const MEMBERS: readonly string[] = ["BotUser", "ServiceUser"];

const VERBS: Readonly<Record<string, string>> = {
  create: "new",
  import: "taken into the program",
  delete: "deleted",
  replace: "replaced by another one",
};

export function credentialsTouched(account: AccountChange): Credential[] {
  return account.changes.flatMap((change): Credential[] => {
    const { className, kind } = change;
    const verb = isAdoption(change) ? "taken over" : VERBS[change.isImported ? "import" : kind];
    const what = CREDENTIALS[className];
    if (what !== undefined && verb !== undefined) {
      const stays =
        kind === "delete" && staysOnDelete(change) ? " from the program only: it stays in place" : "";
      return [{ ...named(change), what: `${verb}${stays}: ${what}${detailOf(change)}` }];
    }
    const member = MEMBERS.includes(className) ? memberChange(change) : undefined;
    if (member !== undefined) return [{ ...named(change), what: member }];
    if (kind !== "update" && kind !== "create" && kind !== "replace") return [];
    const secrets = secretPaths(change);
    const attached = attachment(account, change);
    return [
      ...secrets.map((path) => ({
        ...named(change),
        what: `secret ${path} ${kind === "update" ? "changes" : "is set"}`,
      })),
      ...(attached === undefined ? [] : [{ ...named(change), what: attached }]),
    ];
  });
}

/** What becomes of the keys and credentials of a member that goes, or is switched. */
function memberChange(change: KnownChange): string | undefined {
  const { kind, before, after } = change;
  const owned = "keys and credentials that it owns, those of other programs among them,";
  if (kind === "delete") return staysOnDelete(change) ? undefined : `deleted: the ${owned} may stop working`;
  const [was, is] = [before, after].map((side) => side?.inputs.active ?? true);
  if (kind !== "update" || was === is) return undefined;
  if (is === false) return `switched off: the ${owned} stop working`;
  return is === true
    ? `switched on: the ${owned} work again`
    : `may be switched off: the ${owned} would stop working`;
}

function detailOf({ className, after, before }: KnownChange): string {
  const props: Props = after?.inputs ?? before?.inputs ?? {};
  if (className === "SshUserCertificate" || className === "SshHostCertificate") {
    if (isHidden(props.principals)) return "";
    const principals = Array.isArray(props.principals) ? props.principals.map(String) : [];
    return principals.length > 0 ? ` (${principals.join(", ")})` : " (no principals: valid for all)";
  }
  return "";
}

/** Paths of secrets that change; their values are never shown. */
function secretPaths({ kind, after, paths }: KnownChange): string[] {
  const all = pathsWhere(after?.inputs ?? {}, (value) => value === SECRET, "");
  return kind === "update" ? all.filter((path) => paths.some((changed) => covers(changed, path))) : all;
}

const covers = (changed: string, path: string) =>
  changed === path || path.startsWith(`${changed}.`) || path.startsWith(`${changed}[`);

function pathsWhere(value: unknown, holds: (value: unknown) => boolean, at: string): string[] {
  if (holds(value)) return [at];
  if (Array.isArray(value)) return value.flatMap((item, n) => pathsWhere(item, holds, `${at}[${n}]`));
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, item]) =>
    pathsWhere(item, holds, at === "" ? key : `${at}.${key}`),
  );
}

/** Inputs of a reserved domain that its visitors depend on. */
function attachment(account: AccountChange, change: KnownChange): string | undefined {
  const inputs = ["certificateId", "certificateManagementPolicy"];
  if (change.className !== "ReservedDomain" || change.kind === "create") return undefined;
  if (!changedInputs(change).some((input) => inputs.includes(input))) return undefined;
  const side = (view: "before" | "after") => {
    const object = account[view].find(change.urn);
    if (!object) return "none";
    if (object.props.certificateManagementPolicy) return "an automatic one";
    const [target] = account[view].targetsOf(object, "certificateId");
    if (!target) return "none";
    return target.kind === "object" || target.kind === "gone"
      ? target.object.name
      : target.kind === "elsewhere"
        ? target.id
        : "one that is not known yet";
  };
  return `certificate of the domain: ${side("before")} → ${side("after")}`;
}

/** An object that the resource option `import` makes the resource's own, so that it goes with the resource. */
export interface Import extends Named {
  readonly id: string | null;
}

export function imports({ changes }: AccountChange): Import[] {
  return changes
    .filter(
      ({ isImported, after }) => isImported && !after?.isRetained && after?.inputs.deleteOnDestroy !== false,
    )
    .map((change) => ({ ...named(change), id: change.after?.id ?? null }));
}

/** An object that is replaced by another. */
export interface Replacement extends Named {
  readonly reasons: readonly string[];
  /** Whether the old object stays on the service: it was adopted, or the program sets that option. */
  readonly stays: boolean;
  /** Whether the old object is deleted before the new one exists. */
  readonly deletesFirst: boolean;
  /** What does not work, or works differently, during and after it. */
  readonly breaks: string;
  /** Objects that refer to it and are changed with it. */
  readonly referrers: readonly Named[];
}

/** What a replacement means for users, by class. */
const ANEW: Readonly<Record<string, string>> = {
  ApiKey: "a new token is issued and the old one stops working",
  Credential: "a new token is issued; agents that authenticate with the old one are denied",
  SshCredential: "agents that authenticate with the old credential are denied",
  ReservedDomain:
    "the old name is released and can be taken by somebody else; its certificate is issued anew",
  ReservedAddr: "another address is assigned, and the old one is released and can be taken by somebody else",
  HttpsEdgeRoute: "modules that others have set on the route by hand are lost",
  TlsEdge: "modules that others have set on the edge by hand are lost",
  TcpEdge: "modules that others have set on the edge by hand are lost",
  HttpsEdge: "its routes go with it, those made elsewhere among them",
  SshUserCertificate: "the old certificate stays valid until it ends; the interface cannot revoke it",
  SshHostCertificate: "the old certificate stays valid until it ends; the interface cannot revoke it",
  SshCertificateAuthority: "servers have to trust the new public key before they accept its certificates",
  CertificateAuthority: "clients need certificates of the new authority",
  AgentIngress:
    "agents that connect by the old domain are cut off, and the new one needs NS records of its own",
  IpRestriction: "the restriction is not there for a moment, or two are",
  IpPolicyRule: "the network is judged by the other rules for a moment, or by both",
  Endpoint: "nothing answers at the address for a moment, or two endpoints do",
};

export function replacements(account: AccountChange): Replacement[] {
  return account.changes
    .filter(({ kind }) => kind === "replace")
    .map((change) => {
      const { naturalKey } = account.factsOf(change.className);
      const inputs = changedInputs(change);
      const stays = staysOnDelete(change);
      const isTaken = isAdoption(change) || change.takesExisting;
      const deletesFirst =
        !stays &&
        !isTaken &&
        (change.deletesFirst ?? (naturalKey.length > 0 && !naturalKey.some((key) => inputs.includes(key))));
      const object = account.before.find(change.urn);
      const order = isTaken
        ? `an existing object is taken over, and the old one ${stays ? "stays in place" : "goes"}`
        : stays
          ? "a new one is made, and the old one stays in place"
          : deletesFirst
            ? "it is gone before the new one is there, since the service holds only one of its name"
            : "the new one is there before the old one goes";
      const meaning = stays || isTaken ? undefined : ANEW[change.className];
      return {
        ...named(change),
        reasons: change.replaceReasons,
        stays,
        deletesFirst,
        breaks: meaning === undefined ? order : `${order}; ${meaning}`,
        referrers: object ? account.before.referrers(object).map(named) : [],
      };
    });
}

/** An object that leaves the program. */
export interface Deletion extends Named {
  /** It stays on the service: it was adopted, or the program sets that option. */
  readonly stays: boolean;
  /** Objects that still refer to it. */
  readonly usedBy: readonly Named[];
  readonly isProtected: boolean;
  /** What is deleted with it. */
  readonly detail: string;
  /** Its modules that no resource of the program declares, and that go with it. */
  readonly undeclared: readonly string[];
}

export function deletions(account: AccountChange): Deletion[] {
  return account.changes
    .filter(({ kind, className }) => kind === "delete" && account.factsOf(className).kind !== "command")
    .map((change) => {
      const object = account.before.find(change.urn) as AccountObject;
      return {
        ...named(change),
        stays: staysOnDelete(change),
        usedBy: staysOnDelete(change) ? [] : usersAfter(account, object).map(named),
        isProtected: change.isProtected || object.props.releaseProtection === true,
        detail: titleOf(object.props),
        undeclared: staysOnDelete(change) ? [] : undeclaredModules(account, object),
      };
    });
}

/** What names an object after the change, by its id or by a host that it alone has reserved. */
export function usersAfter(
  { after, factsOf }: AccountChange,
  object: AccountObject,
): readonly AccountObject[] {
  const hostsOf = (one: AccountObject, which: "usedHosts" | "reservedHosts") =>
    factsOf(one.className)[which].flatMap((key) => textsIn([one.props[key]].flat()));
  const reserved = hostsOf(object, "reservedHosts");
  const covers = (all: readonly string[], host: string) => all.some((one) => reservesHost(one, host));
  const others = after.objects
    .filter(({ urn }) => urn !== object.urn)
    .flatMap((one) => hostsOf(one, "reservedHosts"));
  const byHost = after.objects.filter((one) =>
    hostsOf(one, "usedHosts").some((host) => covers(reserved, host) && !covers(others, host)),
  );
  return [...new Set([...after.referrers(object), ...byHost])];
}

function undeclaredModules({ before, factsOf }: AccountChange, object: AccountObject): readonly string[] {
  const elsewhere = before.referrers(object).map(({ className }) => factsOf(className).moduleOf);
  const isDeclared = (key: string) =>
    elsewhere.some((of) => of?.className === object.className && of.input === key);
  return object.unmanagedModules.filter((key) => !isDeclared(key));
}

/** A part that is removed from an object by a separate call. */
export interface Detach extends Named {
  readonly what: string;
  readonly call: string;
}

export function detaches(account: AccountChange): Detach[] {
  return account.changes.flatMap((change) => {
    const { path } = account.factsOf(change.className);
    return [...removedParts(account, change)].map(([input, segment]) => ({
      ...named(change),
      what: input,
      call: `DELETE ${filled(path, change)}/${change.before?.id ?? "{id}"}/${segment}`,
    }));
  });
}

/** A path with the ids from the object's inputs. */
const filled = (path: string, { before }: KnownChange) =>
  path.replace(/\{(\w+)\}/g, (whole, key: string) => {
    const id = before?.inputs[key];
    return typeof id === "string" ? id : whole;
  });

/** A change in the plain list. */
export interface Listed {
  readonly kind: string;
  readonly type: string;
  readonly name: string;
  readonly urn: string;
  readonly paths: readonly string[];
}
