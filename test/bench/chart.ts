import { type Contender, type Phase, phases } from "./contender";
import { caseTitle, findRow, type Row } from "./suite";

const WIDTH = 860;
const LEFT = 60;
const TOP = 64;
const PLOT = 210;
const GAP = 74;
const COLORS: Readonly<Record<Exclude<Contender, "null" | "terraform">, string>> = {
  ours: "#2f6fde",
  native: "#2a9d6a",
  plain: "#d98324",
};
const NAMES: Readonly<Record<keyof typeof COLORS, string>> = {
  ours: "this package",
  native: "this package, native",
  plain: "plain dynamic provider",
};

/**
 * Wall time of each operation as a multiple of the null provider's, which is the line at 1. One panel per latency, with
 * the largest size that can be compared.
 */
export function chartOf(rows: readonly Row[]): string {
  const panels = panelsOf(rows);
  const height = TOP + panels.length * (PLOT + GAP);
  const body = panels.map((panel, i) => panelText(rows, panel, TOP + i * (PLOT + GAP)));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-labelledby="title">
<title id="title">Wall time against the null provider</title>
<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>
<text x="${LEFT}" y="26" font-size="15" font-weight="600" fill="#1b1f24">Wall time of a command, null provider = 1</text>
${legend()}
${body.join("\n")}
</svg>
`;
}

function legend(): string {
  return (Object.entries(COLORS) as [keyof typeof COLORS, string][])
    .map(([name, color], i) => {
      const x = LEFT + i * 170;
      return `<rect x="${x}" y="38" width="12" height="12" fill="${color}"/><text x="${x + 18}" y="48" fill="#1b1f24">${NAMES[name]}</text>`;
    })
    .join("\n");
}

/** The two largest sizes of each latency, small before large. */
function panelsOf(rows: readonly Row[]): Row[] {
  const cases = new Map(
    rows
      .filter(
        ({ contender, parallel, oneCheckpoint }) =>
          contender === "null" && parallel === undefined && !oneCheckpoint,
      )
      .map((row) => [caseTitle(row), row]),
  );
  return [0, 50].flatMap((latencyMs) =>
    [...cases.values()]
      .filter((row) => row.latencyMs === latencyMs)
      .sort((a, b) => a.objects - b.objects)
      .slice(-2),
  );
}

function panelText(rows: readonly Row[], panel: Row, top: number): string {
  const bars = phases.flatMap((phase, i) => barsOf(rows, panel, phase).map((bar) => ({ ...bar, slot: i })));
  const most = Math.max(1.5, ...bars.map(({ ratio }) => ratio));
  const scale = PLOT / most;
  const slotWidth = (WIDTH - LEFT - 20) / phases.length;
  const bottom = top + 20 + PLOT;
  const line = (ratio: number, style: string) => {
    const y = (bottom - ratio * scale).toFixed(1);
    return `<line x1="${LEFT}" y1="${y}" x2="${WIDTH - 20}" y2="${y}" ${style}/><text x="${LEFT - 8}" y="${Number(y) + 4}" text-anchor="end" fill="#59636e">${ratio}</text>`;
  };
  const drawn = bars.map(({ slot, at, color, ratio }) => {
    const x = LEFT + slot * slotWidth + 12 + at * 46;
    const height = ratio * scale;
    return `<rect x="${x.toFixed(1)}" y="${(bottom - height).toFixed(1)}" width="42" height="${height.toFixed(1)}" fill="${color}"/>
<text x="${(x + 21).toFixed(1)}" y="${(bottom - height - 5).toFixed(1)}" text-anchor="middle" fill="#1b1f24">${ratio.toFixed(2)}</text>`;
  });
  const names = phases.map(
    (phase, i) =>
      `<text x="${(LEFT + i * slotWidth + 79).toFixed(1)}" y="${bottom + 18}" text-anchor="middle" fill="#1b1f24">${phase}</text>`,
  );
  return `<text x="${LEFT}" y="${top + 6}" font-weight="600" fill="#1b1f24">${caseTitle(panel)}</text>
${line(0, 'stroke="#c4cad1"')}
${drawn.join("\n")}
${line(1, 'stroke="#1b1f24" stroke-dasharray="4 3"')}
${names.join("\n")}`;
}

function barsOf(rows: readonly Row[], panel: Row, phase: Phase) {
  const yardstick = findRow(rows, panel, "null", phase);
  return (["ours", "native", "plain"] as const).flatMap((contender, at) => {
    const row = findRow(rows, panel, contender, phase);
    return row && yardstick ? [{ at, color: COLORS[contender], ratio: row.seconds / yardstick.seconds }] : [];
  });
}
