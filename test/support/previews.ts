import { readPreview } from "../../cli/review/preview";
import { review } from "../../cli/review/report";

// Builds preview steps in the engine's format, for tests of the review.

export type Props = Readonly<Record<string, unknown>>;

export const urn = (className: string, name: string) =>
  `urn:pulumi:prod::infra::pulumi-nodejs:dynamic/tunnel-edge:${className}::${name}`;

export const state = (id: string | undefined, inputs: Props, outputs: Props = inputs, more: Props = {}) => ({
  ...(id !== undefined && { id }),
  inputs,
  outputs,
  ...more,
});

export interface Step {
  readonly op: string;
  readonly urn: string;
  readonly oldState?: Props;
  readonly newState?: Props;
  readonly [key: string]: unknown;
}

export const same = (className: string, name: string, id: string, inputs: Props): Step => {
  const unchanged = state(id, inputs);
  return { op: "same", urn: urn(className, name), oldState: unchanged, newState: unchanged };
};

export const created = (className: string, name: string, inputs: Props, more: Props = {}): Step => ({
  op: "create",
  urn: urn(className, name),
  newState: state(undefined, inputs, {}, more),
});

export const deleted = (
  className: string,
  name: string,
  id: string,
  inputs: Props,
  outputs: Props = inputs,
): Step => ({
  op: "delete",
  urn: urn(className, name),
  oldState: state(id, inputs, outputs),
});

/** Returns the keys with different values. Masked values are equal, so tests pass their paths explicitly. */
const changedKeys = (from: Props, to: Props) =>
  [...new Set([...Object.keys(from), ...Object.keys(to)])].filter(
    (key) => JSON.stringify(from[key]) !== JSON.stringify(to[key]),
  );

export const updated = (
  className: string,
  name: string,
  id: string,
  from: Props,
  to: Props,
  paths: readonly string[] = changedKeys(from, to),
): Step => ({
  op: "update",
  urn: urn(className, name),
  oldState: state(id, from),
  newState: state(id, to, {}),
  diffReasons: paths.map((path) => path.split(".")[0]),
  detailedDiff: Object.fromEntries(paths.map((path) => [path, { kind: "update", inputDiff: true }])),
});

export const toPreview = (steps: readonly Step[], more: Props = {}) =>
  readPreview(JSON.stringify({ config: {}, steps, changeSummary: {}, ...more }), "the test");

export const reviewSteps = (steps: readonly Step[], options: Parameters<typeof review>[1] = {}) =>
  review(toPreview(steps), options);

export const listFindings = ({ findings }: Awaited<ReturnType<typeof review>>) =>
  findings.flatMap((finding) =>
    findingSubjects([finding]).map((subject) => `${finding.severity} ${finding.rule}: ${subject}`),
  );

export const findingSubjects = (findings: Awaited<ReturnType<typeof review>>["findings"]): string[] =>
  findings.flatMap((finding) => (finding.subjects ?? [finding]).map(({ subject }) => subject));

export const describeClients = (
  clients: readonly { readonly who: string; readonly isCertain: boolean }[],
): string[] => clients.map(({ who, isCertain }) => `${isCertain ? "" : "perhaps "}${who}`);
