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
import { resourceIdentity } from "../../account/process/stack-identity";
import { UnknownSettingError } from "../../account/settings/settings";
import { withSecretKeys } from "../../account/values/secrets";
import { PLACEHOLDER } from "../../family/secret-paths";
import { hasOnlyId, type Inputs, type PropertyChange, type ReadResult, type State } from "../../lifecycle";
import { UnfinishedError } from "../operations/errors";
import type { FamilyOperations } from "../operations/operations";
import { type Classes, qualifiedNameIn, resourceIn } from "./classes";
import { applyIgnoreChanges } from "./ignore-changes";
import type { Limits } from "./limits";
import {
  decodeStruct,
  encodeStruct,
  exposesSecrets,
  keepSecrets,
  markSecretKeys,
  maskedValues,
  pathText,
  secretKeysIn,
  wholeSecretsIn,
} from "./values";

const { DiffChanges } = DiffResponse;
const { Kind } = PropertyDiff;

const KINDS = {
  add: { inPlace: Kind.ADD, replacing: Kind.ADD_REPLACE },
  delete: { inPlace: Kind.DELETE, replacing: Kind.DELETE_REPLACE },
  update: { inPlace: Kind.UPDATE, replacing: Kind.UPDATE_REPLACE },
} as const;

/** Implements the engine's calls about resources, which it identifies by URN. */
export class Resources {
  /** True if diff was called since check, for each resource that has an object. */
  private readonly isComparedByUrn = new Map<string, boolean>();
  /** Resources that the program declares. A refresh also compares others, and checks none. */
  private readonly checkedUrns = new Set<string>();
  /** For each resource that was read by id only and not compared since: why it must not import the object, or undefined. */
  private readonly importConflictByUrn = new Map<string, string | undefined>();

  constructor(
    private readonly classes: Classes,
    private readonly limits: Limits,
  ) {}

  async check(request: CheckRequest): Promise<CheckResponse> {
    const urn = request.getUrn();
    const operations = await this.classes.load(urn);
    const before = decodeStruct(request.getOlds());
    this.checkedUrns.add(urn);
    if (Object.keys(before).length > 0) this.isComparedByUrn.set(urn, false);
    const program = request.getNews();
    // `pulumi import` never calls diff, and records the object even if this check fails.
    const conflict = this.importConflictByUrn.get(urn);
    if (conflict !== undefined) operations.values.warn(conflict);
    const { inputs, failures } = await operations.check({
      inputs: decodeStruct(program),
      before,
      wholeSecrets: wholeSecretsIn(program),
      maskInputs: () => maskedValues(program, PLACEHOLDER),
      resource: resourceIn(urn),
      // The engine stores the seed in an update plan, so that a preview and its update get the same inputs.
      seed: request.getRandomseed_asU8(),
    });
    const response = new CheckResponse().setInputs(this.encode(operations, inputs, program));
    if (failures.length === 0) return response;
    // Loaded lazily: most programs have no failures.
    const { addProgramSpellings } = await import("./languages.js");
    return response.setFailuresList(
      failures.map((reason) =>
        new CheckFailure().setReason(addProgramSpellings(reason, operations.values.shape).toWellFormed()),
      ),
    );
  }

  async diff(request: DiffRequest): Promise<DiffResponse> {
    const urn = request.getUrn();
    const operations = await this.classes.load(urn);
    const stored = storedIn(request);
    const comparison = {
      id: request.getId(),
      state: decodeStruct(request.getOlds()),
      inputs: applyIgnoreChanges(request.getIgnorechangesList(), stored, decodeStruct(request.getNews())),
      stored,
      conflict: this.importConflictByUrn.get(urn),
      identify: () => ({
        creators: [creatorIn(request)],
        resources: this.checkedUrns.has(urn) ? [resourceIn(urn)] : [],
      }),
    };
    this.isComparedByUrn.set(urn, true);
    const diff = await this.limits.run(0, () => operations.diff(comparison));
    const { changed, replaces, deleteBeforeReplace, changes, hasOtherProvider } = diff;
    // An update that writes nothing to the service removes exposed secrets from the state, or records another Provider. The
    // diff names no keys, because `replaceOnChanges` would replace the object.
    const needsUpdate = changed || this.needsStateUpdate(operations, request, hasOtherProvider);
    const response = new DiffResponse().setChanges(
      needsUpdate ? DiffChanges.DIFF_SOME : DiffChanges.DIFF_NONE,
    );
    if (!changed) return response;
    const detailed = response.getDetaileddiffMap();
    for (const change of changes)
      detailed.set(pathText(change.path), propertyDiff(change, replaces.includes(String(change.path[0]))));
    const keys = new Set(changes.map(({ path }) => String(path[0])));
    // Not every reason for a replacement is an input, such as a move to another account.
    for (const key of replaces.filter((reason) => !keys.has(reason)))
      detailed.set(key, new PropertyDiff().setKind(Kind.UPDATE_REPLACE));
    return response
      .setReplacesList([...replaces])
      .setDeletebeforereplace(deleteBeforeReplace)
      .setDiffsList([...new Set([...keys, ...replaces])])
      .setHasdetaileddiff(true);
  }

