import type { AccessDiagram } from "./access-diagrams";
import type { NamedGuard } from "./access-model";
import { TRUE } from "./decision-diagrams";
import { countWords, MAX_WORDS, type Side, targetsSignInPage, WHEN } from "./descriptions";
import { guardText, type TrafficPolicy } from "./guard-model";
import {
  type AccessChange,
  type ClientDescription,
  type Opening,
  type OpeningGroup,
  summarize,
} from "./opening";
import { shortList } from "./phrases";

export function describeChange(
  opened: readonly OpeningGroup[],
  closed: readonly OpeningGroup[],
  before: AccessDiagram,
  after: AccessDiagram,
): Pick<AccessChange, "gainsAccess" | "losesAccess" | "stillRequired"> {
  const guardNames = [...new Set(opened.map(({ guardName }) => guardName))];
  const onlyGuard = guardNames.length === 1 ? guardNames[0] : undefined;
  const isGuardKept = opened.some((group) => group.isKept);
  // If no single module opened, the policy itself may have opened, so it isn't listed as still required.
  const policies = onlyGuard !== undefined || isGuardKept ? denyingPolicies(after) : [];
  const required = [...requiredGuards(after), ...policies];
  return {
    gainsAccess: describeGroups(opened, after, "before"),
    losesAccess: describeGroups(closed, before, "after"),
    // For new access, each sentence names the guards already.
    stillRequired: opened.every(({ isNewAccess }) => isNewAccess)
      ? []
      : required
          // A client phrase, as of the internal binding, says how requests arrive, not what clients must meet.
          .filter(({ name, clientPhrase }) => name !== onlyGuard && clientPhrase === undefined)
          .map(({ name, text }) => `${name} (${text})`),
  };
}

interface RequiredGuard extends Pick<NamedGuard, "name" | "clientPhrase"> {
  readonly text: string;
}

/** Guards that deny someone, without service defaults. */
const requiredGuards = ({ members }: AccessDiagram): readonly RequiredGuard[] => {
  const guards = members.flatMap(({ requirements }) =>
    requirements.flatMap(({ guard: { name, guard, isServiceDefault, clientPhrase }, met }) =>
      met === TRUE || isServiceDefault ? [] : [{ name, text: guardText(guard), clientPhrase }],
    ),
  );
  return [...new Map(guards.map((guard) => [`${guard.name} ${guard.text}`, guard])).values()];
};

/** True if a rule may block requests or send them elsewhere; also for a policy that cannot be read. */
const restrictsAccess = ({ reading }: TrafficPolicy): boolean =>
  reading?.rules.some(({ actions }) =>
    actions.some(
      (action) =>
        /^(?:refuses|redirects|forwards|unknown)$/.test(action.effect) ||
        (action.effect === "guards" && action.isEnforced),
    ),
  ) ?? true;

const denyingPolicies = ({ members }: AccessDiagram): readonly RequiredGuard[] =>
  members.flatMap(({ policy, policyMayDeny }) =>
    policy !== undefined && policyMayDeny && restrictsAccess(policy)
      ? [{ name: "traffic policy", text: guardText(policy) }]
      : [],
  );

/** Maximum number of sentences, before a summary of the others. */
const MAX_SENTENCES = 6;

/** Maximum number of kinds of clients, or of guards, that a sentence names. */
const MAX_NAMED = 2;

