import { isBelowAny, isRecord, reservesHost } from "../../../provider/inspect";
import {
  type AccountChange,
  type AccountObject,
  isHidden,
  type KnownChange,
  stringsIn,
  titleOf,
} from "../account";
import { isAdoption, type Props, SECRET, staysOnDelete } from "../preview";
import { changedInputs, removedParts } from "./calls";

export interface ObjectName {
  readonly className: string;
  readonly name: string;
  readonly urn: string;
}

export const objectName = ({ className, name, urn }: ObjectName): ObjectName => ({ className, name, urn });

/** Classes whose objects are credentials, with the effect of having one. */
const CREDENTIALS: Readonly<Record<string, string>> = {
  ApiKey: "API key: anyone with its token can do what its owner may",
  Credential: "tunnel credential: anyone with its token can start tunnels",
  SshCredential: "SSH credential: anyone with the key can start tunnels",
  SshUserCertificate: "SSH user certificate: anyone with its key can sign in as its principals",
  SshHostCertificate: "SSH host certificate: anyone with its key can impersonate its hosts",
  SshCertificateAuthority: "SSH certificate authority: it vouches for users and hosts",
  CertificateAuthority: "certificate authority: mutual TLS trusts the certificates that it has signed",
  TlsCertificate: "TLS certificate with its private key",
  Secret: "secret of a vault: traffic policies use its value",
};

/** How a report describes each kind of change. */
const CHANGE_TEXTS: Readonly<Record<string, string>> = {
  create: "new",
  import: "imported into the program",
  delete: "deleted",
  replace: "replaced",
};

export function findCredentialChanges(account: AccountChange) {
  return account.changes.flatMap((change) =>
    credentialEffects(account, change).map((what) => ({ ...objectName(change), what })),
  );
}

function credentialEffects(account: AccountChange, change: KnownChange): readonly string[] {
  const { className, kind } = change;
  const changeText = isAdoption(change) ? "adopted" : CHANGE_TEXTS[change.isImported ? "import" : kind];
  const description = CREDENTIALS[className];
  if (description !== undefined && changeText !== undefined) {
    const stays =
      kind === "delete" && staysOnDelete(change) ? " from the program only, and stays in place" : "";
    return [`${changeText}${stays}: ${description}${principalsText(change)}`];
  }
  const effect = ["BotUser", "ServiceUser"].includes(className) ? ownerEffect(change) : undefined;
  if (effect !== undefined) return [effect];
  if (kind !== "update" && kind !== "create" && kind !== "replace") return [];
  const attached = certificateChange(account, change);
  const secretPaths = pathsOfSecrets(change.after?.inputs ?? {}).filter(
    (path) => kind !== "update" || isBelowAny(path, change.paths),
  );
  return [
    ...secretPaths.map((path) => `secret ${path} ${kind === "update" ? "changes" : "is set"}`),
    ...(attached === undefined ? [] : [attached]),
  ];
}

/** The effect on the keys and credentials of a service or bot user that is deleted, activated, or deactivated. */
function ownerEffect(change: KnownChange): string | undefined {
  const { kind, before, after } = change;
  const owned = "keys and credentials that it owns, including those of other programs,";
  if (kind === "delete") return staysOnDelete(change) ? undefined : `deleted: the ${owned} may stop working`;
  const [wasActive, isActive] = [before, after].map((side) => side?.inputs.active ?? true);
  if (kind !== "update" || wasActive === isActive) return undefined;
  if (isActive === false) return `deactivated: the ${owned} stop working`;
  return isActive === true
    ? `activated: the ${owned} work again`
    : `may be deactivated: the ${owned} would stop working`;
}

function principalsText({ className, after, before }: KnownChange): string {
  const { principals }: Props = after?.inputs ?? before?.inputs ?? {};
  if (!/^Ssh(?:User|Host)Certificate$/.test(className) || isHidden(principals)) return "";
  const names = stringsIn(principals);
  return names.length > 0 ? ` (${names.join(", ")})` : " (no principals: valid for all)";
}

function pathsOfSecrets(value: unknown, path = ""): string[] {
  if (value === SECRET) return [path];
  if (Array.isArray(value)) return value.flatMap((item, n) => pathsOfSecrets(item, `${path}[${n}]`));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    pathsOfSecrets(item, path === "" ? key : `${path}.${key}`),
  );
}

function certificateChange(account: AccountChange, change: KnownChange): string | undefined {
  const inputs = ["certificateId", "certificateManagementPolicy"];
  if (change.className !== "ReservedDomain" || change.kind === "create") return undefined;
  if (!changedInputs(change).some((input) => inputs.includes(input))) return undefined;
  const certificateOn = (view: "before" | "after") => {
    const object = account[view].find(change.urn);
    if (object?.props.certificateManagementPolicy) return "an automatic one";
    const [target] = account[view].targetsOf(object, "certificateId");
    if (!target) return "none";
    if (target.kind === "elsewhere") return target.id;
    return target.kind === "unknown" ? "unknown" : target.object.name;
  };
  return `certificate of the domain: ${certificateOn("before")} → ${certificateOn("after")}`;
}

/** Objects that the option `import` adds to the program. Deleting the resource deletes the object. */
export function findImports({ changes }: AccountChange) {
  return changes
    .filter(
      ({ isImported, after }) => isImported && !after?.isRetained && after?.inputs.deleteOnDestroy !== false,
    )
    .map((change) => ({ ...objectName(change), id: change.after?.id ?? null }));
}

export type Replacement = ReturnType<typeof findReplacements>[number];

