import { Graph, layout } from "@dagrejs/dagre";
import { htmlText } from "../../common";
import type { Report } from "../report";

const HEIGHT = 44;
const CHARACTER_WIDTH = 7.5;
const SMALL_CHARACTER_WIDTH = 6;

/** Renders the changed part of the account as SVG without scripts; empty if there is nothing to draw. */
export function svg({ nodes, edges }: Report["graph"]): string {
  if (nodes.length === 0) return "";
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: "LR", nodesep: 18, ranksep: 120, marginx: 8, marginy: 8 });
  for (const { id, className, label } of nodes) {
    const width = Math.max(90, Math.max(className.length, label.length) * CHARACTER_WIDTH + 20);
    graph.setNode(id, { width, height: HEIGHT });
  }
  for (const { from, to, input } of edges)
    graph.setEdge(
      from,
      to,
      { width: input.length * SMALL_CHARACTER_WIDTH, height: 14, labelpos: "c" },
      input,
    );
  layout(graph);
  const boxes = nodes.map(({ id, className, label, kind, isOpened }) => {
    const { x, y, width, height } = graph.node(id) as Point & { width: number; height: number };
    const marks = `${kind}${isOpened ? " opened" : ""}`;
    return `<g class="node ${marks}"><title>${htmlText(`${className} ${label}: ${kind}`)}</title><rect x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}" rx="6"/><text x="${x}" y="${y - 5}" class="class">${htmlText(className)}</text><text x="${x}" y="${y + 12}">${htmlText(label)}</text></g>`;
  });
  const arrows = edges.map(({ from, to, input, is }) => {
    const { points, x, y } = graph.edge(from, to, input) as Point & { points: readonly Point[] };
    const path = points
      .map(({ x, y }, n) => `${n === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`)
      .join(" ");
    return `<g class="edge ${is}"><path d="${path}" marker-end="url(#arrow)"/><text x="${x}" y="${y + 4}">${htmlText(input)}</text></g>`;
  });
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${Math.ceil(width)} ${Math.ceil(height)}" width="${Math.ceil(width)}" height="${Math.ceil(height)}" role="img" aria-label="Changed objects and their references"><defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerUnits="userSpaceOnUse" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>${arrows.join("")}${boxes.join("")}</svg>`;
}

type Point = { readonly x: number; readonly y: number };
