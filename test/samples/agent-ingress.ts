import { type ExampleEdit, noteChanges, notes, type Sample } from "./sample";

export const sample: Sample = {
  minimal: ({ unique }) => ({ domain: `${unique}.agents.example.com` }),
  full: ({ unique }) => ({
    ...notes,
    domain: `${unique}.agents.example.com`,
    certificateManagementPolicy: { authority: "letsencrypt", privateKeyType: "ecdsa" },
  }),
  changes: () => ({
    ...noteChanges,
    certificateManagementPolicy: { to: { authority: "letsencrypt", privateKeyType: "rsa" } },
  }),
  replacements: ({ unique }) => ({ domain: { to: `${unique}.devices.example.com` } }),
};

export const exampleEdit: ExampleEdit = {
  from: "agents of the factories",
  to: "agents of all factories",
  calls: ['PATCH /agent_ingresses/ID {"description":"agents of all factories"}'],
};
