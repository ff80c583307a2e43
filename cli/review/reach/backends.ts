import { isRecord } from "../../../provider/inspect";
import { type AccountObject, isHidden, type Target } from "../account";
import { possibleTargets, type ValueSite, versionOf } from "./guards";

export interface BackendDescription {
  readonly text: string;
  /**
   * Equal if requests end in the same place: the same tunnels in the same proportions, an address, or a fixed response.
   * Hidden settings count as equal unless the change affects them.
   */
  readonly content: string;
}

/** Recursion limit, in case backends form a cycle. */
const MAX_DEPTH = 8;

/** @param referrer - The input that refers to the backend. */
export function describeBackend(target: Target, referrer: ValueSite, depth = 0): BackendDescription {
  const { view } = referrer;
  if (target.kind === "elsewhere") return { text: target.id, content: target.id };
  if (target.kind === "unknown") {
    const classes = [...Object.keys(LEAVES), "WeightedBackend", "FailoverBackend"];
    // Equal on both sides unless the change affects the reference, or a backend that it may refer to.
    const candidates = classes.flatMap((name) => possibleTargets(view, name));
    const sites = [referrer, ...candidates.map((object) => ({ view, object, path: [] }))];
    return { text: "a backend that is secret or unknown", content: sites.map(versionOf).join(" ") };
  }
  if (target.kind === "gone") return { text: `${target.object.name} (deleted)`, content: "" };
  const { object } = target;
  if (depth > MAX_DEPTH) return { text: object.name, content: object.urn };
  const leaf = LEAVES[object.className];
  if (leaf) {
    const isVisible = !object.isUnread && !leaf.inputs.some((key) => isHidden(object.props[key]));
    return isVisible
      ? leaf.describe(object)
      : { text: object.name, content: versionOf({ object, view, path: [] }) };
  }
  const site = { view, object, path: ["backends"] };
  const children = view.targetsOf(object, "backends").map((child) => ({
    backend: describeBackend(child, site, depth + 1),
    weight: weightOf(object, child),
  }));
  const targets = children.map(({ backend, weight }) =>
    weight === undefined ? backend.text : `${backend.text} × ${isHidden(weight) ? "?" : weight}`,
  );
  const isWeightHidden = children.some(({ weight }) => isHidden(weight));
  return {
    text: `${object.name} (${targets.join(", ") || "no backend"})`,
    content: JSON.stringify([
      object.className,
      children.map(({ backend, weight }) => [backend.content, weight]),
      isWeightHidden ? versionOf(site) : "",
    ]),
  };
}

interface Leaf {
  /** The inputs that determine the destination. */
  readonly inputs: readonly string[];
  readonly describe: (object: AccountObject) => BackendDescription;
}

/** Backends that don't refer to other backends. */
const LEAVES: Readonly<Record<string, Leaf>> = {
  TunnelGroupBackend: {
    inputs: ["labels"],
    describe({ name, props }) {
      const pairs = Object.entries(isRecord(props.labels) ? props.labels : {})
        .map(([key, value]) => `${key}=${String(value)}`)
        .sort();
      return {
        text: `${name} (tunnels with ${pairs.join(", ") || "any labels"})`,
        content: pairs.join("\n"),
      };
    },
  },
  StaticBackend: {
    inputs: ["address", "tls"],
    describe({ name, className, props: { address, tls } }) {
      const isTls = isRecord(tls) && tls.enabled === true;
      return {
        text: `${name} (${String(address)}${isTls ? " over TLS" : ""})`,
        content: JSON.stringify([className, address, isTls]),
      };
    },
  },
  HttpResponseBackend: {
    inputs: ["statusCode", "body", "headers"],
    describe({ name, className, props: { statusCode, body, headers } }) {
      const status = statusCode ?? 200;
      const sorted = Object.entries(isRecord(headers) ? headers : {}).sort();
      return {
        text: `${name} (a response with status ${String(status)})`,
        content: JSON.stringify([className, status, body ?? "", sorted]),
      };
    },
  },
};

function weightOf(object: AccountObject, child: Target): unknown {
  if (object.className !== "WeightedBackend") return undefined;
  const weights = (object.props.backends ?? {}) as Record<string, unknown>;
  const id = child.kind === "object" ? child.object.id : child.kind === "elsewhere" ? child.id : undefined;
  return id === undefined ? undefined : weights[id];
}
