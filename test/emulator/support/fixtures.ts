import type { Client } from "./client";
import { type Issued, selfSigned, sshPair } from "./keys";

/** Objects that request bodies refer to. */
export interface Fixtures {
  readonly issued: Issued;
  readonly other: Issued;
  readonly policy: string;
  readonly ca: string;
  readonly certificate: string;
  readonly group: string;
  readonly sshCa: string;
  readonly edge: string;
}

export async function createFixtures(api: Client): Promise<Fixtures> {
  const issued = await selfSigned();
  const create = async (collection: string, body: object = {}): Promise<string> =>
    (await api.create(collection, body)).id;
  return {
    issued,
    other: await selfSigned(),
    policy: await create("/ip_policies"),
    ca: await create("/certificate_authorities", { ca_pem: issued.certificate }),
    certificate: await create("/tls_certificates", {
      certificate_pem: issued.certificate,
      private_key_pem: issued.key,
    }),
    group: await create("/backends/tunnel_group", { labels: { app: "web" } }),
    sshCa: await create("/ssh_certificate_authorities"),
    edge: await create("/edges/https"),
  };
}

let count = 0;
const freshName = () => `n${++count}`;

const signed = ({ sshCa }: Fixtures) => ({
  ssh_certificate_authority_id: sshCa,
  public_key: sshPair("ed25519").publicKey,
});

/** Minimal bodies for creating objects. Other collections accept an empty body. */
const MINIMAL_BODIES: Readonly<Record<string, (fixtures: Fixtures) => object>> = {
  "/bot_users": () => ({ name: "ci" }),
  "/ip_restrictions": ({ policy }) => ({ type: "api", ip_policy_ids: [policy] }),
  "/reserved_domains": () => ({ domain: `${freshName()}.example.com` }),
  "/ssh_user_certificates": signed,
  "/ssh_host_certificates": signed,
  "/tls_certificates": ({ issued }) => ({
    certificate_pem: issued.certificate,
    private_key_pem: issued.key,
  }),
  "/certificate_authorities": ({ issued }) => ({ ca_pem: issued.certificate }),
  "/edges/https/EDGE/routes": () => ({ match_type: "exact_path", match: `/${freshName()}` }),
  "/endpoints": () => ({ url: `https://${freshName()}.example.com`, type: "cloud", traffic_policy: "{}" }),
  "/ip_policy_rules": ({ policy }) => ({ ip_policy_id: policy, cidr: "203.0.113.0/24", action: "allow" }),
  "/ssh_credentials": () => ({ public_key: sshPair("ed25519").publicKey }),
};

export const minimalBody = (collection: string, fixtures: Fixtures): object =>
  MINIMAL_BODIES[collection]?.(fixtures) ?? {};