/** Describes the clients that `diagram` allows, but `side`, the other side of the change, denies. */
function describeGroups(
  groups: readonly OpeningGroup[],
  diagram: AccessDiagram,
  side: Side,
): readonly ClientDescription[] {
  const descriptions = groups.flatMap((group): ClientDescription[] => {
    const { openings, removedGuard, guardName } = group;
    const gainsGeneralAccess = openings.every(({ gainText }) => gainText === "");
    if (removedGuard !== undefined && gainsGeneralAccess) {
      const allowed = side === "before" ? "which allowed" : "which allows";
      const who = `everybody ${WHEN[side]} blocked by ${guardName} (${allowed} ${removedGuard})`;
      return [describeOpenings(openings, who)];
    }
    const openingsByReason = Map.groupBy(openings, ({ isCertain, what, keptOutBy, to }) =>
      JSON.stringify([isCertain, what, keptOutBy, to]),
    );
    return [...openingsByReason.values()].map((sameReason) =>
      describeOpenings(sameReason, sentenceFor(sameReason, group, diagram, side)),
    );
  });
  const sorted = descriptions.toSorted((left, right) => Number(right.isCertain) - Number(left.isCertain));
  // Keeps the first of equal sentences. Definite ones come first.
  const distinct = sorted.filter(
    ({ who }, index) => sorted.findIndex((other) => other.who === who) === index,
  );
  const rest = distinct.slice(MAX_SENTENCES);
  return rest.length === 0 ? distinct : [...distinct.slice(0, MAX_SENTENCES), summarize(rest)];
}

const describeOpenings = (openings: readonly Opening[], who: string): ClientDescription => ({
  who,
  isCertain: openings.some(({ isCertain }) => isCertain),
  witness: openings.find(({ witness }) => witness !== null)?.witness ?? null,
  // The openings that summaries stand for weren't counted, so only the lower bound 0 is known.
  ...(openings.every(({ isSummary }) => isSummary) && { more: { kinds: 0, isAtLeast: true } }),
});

function sentenceFor(
  openings: readonly Opening[],
  group: OpeningGroup,
  diagram: AccessDiagram,
  side: Side,
): string {
  const [{ keptOutBy, to, gainText }] = openings as [Opening];
  // Clients that only reach a sign-in page are named only if there are no other clients.
  const withoutSignIn = openings.filter(({ answers }) => !targetsSignInPage(answers));
  const relevant = withoutSignIn.length > 0 ? withoutSignIn : openings;
  const kinds = [...new Set(relevant.map(({ who }) => who))];
  const count = countWords(kinds.slice(0, MAX_NAMED).join(" ")) <= MAX_WORDS ? MAX_NAMED : 1;
  const named = kinds.slice(0, count).join(", or ");
  const rest = kinds.length > count ? `, and ${kinds.length - count} more` : "";
  const { everybody, suffix } = describeGuardsToPass(group, diagram, side);
  const clients = kinds.includes("everybody") ? everybody : `${named}${rest}${suffix}`;
  // Reports list the module as a changed guard. Clients that reach another destination weren't blocked.
  const needsNoReason = group.guardName !== undefined || to !== undefined;
  // If nobody had access, a module blocked everybody, so it doesn't explain why these clients were blocked. A rule may.
  const isUninformative = keptOutBy === null || (group.isNewAccess && !keptOutBy.startsWith("rule "));
  return `${clients}${gainText}${needsNoReason || isUninformative ? "" : `; ${WHEN[side]} blocked by ${keptOutBy}`}`;
}

/** `everybody`: all clients that pass the guards. `suffix`: for a sentence about some of them. */
function describeGuardsToPass(
  { isNewAccess, isKept }: OpeningGroup,
  diagram: AccessDiagram,
  side: Side,
): { readonly everybody: string; readonly suffix: string } {
  let guards: readonly RequiredGuard[] = [];
  if (isNewAccess) guards = requiredGuards(diagram);
  // Only for clients that lose access, because `stillRequired` lists the policies for those that gain it.
  else if (isKept && side === "after") guards = denyingPolicies(diagram);
  const phrases = guards.flatMap(({ clientPhrase = [] }) => clientPhrase);
  const passed = guards
    .filter(({ clientPhrase }) => clientPhrase === undefined)
    .map(({ name, text }) => `${name} (${text})`);
  const passedText = shortList(passed, MAX_NAMED);
  const conditions = [...phrases, ...(passed.length > 0 ? [`that pass ${passedText}`] : [])].join(", ");
  if (conditions === "") return { everybody: "everybody", suffix: "" };
  return {
    everybody: phrases.length === 0 ? `everybody who passes ${passedText}` : `requests ${conditions}`,
    suffix: `, ${conditions}`,
  };
}
