import { type AccountObject, type BothSides, isHidden } from "../account";
import { touches } from "../preview";
import { addressKey, EDGE_CLASSES, namedAddresses } from "./hostports";
import { type Modules, mayShareClients } from "./reach";

/** An object whose address the preview masks, so that access there is not judged. */
export interface MaskedPlace {
  readonly label: string;
  readonly urn: string;
  /** True if the change removes or moves the object, so that nothing else about it can be judged. */
  readonly isMoved: boolean;
}

/** Groups of classes that compete for requests, with the inputs that determine where an object responds. */
const GROUPS: readonly Readonly<Record<string, readonly string[]>>[] = [
  { Endpoint: ["url"], ...Object.fromEntries(EDGE_CLASSES.map((name) => [name, ["hostports"]])) },
  { HttpsEdgeRoute: ["edgeId", "match", "matchType"] },
];

/**
 * Finds objects that are removed from a masked address, or move from or to one. Also finds objects with a masked address
 * that may take over a vacated address: a masked host may match or be any wildcard, and a masked edge may be any edge.
 */
export function findMaskedPlaces({ before, after }: BothSides<Modules>): MaskedPlace[] {
  return GROUPS.flatMap((inputsOf) => {
    const placeInputs = ({ className }: AccountObject) => inputsOf[className] ?? [];
    const isMasked = (object: AccountObject | undefined) =>
      object !== undefined && placeInputs(object).some((input) => isHidden(object.props[input]));
    const objectsIn = ({ view }: Modules) => Object.keys(inputsOf).flatMap((name) => view.of(name));
    const addressesOf = (object: AccountObject) => namedAddresses(object).map(addressKey);
    const [objectsBefore, objectsAfter] = [objectsIn(before), objectsIn(after)];
    const addressesAfter = new Set(objectsAfter.flatMap(addressesOf));
    const vacating = objectsBefore.filter((object) => {
      const later = after.view.find(object.urn);
      const isMoved = later === undefined || placeInputs(later).some((input) => touches(later.change, input));
      const addresses = addressesOf(object);
      const isStillNamed = addresses.length > 0 && addresses.every((address) => addressesAfter.has(address));
      return isMoved && (isMasked(later) || !isStillNamed);
    });
    const moved = vacating.filter((object) => isMasked(object) || isMasked(after.view.find(object.urn)));
    const takingOver = objectsAfter.filter(
      (object) =>
        isMasked(object) &&
        !moved.some(({ urn }) => urn === object.urn) &&
        vacating.some((other) => other.urn !== object.urn && mayShareClients(other, object)),
    );
    return [...moved, ...takingOver].map((object) => ({
      label: `${object.className} ${object.name}`,
      urn: object.urn,
      isMoved: moved.includes(object),
    }));
  });
}