/** The effect of a replacement on clients and other objects, by class. */
const REPLACEMENT_EFFECTS: Readonly<Record<string, string>> = {
  ApiKey: "a new token is issued and the old one stops working",
  Credential: "a new token is issued; agents that authenticate with the old one are denied",
  SshCredential: "agents that authenticate with the old credential are denied",
  ReservedDomain: "the old name is released and anyone can reserve it; a new certificate is issued",
  ReservedAddr: "another address is assigned, and the old one is released and anyone can reserve it",
  HttpsEdgeRoute: "modules that others have set on the route by hand are lost",
  TlsEdge: "modules that others have set on the edge by hand are lost",
  TcpEdge: "modules that others have set on the edge by hand are lost",
  HttpsEdge: "its routes are deleted with it, including those created elsewhere",
  SshUserCertificate: "the old certificate stays valid until it expires; the API cannot revoke it",
  SshHostCertificate: "the old certificate stays valid until it expires; the API cannot revoke it",
  SshCertificateAuthority: "servers have to trust the new public key before they accept its certificates",
  CertificateAuthority: "clients need certificates of the new authority",
  AgentIngress:
    "agents that connect by the old domain are disconnected, and the new one needs NS records of its own",
  IpRestriction: "for a moment, there is no restriction, or there are two",
  IpPolicyRule: "for a moment, only the other rules apply to the network, or both rules do",
  Endpoint: "for a moment, nothing responds at the address, or two endpoints do",
};

export function findReplacements(account: AccountChange) {
  return account.changes
    .filter(({ kind }) => kind === "replace")
    .map((change) => {
      const { naturalKey } = account.factsOf(change.className);
      const inputs = changedInputs(change);
      const stays = staysOnDelete(change);
      const adoptsObject = isAdoption(change) || change.takesExisting;
      const deletesFirst =
        !stays &&
        !adoptsObject &&
        (change.deletesFirst ?? (naturalKey.length > 0 && !naturalKey.some((key) => inputs.includes(key))));
      const object = account.before.find(change.urn);
      const order = adoptsObject
        ? `an existing object is adopted, and the old one ${stays ? "stays in place" : "is deleted"}`
        : stays
          ? "a new one is created, and the old one stays in place"
          : deletesFirst
            ? "the old one is deleted before the new one is created, because the service allows only one of its name"
            : "the new one is created before the old one is deleted";
      const effect = stays || adoptsObject ? undefined : REPLACEMENT_EFFECTS[change.className];
      return {
        ...objectName(change),
        reasons: change.replaceReasons,
        /** True if the old object stays on the service, because it was adopted or is retained. */
        stays,
        /** True if the old object is deleted before the new one exists. */
        deletesFirst,
        /** What stops working or changes during and after the replacement. */
        breaks: effect === undefined ? order : `${order}; ${effect}`,
        referrers: object ? account.before.referrers(object).map(objectName) : [],
      };
    });
}

export type Deletion = ReturnType<typeof findDeletions>[number];

export function findDeletions(account: AccountChange) {
  return account.changes
    .filter(({ kind, className }) => kind === "delete" && account.factsOf(className).kind !== "command")
    .map((change) => {
      const object = account.before.find(change.urn) as AccountObject;
      const stays = staysOnDelete(change);
      return {
        ...objectName(change),
        /** True if it stays on the service, because it was adopted or is retained. */
        stays,
        usedBy: stays ? [] : usersAfter(account, object).map(objectName),
        isProtected: change.isProtected || object.props.releaseProtection === true,
        /** A host, address, or other name that identifies the object. */
        detail: titleOf(object.props),
        /** Modules that are deleted with it although no resource of the program declares them. */
        undeclared: stays ? [] : undeclaredModules(account, object),
      };
    });
}

/** Objects that use an object after the change: they refer to its id, or use a host that only it reserves. */
export function usersAfter(
  { after, factsOf }: AccountChange,
  object: AccountObject,
): readonly AccountObject[] {
  const hostsOf = ({ className, props }: AccountObject, fact: "usedHosts" | "reservedHosts") =>
    factsOf(className)[fact].flatMap((key) => stringsIn([props[key]].flat()));
  const covers = (reservations: readonly string[], host: string) =>
    reservations.some((reservation) => reservesHost(reservation, host));
  const reserved = hostsOf(object, "reservedHosts");
  const otherReservations = after.objects
    .filter(({ urn }) => urn !== object.urn)
    .flatMap((other) => hostsOf(other, "reservedHosts"));
  const byHost = after.objects.filter((user) =>
    hostsOf(user, "usedHosts").some((host) => covers(reserved, host) && !covers(otherReservations, host)),
  );
  return [...new Set([...after.referrers(object), ...byHost])];
}

function undeclaredModules({ before, factsOf }: AccountChange, object: AccountObject): readonly string[] {
  const modules = before.referrers(object).map(({ className }) => factsOf(className).moduleOf);
  const isDeclared = (key: string) =>
    modules.some((module) => module?.className === object.className && module.input === key);
  return object.unmanagedModules.filter((key) => !isDeclared(key));
}

/** Parts that are removed from their objects by a separate call. */
export function findRemovedParts(account: AccountChange) {
  return account.changes.flatMap((change) => {
    const { path } = account.factsOf(change.className);
    return [...removedParts(account, change)].map(([input, segment]) => ({
      ...objectName(change),
      what: input,
      call: `DELETE ${fillPath(path, change)}/${change.before?.id ?? "{id}"}/${segment}`,
    }));
  });
}

const fillPath = (path: string, { before }: KnownChange) =>
  path.replace(/\{(\w+)\}/g, (placeholder, key: string) => {
    const id = before?.inputs[key];
    return typeof id === "string" ? id : placeholder;
  });
