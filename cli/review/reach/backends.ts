import type { AccountObject, AccountView, Target } from "../account";
import { isHidden } from "../account";

/** Where traffic ends up. */
export interface BackendView {
  /** In a few words. */
  readonly text: string;
  /** Equal for backends that lead to the same tunnels in the same shares. */
  readonly content: string;
}

/** Deeper than any sensible chain of backends; a circle ends here. */
const DEEPEST = 8;

export function backendOf(view: AccountView, target: Target | undefined, depth = 0): BackendView | undefined {
  if (!target) return undefined;
  if (target.kind === "elsewhere") return { text: target.id, content: target.id };
  if (target.kind === "unknown")
    return { text: "a backend that is not known yet", content: `unknown ${view.side}` };
  if (target.kind === "gone") return { text: `${target.object.name}, which is deleted`, content: "" };
  const { object } = target;
  if (depth > DEEPEST) return { text: object.name, content: object.urn };
  if (object.className === "TunnelGroupBackend") return tunnelGroup(object, view);
  const children = view.targetsOf(object, "backends").map((child) => ({
    backend: backendOf(view, child, depth + 1),
    weight: weightOf(object, child),
  }));
  const targets = children.map(({ backend, weight }) =>
    weight === undefined ? backend?.text : `${backend?.text} × ${weight}`,
  );
  return {
    text: `${object.name} (${targets.join(", ") || "no backend"})`,
    content: JSON.stringify([
      object.className,
      children.map(({ backend, weight }) => [backend?.content, weight]),
    ]),
  };
}

function tunnelGroup(object: AccountObject, view: AccountView): BackendView {
  const { labels } = object.props;
  if (object.isUnread || isHidden(labels))
    return { text: object.name, content: `${object.urn} ${view.side}` };
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
