import {
  CheckFailure,
  type CheckRequest,
  CheckResponse,
  type CreateRequest,
  CreateResponse,
  type DeleteRequest,
  type DiffRequest,
  DiffResponse,
  PropertyDiff,
  type ReadRequest,
  ReadResponse,
  type UpdateRequest,
  UpdateResponse,
} from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { creatorOf } from "../../account/process/stack-identity";
import { UnknownSettingError } from "../../account/settings/settings";
import { withSecretKeys } from "../../account/values/secrets";
import { FILLED_IN } from "../../family/embedded";
import { hasOnlyId, type Inputs, type PropertyChange, type ReadResult, type State } from "../../lifecycle";
import { UnfinishedError } from "../operations/errors";
import type { FamilyOperations, StoredObject } from "../operations/operations";
import { type Classes, placeIn, placeInStack } from "./classes";
import { withoutIgnored } from "./ignored";
import type { Limits } from "./limits";
import {
  keepSecrets,
  markSecretKeys,
  pathText,
  secretKeysIn,
  shownSecretsIn,
  structOf,
  valuesOf,
  valuesWithout,
  wholeSecretsIn,
} from "./values";

const { DiffChanges } = DiffResponse;
const { Kind } = PropertyDiff;

const KINDS = {
  add: { inPlace: Kind.ADD, replacing: Kind.ADD_REPLACE },
  delete: { inPlace: Kind.DELETE, replacing: Kind.DELETE_REPLACE },
  update: { inPlace: Kind.UPDATE, replacing: Kind.UPDATE_REPLACE },
} as const;

export class Resources {
  /** Resources that have an object, and whether the engine has named it. */
  private readonly hasNamedObject = new Map<string, boolean>();
  /** Resources that the program declares: a refresh compares others too, and checks nothing. */
  private readonly checked = new Set<string>();
  /** Resources whose object was read by its id alone and not compared since, with the reason that they must not import it. */
  private readonly imported = new Map<string, string | undefined>();

  constructor(
    private readonly classes: Classes,
    private readonly limits: Limits,
  ) {}

  async check(request: CheckRequest): Promise<CheckResponse> {
    const operations = await this.classes.of(request.getUrn());
    const before = valuesOf(request.getOlds());
    this.checked.add(request.getUrn());
    if (Object.keys(before).length > 0) this.hasNamedObject.set(request.getUrn(), false);
    const program = request.getNews();
    const secrets = secretKeysIn(program);
    operations.warnOfPlainSecrets(valuesWithout(program, FILLED_IN));
    // `pulumi import` compares nothing: it checks and then records the object, whatever the check says.
    const conflict = this.imported.get(request.getUrn());
    if (conflict !== undefined) operations.values.warn(conflict);
    const { inputs, failures } = await operations.check({
      inputs: valuesOf(program),
      before,
      hidden: wholeSecretsIn(program),
      isShown: (input) => !secrets.includes(input),
      place: placeInStack(request.getUrn()),
      // The engine keeps it in an update plan, so that a preview and its update have the same inputs.
      seed: request.getRandomseed_asU8(),
    });
    const response = new CheckResponse().setInputs(this.marked(operations, inputs, program));
    if (failures.length === 0) return response;
    // Loaded only here, so that programs without mistakes start without it.
    const { inWordsOfProgram } = await import("./languages.js");
    return response.setFailuresList(
      failures.map(({ property, reason }) =>
        new CheckFailure()
          .setProperty(property.toWellFormed())
          .setReason(inWordsOfProgram(reason, operations.values.shape).toWellFormed()),
      ),
    );
  }

  async diff(request: DiffRequest): Promise<DiffResponse> {
    const operations = await this.classes.of(request.getUrn());
    const stored = storedIn(request);
    const compared = {
      id: request.getId(),
      state: valuesOf(request.getOlds()),
      inputs: withoutIgnored(request.getIgnorechangesList(), stored, valuesOf(request.getNews())),
      stored,
    };
    this.hasNamedObject.set(request.getUrn(), true);
    const { changed, replaces, deleteBeforeReplace, changes } = await this.limits.run(0, () =>
      operations.diff({
        ...compared,
        creatorsIn: () => [creatorIn(request)],
        conflict: this.imported.get(request.getUrn()),
        places: () => (this.checked.has(request.getUrn()) ? [placeInStack(request.getUrn())] : []),
      }),
    );
    const response = new DiffResponse().setChanges(changed ? DiffChanges.DIFF_SOME : DiffChanges.DIFF_NONE);
    if (!changed) {
      // A state in which an input was not secret shows it and what is made of it: an update that writes nothing corrects
      // it. It names no keys, since no value changes and `replaceOnChanges` would replace the object.
      return this.hasShownSecrets(operations, request)
        ? response.setChanges(DiffChanges.DIFF_SOME)
        : response;
    }
    const detailed = response.getDetaileddiffMap();
    for (const change of changes)
      detailed.set(pathText(change.path), propertyDiff(change, replaces.includes(String(change.path[0]))));
    const keys = new Set(changes.map(({ path }) => String(path[0])));
    // Not every reason for a replacement is an input: another account, or an output that says when it is due.
    for (const key of replaces.filter((reason) => !keys.has(reason)))
      detailed.set(key, new PropertyDiff().setKind(Kind.UPDATE_REPLACE));
    return response
      .setReplacesList([...replaces])
      .setDeletebeforereplace(deleteBeforeReplace)
      .setDiffsList([...new Set([...keys, ...replaces])])
      .setHasdetaileddiff(true);
  }

