import type { Client } from "./client";
import { type Issued, selfSigned } from "./keys";

/** Objects that the bodies of tests refer to. */
export interface Known {
  readonly issued: Issued;
  /** Of a key of its own. */
  readonly other: Issued;
  readonly policy: string;
  readonly ca: string;
  readonly certificate: string;
  readonly group: string;
  readonly sshCa: string;
  readonly edge: string;
}

export async function makeKnown(api: Client): Promise<Known> {
  const issued = await selfSigned();
  const made = async (collection: string, body: object = {}): Promise<string> =>
    (await api.make(collection, body)).id;
  return {
    issued,
    other: await selfSigned(),
    policy: await made("/ip_policies"),
    ca: await made("/certificate_authorities", { ca_pem: issued.certificate }),
    certificate: await made("/tls_certificates", {
      certificate_pem: issued.certificate,
      private_key_pem: issued.key,
    }),
    group: await made("/backends/tunnel_group", { labels: { app: "web" } }),
    sshCa: await made("/ssh_certificate_authorities"),
    edge: await made("/edges/https"),
  };
}