  /** True if the unchanged object's state needs an update. Never in a refresh or for `import`, which fails on any difference. */
  private needsStateUpdate(
    operations: FamilyOperations,
    request: DiffRequest,
    hasOtherProvider: boolean,
  ): boolean {
    const isImport = this.importConflictByUrn.delete(request.getUrn());
    if (isImport || !this.checkedUrns.has(request.getUrn())) return false;
    const computed = operations.values.secretOutputs(secretKeysIn(request.getNews()));
    return hasOtherProvider || exposesSecrets(request.getOlds(), request.getNews(), computed);
  }

  async create(request: CreateRequest): Promise<CreateResponse> {
    const urn = request.getUrn();
    const operations = await this.classes.load(urn);
    const program = request.getProperties();
    const inputs = decodeStruct(program);
    // The engine calls no diff before a forced replacement, such as by `--replace`.
    const isForced = this.isComparedByUrn.get(urn) === false;
    const creator = resourceIdentity(qualifiedNameIn(urn), isForced);
    const { id = "", state } = request.getPreview()
      ? operations.planned(inputs)
      : await this.limits
          .run(request.getTimeout(), () => operations.create(inputs, () => creator))
          .catch((error: unknown) => this.fail(operations, error, program));
    return new CreateResponse().setId(id).setProperties(this.encode(operations, state, program));
  }

  async read(request: ReadRequest): Promise<ReadResponse> {
    const urn = request.getUrn();
    const operations = await this.classes.load(urn);
    const [id, state, inputs] = [request.getId(), request.getProperties(), request.getInputs()];
    const values = decodeStruct(state);
    // True for `get` too, but no diff follows that.
    const isImport = hasOnlyId(values);
    const reader = isImport ? resourceIdentity(qualifiedNameIn(urn), true) : undefined;
    const object = { id, state: values, stored: decodeStruct(inputs), reader };
    const result = await this.limits
      .run(request.getTimeout(), () => operations.read(object))
      .catch((error: unknown): ReadResult => {
        // During a preview, the account may be unknown.
        if (!(error instanceof UnknownSettingError)) throw error;
        return { id, state: operations.values.unknownState, inputs: {} };
      });
    if (isImport) this.importConflictByUrn.set(urn, result?.conflict);
    // An empty response means that the object is gone.
    if (!result) return new ReadResponse();
    return new ReadResponse()
      .setId(result.id)
      .setProperties(this.encode(operations, result.state, state, inputs))
      .setInputs(this.encode(operations, result.inputs, inputs ?? state, state));
  }

  async update(request: UpdateRequest): Promise<UpdateResponse> {
    const operations = await this.classes.load(request.getUrn());
    const program = request.getNews();
    const inputs = decodeStruct(program);
    const existing = {
      id: request.getId(),
      state: decodeStruct(request.getOlds()),
      stored: storedIn(request),
    };
    const update = { ...existing, inputs, creators: () => [creatorIn(request)] };
    const state = request.getPreview()
      ? operations.planned(inputs, existing).state
      : await this.limits
          .run(request.getTimeout(), () => operations.update(update))
          .catch((error: unknown) => this.fail(operations, error, program));
    return new UpdateResponse().setProperties(this.encode(operations, state, program));
  }

  /** Encodes values. Marks those that are secret in the request, or computed from secret inputs. */
  private encode(
    operations: FamilyOperations,
    values: Inputs | State,
    message: Struct | undefined,
    inputs: Struct | undefined = message,
  ): Struct {
    const computed = operations.values.secretOutputs([...secretKeysIn(message), ...secretKeysIn(inputs)]);
    return encodeStruct(markSecretKeys(keepSecrets(values, message), computed));
  }

  /** Rethrows an error. In the state of an unfinished object, marks each input that contains a secret as a whole. */
  private fail(operations: FamilyOperations, error: unknown, message: Struct | undefined): never {
    if (!(error instanceof UnfinishedError)) throw error;
    const secrets = secretKeysIn(message);
    const state = withSecretKeys(error.state, [...secrets, ...operations.values.secretOutputs(secrets)]);
    throw new UnfinishedError(error.message, error.id, state, error.reasons);
  }

  async delete(request: DeleteRequest): Promise<Empty> {
    const operations = await this.classes.load(request.getUrn());
    await this.limits.run(request.getTimeout(), () =>
      operations.delete({ id: request.getId(), state: decodeStruct(request.getProperties()) }),
    );
    return new Empty();
  }
}

const creatorIn = (request: DiffRequest | UpdateRequest) =>
  resourceIdentity(qualifiedNameIn(request.getUrn()), true);

/** Returns the stored inputs; undefined for older engines. */
const storedIn = (request: DiffRequest | UpdateRequest): Inputs | undefined =>
  request.hasOldInputs() ? decodeStruct(request.getOldInputs()) : undefined;

const propertyDiff = ({ kind, isInProgram }: PropertyChange, isReplacing: boolean) =>
  new PropertyDiff().setKind(KINDS[kind][isReplacing ? "replacing" : "inPlace"]).setInputdiff(isInProgram);