  /**
   * True if a state shows what the program has made secret. False in an import by the program, which fails on any
   * difference and stores what was read before the program was known, and in a refresh.
   */
  private hasShownSecrets(operations: FamilyOperations, request: DiffRequest): boolean {
    const isImport = this.imported.delete(request.getUrn());
    if (isImport || !this.checked.has(request.getUrn())) return false;
    const program = request.getNews();
    const made = operations.values.secretOutputs(secretKeysIn(program));
    return shownSecretsIn(request.getOlds(), program, made).length > 0;
  }

  async create(request: CreateRequest): Promise<CreateResponse> {
    const urn = request.getUrn();
    const operations = await this.classes.of(urn);
    const inputs = valuesOf(request.getProperties());
    if (request.getPreview()) {
      const { id = "", state } = operations.planned(inputs);
      return new CreateResponse()
        .setId(id)
        .setProperties(this.marked(operations, state, request.getProperties()));
    }
    const creator = creatorOf(placeIn(urn), this.hasNamedObject.get(urn) === false);
    const { id, state } = await this.limits
      .run(request.getTimeout(), () => operations.create(inputs, () => creator))
      .catch((error: unknown) => this.failed(operations, error, request.getProperties()));
    return new CreateResponse()
      .setId(id)
      .setProperties(this.marked(operations, state, request.getProperties()));
  }

  async read(request: ReadRequest): Promise<ReadResponse> {
    const operations = await this.classes.of(request.getUrn());
    const [id, state, inputs] = [request.getId(), request.getProperties(), request.getInputs()];
    const urn = request.getUrn();
    const values = valuesOf(state);
    const isImport = hasOnlyId(values);
    const reader = isImport ? creatorOf(placeIn(urn), true) : undefined;
    const found = await this.limits.run(request.getTimeout(), () =>
      foundOrUnknown(operations, { id, state: values, stored: valuesOf(inputs), reader }),
    );
    // `get` looks the same, but never compares.
    if (isImport) this.imported.set(urn, found?.conflict);
    // An empty response means "gone".
    if (!found) return new ReadResponse();
    return new ReadResponse()
      .setId(found.id)
      .setProperties(this.marked(operations, found.state, state, inputs))
      .setInputs(this.marked(operations, found.inputs, inputs ?? state, state));
  }

  async update(request: UpdateRequest): Promise<UpdateResponse> {
    const operations = await this.classes.of(request.getUrn());
    const [id, before, inputs] = [request.getId(), valuesOf(request.getOlds()), valuesOf(request.getNews())];
    const existing = { id, state: before, stored: storedIn(request) };
    const state = request.getPreview()
      ? operations.planned(inputs, existing).state
      : await this.limits
          .run(request.getTimeout(), () =>
            operations.update({ ...existing, inputs, creatorsIn: () => [creatorIn(request)] }),
          )
          .catch((error: unknown) => this.failed(operations, error, request.getNews()));
    return new UpdateResponse().setProperties(this.marked(operations, state, request.getNews()));
  }

  /**
   * Values with what is secret in the message that they answer, and with what is made of secret inputs.
   *
   * @param inputs - Where else the engine tells which inputs are secret.
   */
  private marked(
    operations: FamilyOperations,
    values: Inputs | State,
    given: Struct | undefined,
    inputs: Struct | undefined = given,
  ): Struct {
    const made = operations.values.secretOutputs([...secretKeysIn(given), ...secretKeysIn(inputs)]);
    return structOf(markSecretKeys(keepSecrets(values, given), made));
  }

  /** The same for the state of an object that is not finished: all of an input that holds a secret. */
  private failed(operations: FamilyOperations, error: unknown, given: Struct | undefined): never {
    if (!(error instanceof UnfinishedError)) throw error;
    const secrets = secretKeysIn(given);
    const state = withSecretKeys(error.state, [...secrets, ...operations.values.secretOutputs(secrets)]);
    throw new UnfinishedError(error.message, error.id, state, error.reasons);
  }

  async delete(request: DeleteRequest): Promise<Empty> {
    const operations = await this.classes.of(request.getUrn());
    await this.limits.run(request.getTimeout(), () =>
      operations.delete({ id: request.getId(), state: valuesOf(request.getProperties()) }),
    );
    return new Empty();
  }
}

const creatorIn = (request: DiffRequest | UpdateRequest) => creatorOf(placeIn(request.getUrn()), true);

/** The inputs that the engine has stored with a state; older engines do not pass them. */
const storedIn = (request: DiffRequest | UpdateRequest): Inputs | undefined =>
  request.hasOldInputs() ? valuesOf(request.getOldInputs()) : undefined;

const propertyDiff = ({ kind, isInProgram }: PropertyChange, isReplacing: boolean) =>
  new PropertyDiff().setKind(KINDS[kind][isReplacing ? "replacing" : "inPlace"]).setInputdiff(isInProgram);

/** An account that is not known at preview holds whatever the program asks for. */
async function foundOrUnknown(
  operations: FamilyOperations,
  object: StoredObject,
): Promise<ReadResult | undefined> {
  try {
    return await operations.read(object);
  } catch (error) {
    if (!(error instanceof UnknownSettingError)) throw error;
    return { id: object.id, state: operations.values.unknownState, inputs: {} };
  }
}
