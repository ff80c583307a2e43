import * as edge from "pulumi-tunnel-edge";

// One authority for hosts and one for people, so that neither can impersonate the other.
const hostAuthority = new edge.SshCertificateAuthority("fleet-hosts", {
  description: "Signs the hosts of the fleet",
  privateKeyType: "ed25519",
});
const userAuthority = new edge.SshCertificateAuthority("fleet-users", {
  description: "Signs people and machines that sign in",
  privateKeyType: "ed25519",
});

// Public keys aren't secret. A host's certificate is valid for a year and renewed a month before it expires.
const hosts = {
  "web-1": "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHVubxU1Fxw06Bl4mG9BcvXuEQ3rFoNWHXaZTDOdKL9U web-1",
  "web-2": "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAILM+rvN+ot98qgEN796jTiQfZfG1KaT0PtFDJ/XFSqti web-2",
};
const hostCertificates = Object.entries(hosts).map(([host, publicKey]) => {
  const signed = new edge.SshHostCertificate(`fleet-${host}`, {
    sshCertificateAuthorityId: hostAuthority.id,
    publicKey,
    principals: [`${host}.fleet.example.com`],
    description: host,
    renewBefore: 30 * 24,
  });
  return [host, signed.certificate] as const;
});

// The deployment signs in for a day at a time, from its own network, without forwarding anything.
const deploy = new edge.SshUserCertificate("fleet-deploy", {
  sshCertificateAuthorityId: userAuthority.id,
  publicKey:
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPZO+roFrTdWKOIbO07R2/3k4oYgBeibPiG2+fjIh+R6 deploy@example.com",
  principals: ["deploy"],
  criticalOptions: { "source-address": "192.0.2.0/24" },
  extensions: { "permit-pty": "" },
  description: "Deployment",
  renewBefore: 8,
});

export const fleetKnownHosts = hostAuthority.publicKey.apply(
  (key) => `@cert-authority *.fleet.example.com ${key}`,
);
export const fleetTrustedUserCaKeys = userAuthority.publicKey;
export const fleetHostCertificates = Object.fromEntries(hostCertificates);
export const fleetDeployCertificate = deploy.certificate;
