import * as edge from "pulumi-tunnel-edge";

// Lets the holder of an SSH key start tunnels with a plain ssh client.
const laptop = new edge.SshCredential("laptop", {
  description: "Laptop of the operator",
  publicKey: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAILM+rvN+ot98qgEN796jTiQfZfG1KaT0PtFDJ/XFSqti operator",
  acl: ["bind:demo.example.com"],
});

export const credentialId = laptop.id;
