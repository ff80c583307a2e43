import * as edge from "pulumi-tunnel-edge";

// Lets one user sign in for a day, from one network, with a terminal only.
const authority = new edge.SshCertificateAuthority("user-fleet", { description: "Signs users" });
const deploy = new edge.SshUserCertificate("deploy", {
  sshCertificateAuthorityId: authority.id,
  publicKey: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAILM+rvN+ot98qgEN796jTiQfZfG1KaT0PtFDJ/XFSqti deploy",
  principals: ["deploy"],
  criticalOptions: { "source-address": "192.0.2.0/24" },
  extensions: { "permit-pty": "" },
  description: "Deployment user",
  renewBefore: 4,
});

export const validUntil = deploy.validUntil;
