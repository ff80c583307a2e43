import { existsSync, readFileSync } from "node:fs";
import type { EngineEvent, PropertyDiff, StepEventMetadata } from "@pulumi/pulumi/automation";

/** The engine's step for a resource. */
export interface EngineStep {
  /** Operation, such as `same`, `create`, `update`, `delete`, `create-replacement`, `replace`, or `delete-replaced`. */
  op: string;
  urn: string;
  type: string;
  /** The resource's name in the program. */
  name: string;
  /** Top-level properties that differ. */
  diffs: string[];
  /** Kinds of differences by property path, such as `rules[0].cidr: update-replace`. */
  detailedDiff: Record<string, PropertyDiff["diffKind"]>;
  /** Properties that force a replacement. */
  replaceReasons: string[];
  /** State after the step, with secrets masked by the engine. */
  new?: ResourceState;
}

export interface ResourceState {
  id: string;
  inputs: Record<string, unknown>;
  outputs: Record<string, unknown>;
}

export interface Diagnostic {
  severity: string;
  message: string;
  /** Name of the resource that the message belongs to, if any. */
  name?: string;
}

/**
 * Reads the event log of one command.
 *
 * @param planning - True to return the steps of the preview: an `up` with a preview logs both.
 */
export function readEventLog(
  file: string,
  planning: boolean,
): { steps: EngineStep[]; diagnostics: Diagnostic[] } {
  const steps: EngineStep[] = [];
  const diagnostics: Diagnostic[] = [];
  const open = new Map<string, EngineStep>();
  for (const event of readEvents(file)) {
    const { resourcePreEvent, resOutputsEvent, resOpFailedEvent, diagnosticEvent } = event;
    if (diagnosticEvent !== undefined) {
      const { severity, message, urn } = diagnosticEvent;
      diagnostics.push({ severity, message: withoutColor(message), ...(urn ? { name: nameOf(urn) } : {}) });
    }
    if (resourcePreEvent !== undefined && (resourcePreEvent.planning ?? false) === planning) {
      const { metadata } = resourcePreEvent;
      if (isManagedResource(metadata)) {
        const step = parseStep(metadata);
        open.set(keyOf(metadata), step);
        steps.push(step);
      }
    }
    const ended = resOutputsEvent ?? resOpFailedEvent;
    if (ended !== undefined && (resOutputsEvent?.planning ?? planning) === planning) {
      const { metadata } = ended;
      // A refresh reports only at its end if the object was changed or deleted.
      const step = open.get(keyOf(metadata)) ?? open.get(`refresh ${metadata.urn}`);
      if (step !== undefined) Object.assign(step, parseStep(metadata));
    }
  }
  return { steps, diagnostics };
}

function readEvents(file: string): EngineEvent[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  // The last line of a killed command may be half written.
  return lines.flatMap((line, index) => {
    try {
      return line === "" ? [] : [JSON.parse(line) as EngineEvent];
    } catch (error) {
      if (index === lines.length - 1) return [];
      throw error;
    }
  });
}

const keyOf = ({ op, urn }: StepEventMetadata) => `${op} ${urn}`;
const nameOf = (urn: string) => urn.slice(urn.lastIndexOf("::") + 2);
const isManagedResource = ({ type }: StepEventMetadata) => !type.startsWith("pulumi:");

// The engine marks colors with tags such as <{%reset%}>, even with --color never.
const withoutColor = (text: string) => text.replace(/<\{%.*?%\}>/g, "").trim();

function parseStep(metadata: StepEventMetadata): EngineStep {
  const { op, urn, type, diffs, keys, detailedDiff } = metadata;
  const kinds = Object.entries(detailedDiff ?? {}).map(([path, { diffKind }]) => [path, diffKind] as const);
  return {
    op,
    urn,
    type,
    name: nameOf(urn),
    diffs: diffs ?? [],
    detailedDiff: Object.fromEntries(kinds),
    replaceReasons: keys ?? [],
    ...stateAfter(metadata.new),
  };
}

function stateAfter(state: StepEventMetadata["new"]): Partial<EngineStep> {
  if (state === undefined || state === null) return {};
  return { new: { id: state.id, inputs: state.inputs ?? {}, outputs: state.outputs ?? {} } };
}
