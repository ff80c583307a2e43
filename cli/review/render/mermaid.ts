import { mermaidText } from "../../common";
import type { Report } from "../report";

const CLASSES = `classDef create fill:#dafbe1,stroke:#1a7f37,color:#000
classDef import fill:#ddf4ff,stroke:#0969da,color:#000
classDef update fill:#fff8c5,stroke:#9a6700,color:#000
classDef replace fill:#fbefff,stroke:#8250df,color:#000
classDef delete fill:#ffebe9,stroke:#cf222e,color:#000
classDef opened stroke:#cf222e,stroke-width:4px`;

/** Renders the changed part of the account as a Mermaid diagram; empty if there is nothing to draw. */
export function mermaid({ nodes, edges }: Report["graph"]): string {
  if (nodes.length === 0) return "";
  const names = new Map(nodes.map(({ id }, n) => [id, `n${n}`]));
  const boxes = nodes.map(({ id, className, label, kind }) => {
    const style = kind === "same" ? "" : `:::${kind}`;
    return `  ${names.get(id)}["${mermaidText(className)}<br/>${mermaidText(label)}"]${style}`;
  });
  const opened = nodes.filter(({ isOpened }) => isOpened).map(({ id }) => names.get(id));
  const arrows = edges.map(({ from, to, input, is }) => {
    const arrow = is === "kept" ? "-->" : is === "added" ? "==>" : "-.->";
    const label = is === "kept" ? input : `${input} (${is})`;
    return `  ${names.get(from)} ${arrow}|"${mermaidText(label)}"| ${names.get(to)}`;
  });
  const marked = opened.length > 0 ? [`  class ${opened.join(",")} opened`] : [];
  return [
    "flowchart LR",
    ...boxes,
    ...arrows,
    ...marked,
    ...CLASSES.split("\n").map((line) => `  ${line}`),
  ].join("\n");
}
