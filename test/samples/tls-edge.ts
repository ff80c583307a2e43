import {
  type ExampleEdit,
  hostportsOf,
  moduleChanges,
  modules,
  none,
  noteChanges,
  notes,
  type Sample,
} from "./sample";

export const sample: Sample = {
  minimal: none,
  full: (context) => ({ ...notes, hostports: hostportsOf(context, "tls"), ...modules(context) }),
  changes: (context) => ({
    ...noteChanges,
    hostports: { to: [`${context.unique}-tls-3.example.com:443`] },
    ...moduleChanges(context),
  }),
  replacements: none,
};

export const exampleEdit: ExampleEdit = {
  from: '    ipRestriction: { ipPolicyIds: [office.id] },\n    tlsTermination: { terminateAt: "edge", minVersion: "1.2" },\n',
  to: '    tlsTermination: { terminateAt: "upstream" },\n',
  calls: [
    "DELETE /edges/tls/ID/ip_restriction",
    'PATCH /edges/tls/ID {"tls_termination":{"terminate_at":"upstream"}}',
  ],
};
