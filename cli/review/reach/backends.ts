import type { AccountObject, AccountView, Target } from "../account";
import { isHidden } from "../account";
import { isRecord } from "../preview";
import { perhapsNamed, versionOf } from "./guards";

/** Where traffic is sent. */
export interface BackendView {
  /** A short description. */
  readonly text: string;
  /** Equal for backends that lead to the same tunnels in the same proportions. */
  readonly content: string;
}

/** Deeper than any sensible chain of backends; stops a cycle. */
const DEEPEST = 8;

const CLASSES = [
  "TunnelGroupBackend",
  "StaticBackend",
  "HttpResponseBackend",
  "WeightedBackend",
  "FailoverBackend",
] as const;

/** What names a backend: an object, and the path of its input. */
interface Naming {
  readonly object: AccountObject;
  readonly path: readonly string[];
}

export function backendOf(
  view: AccountView,
  target: Target | undefined,
  by: Naming,
  depth = 0,
): BackendView | undefined {
  if (!target) return undefined;
  if (target.kind === "elsewhere") return { text: target.id, content: target.id };
  if (target.kind === "unknown") {
    const any = CLASSES.flatMap((name) => perhapsNamed(view, name));
    const versions = [by, ...any.map((object) => ({ object, path: [] }))].map((one) =>
      versionOf({ ...one, view }),
    );
    return { text: "a backend that is secret or not known yet", content: versions.join(" ") };
  }
  if (target.kind === "gone") return { text: `${target.object.name}, which is deleted`, content: "" };
  const { object } = target;
  if (depth > DEEPEST) return { text: object.name, content: object.urn };
  const leaf = LEAVES[object.className];
  if (leaf) return object.isUnread ? unseen(object, view) : leaf(object, view);
  const naming = { object, path: ["backends"] };
  const children = view.targetsOf(object, "backends").map((child) => ({
    backend: backendOf(view, child, naming, depth + 1),
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
      isWeightHidden ? versionOf({ ...naming, view }) : "",
    ]),
  };
}

/** Backends without children, by class. */
const LEAVES: Readonly<Record<string, (object: AccountObject, view: AccountView) => BackendView>> = {
  TunnelGroupBackend: tunnelGroup,
  StaticBackend(object, view) {
    const { address, tls } = object.props;
    if (isHidden([address, tls])) return unseen(object, view);
    const isTls = isRecord(tls) && tls.enabled === true;
    return {
      text: `${object.name} (${String(address)}${isTls ? " by TLS" : ""})`,
      content: JSON.stringify([object.className, address, isTls]),
    };
  },
  HttpResponseBackend(object, view) {
    const { statusCode, body, headers } = object.props;
    if (isHidden([statusCode, body, headers])) return unseen(object, view);
    const status = statusCode ?? 200;
    const sorted = Object.entries(isRecord(headers) ? headers : {}).sort();
    return {
      text: `${object.name} (a response with status ${String(status)})`,
      content: JSON.stringify([object.className, status, body ?? "", sorted]),
    };
  },
};

/** A backend whose content is not seen: the same on both sides where the change does not affect it. */
const unseen = (object: AccountObject, view: AccountView): BackendView => ({
  text: object.name,
  content: versionOf({ object, view, path: [] }),
});

function tunnelGroup(object: AccountObject, view: AccountView): BackendView {
  const { labels } = object.props;
  if (isHidden(labels)) return unseen(object, view);
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
