/**
 * One side's view of the API, as single facts: `IpPolicy / create description / maxBytes` is 255. Three sides are
 * compared: the reference's transcription, the provider and the emulator.
 */
export class Facts {
  private readonly values = new Map<string, string>();
  private readonly untold = new Set<string>();

  /** States a fact; undefined states nothing. */
  state(path: string, value: unknown): void {
    if (value !== undefined) this.values.set(path, JSON.stringify(value));
  }

  /** Marks a fact that this side cannot express, so that it neither agrees nor disagrees. */
  skip(path: string): void {
    this.untold.add(path);
  }

  /** The same facts without some of them. */
  without(paths: Iterable<string>): Facts {
    const rest = new Facts();
    for (const [path, value] of this.values) rest.values.set(path, value);
    for (const path of this.untold) rest.untold.add(path);
    for (const path of paths) rest.values.delete(path);
    return rest;
  }

  get(path: string): string | undefined {
    return this.values.get(path);
  }

  speaksOf(path: string): boolean {
    return !this.untold.has(path);
  }

  get paths(): Iterable<string> {
    return this.values.keys();
  }

  get size(): number {
    return this.values.size;
  }
}

export interface Sides {
  readonly reference: Facts;
  readonly provider: Facts;
  readonly emulator: Facts;
}

type Side = keyof Sides;
const SIDES: readonly Side[] = ["reference", "provider", "emulator"];

/** Facts that a side never states. */
const SILENT: Readonly<Record<Side, RegExp>> = {
  reference: /^$/,
  // Statuses belong to the transport, shape names to no side, and a rule checks the keys of a map. No operation on the
  // single elements of a list is used.
  provider: / \/ (status|shape|keys)$| \/ operation \w+ \w+$/,
  // The emulator marks no secrets, has no rows below the shapes of responses, and serves single modules as what they are:
  // modules of an edge or route.
  emulator: /^Ref | \/ secret$|(^| )response \w+\.|^\w+ \/ (single|path input) | \/ seconds$/,
};

const LEFT_OUT = "the service leaves it out of the responses of some types of endpoints";
const ABSENT = "is answered as null by the compatible service where there is nothing to tell";
const NO_JOB = "is null in responses of the compatible service while a job has nothing to tell";
const NEEDED = "a module without it does nothing, so that leaving it out can only be a mistake";
const UNSETTING = "no document says how to unset it, and null may count as unspecified: this value is sent";
const OFF = "a switch that is not set is off";
const NOT_ANSWERED = "the response, which is assumed as a whole, has no such field";

/** Facts that one side states beyond the reference, and why that is right. */
export const BESIDES: Readonly<Record<string, string>> = {
  "Endpoint / response url / type": "endpoints of edges are answered with public_url alone",
  "Endpoint / response uri / nullable": LEFT_OUT,
  "Endpoint / response scheme / nullable": LEFT_OUT,
  "Endpoint / response host / nullable": LEFT_OUT,
  "Endpoint / response port / nullable": LEFT_OUT,
  "Endpoint / response principal / nullable": "every endpoint of the emulator has an owner",
  "Endpoint / response updated_at / nullable": ABSENT,
  "Endpoint / response region / nullable": ABSENT,
  "Endpoint / response name / nullable": ABSENT,
  "Endpoint / response upstream_url / nullable": ABSENT,
  "Endpoint / response upstream_protocol / nullable": ABSENT,
  "ReservedDomain / response certificate_management_status.renews_at / nullable": NO_JOB,
  "ReservedDomain / response certificate_management_status.provisioning_job.msg / nullable": NO_JOB,
  "ReservedDomain / response certificate_management_status.provisioning_job.started_at / nullable": NO_JOB,
  "ReservedDomain / response certificate_management_status.provisioning_job.retries_at / nullable": NO_JOB,
  "HttpsEdgeRoute / module webhook_verification parameters provider / required": NEEDED,
  "HttpsEdgeRoute / module oauth parameters provider / required": NEEDED,
  "HttpsEdgeRoute / module oauth parameters options_passthrough / default": OFF,
  "HttpsEdgeRoute / module saml parameters options_passthrough / default": OFF,
  "HttpsEdgeRoute / module oidc parameters options_passthrough / default": OFF,
  "HttpsEdgeRoute / module saml parameters force_authn / default": OFF,
  "SshCertificateAuthority / create private_key_type / default":
    "no document states it, so that in the provider it must not decide whether a key is replaced",
  "SshCertificateAuthority / create elliptic_curve / writeOnly": NOT_ANSWERED,
  "SshCertificateAuthority / create key_size / writeOnly": NOT_ANSWERED,
  "SshCertificateAuthority / create key_size / min": "the size of a key is a positive number",
  "SshCertificateAuthority / create elliptic_curve / enum":
    "the curves that OpenSSH has, for the emulator makes real keys",
  "SshCertificateAuthority / create key_size / enum": "sizes that the emulator makes keys of",
  "HttpResponseBackend / create status_code / default": UNSETTING,
  "StaticBackend / create tls / default": UNSETTING,
  "TlsEdge / module backend response backend / nullable": "the parameter may be left out",
  "TcpEdge / module backend response backend / nullable": "the parameter may be left out",
  "HttpsEdgeRoute / module backend response backend / nullable": "the parameter may be left out",
  "Tunnel / response backends / nullable": "null is read as an empty list",
  "TunnelSession / response credential / nullable": "the emulator can be given sessions without a credential",
};

/** Paths of all facts, or of those among some paths, on which the sides differ. */
export function disagreements(sides: Sides, among?: Iterable<string>): string[] {
  const paths = new Set(among ?? SIDES.flatMap((side) => [...sides[side].paths]));
  const found: string[] = [];
  for (const path of paths) {
    const speaking = SIDES.filter((side) => !SILENT[side].test(path) && sides[side].speaksOf(path));
    const said = speaking.map((side) => [side, sides[side].get(path)] as const);
    if (!agree(path, new Map(said))) found.push(path);
  }
  return found;
}

/** Each side's view of a fact, for a failing test. */
export const saidOf = (sides: Sides, path: string) =>
  `${path}: ${SIDES.map((side) => `${side} ${sides[side].get(path) ?? "nothing"}`).join(", ")}`;

/**
 * The emulator states every parameter's unspecified value, even if the other sides have none; those two have to agree
 * on what counts as a default.
 */
function agree(path: string, said: ReadonlyMap<Side, string | undefined>): boolean {
  if (path.endsWith(" / default") && said.get("reference") === undefined)
    return said.get("provider") === undefined;
  return new Set(said.values()).size <= 1;
}
