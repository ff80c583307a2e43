import type { AccountObject, AccountView, Target } from "../account";
import { isHidden } from "../account";
import { isRecord } from "../preview";
import { possibleTargets, versionOf } from "./guards";

export interface BackendView {
  readonly text: string;
  /** Equal for backends that send traffic to the same tunnels in the same proportions. */
  readonly content: string;
}

/** Recursion limit, in case backends form a cycle. */
const MAX_DEPTH = 8;

const BACKEND_CLASSES = [
  "TunnelGroupBackend",
  "StaticBackend",
  "HttpResponseBackend",
  "WeightedBackend",
  "FailoverBackend",
] as const;

interface BackendInput {
  readonly object: AccountObject;
  readonly path: readonly string[];
}

export function describeBackend(
  view: AccountView,
  target: Target | undefined,
  referrer: BackendInput,
  depth = 0,
): BackendView | undefined {
  if (!target) return undefined;
  if (target.kind === "elsewhere") return { text: target.id, content: target.id };
  if (target.kind === "unknown") {
    const candidates = BACKEND_CLASSES.flatMap((name) => possibleTargets(view, name));
    const inputs = [referrer, ...candidates.map((object) => ({ object, path: [] }))];
    const versions = inputs.map((input) => versionOf({ ...input, view }));
    return { text: "a backend that is secret or unknown", content: versions.join(" ") };
  }
  if (target.kind === "gone") return { text: `${target.object.name} (deleted)`, content: "" };
  const { object } = target;
  if (depth > MAX_DEPTH) return { text: object.name, content: object.urn };
  const leaf = LEAVES[object.className];
  if (leaf) return object.isUnread ? hiddenBackend(object, view) : leaf(object, view);
  const input = { object, path: ["backends"] };
  const children = view.targetsOf(object, "backends").map((child) => ({
    backend: describeBackend(view, child, input, depth + 1),
    weight: weightOf(object, child),
  }));
  const targets = children.map(({ backend, weight }) =>
    weight === undefined ? backend?.text : `${backend?.text} × ${isHidden(weight) ? "?" : weight}`,
  );
  const isWeightHidden = children.some(({ weight }) => isHidden(weight));
  return {
    text: `${object.name} (${targets.join(", ") || "no backend"})`,
    content: JSON.stringify([
      object.className,
      children.map(({ backend, weight }) => [backend?.content, weight]),
      isWeightHidden ? versionOf({ ...input, view }) : "",
    ]),
  };
}

const LEAVES: Readonly<Record<string, (object: AccountObject, view: AccountView) => BackendView>> = {
  TunnelGroupBackend: tunnelGroup,
  StaticBackend(object, view) {
    const { address, tls } = object.props;
    if (isHidden([address, tls])) return hiddenBackend(object, view);
    const isTls = isRecord(tls) && tls.enabled === true;
    return {
      text: `${object.name} (${String(address)}${isTls ? " by TLS" : ""})`,
      content: JSON.stringify([object.className, address, isTls]),
    };
  },
  HttpResponseBackend(object, view) {
    const { statusCode, body, headers } = object.props;
    if (isHidden([statusCode, body, headers])) return hiddenBackend(object, view);
    const status = statusCode ?? 200;
    const sorted = Object.entries(isRecord(headers) ? headers : {}).sort();
    return {
      text: `${object.name} (a response with status ${String(status)})`,
      content: JSON.stringify([object.className, status, body ?? "", sorted]),
    };
  },
};

/** A backend whose settings are hidden: considered unchanged if the change doesn't affect it. */
const hiddenBackend = (object: AccountObject, view: AccountView): BackendView => ({
  text: object.name,
  content: versionOf({ object, view, path: [] }),
});

function tunnelGroup(object: AccountObject, view: AccountView): BackendView {
  const { labels } = object.props;
  if (isHidden(labels)) return hiddenBackend(object, view);
  const pairs = Object.entries((labels ?? {}) as Record<string, unknown>)
    .map(([key, value]) => `${key}=${String(value)}`)
    .sort();
  return {
    text: `${object.name} (tunnels with ${pairs.join(", ") || "any labels"})`,
    content: pairs.join("\n"),
  };
}

function weightOf(object: AccountObject, child: Target): unknown {
  if (object.className !== "WeightedBackend") return undefined;
  const weights = (object.props.backends ?? {}) as Record<string, unknown>;
  const id = child.kind === "object" ? child.object.id : child.kind === "elsewhere" ? child.id : undefined;
  return id === undefined ? undefined : weights[id];
}
