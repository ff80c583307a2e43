import { Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Any } from "google-protobuf/google/protobuf/any_pb";
import { internalErrorIn, internalErrorReport } from "../../account/process/internal-error";
import { redact } from "../../account/process/report";
import { CallError, UnfinishedError } from "../operations/errors";
import { structOf } from "./values";

/** Key of the metadata in which an error carries more than its text. */
const DETAILS = "grpc-status-details-bin";

/** An error in the form that the engine shows; with an object that is not finished, it stores the object as well. */
export function serviceError(error: unknown, what: string): ServiceError {
  const message = redact(messageOf(error, what)).toWellFormed();
  const metadata = new Metadata();
  if (error instanceof UnfinishedError) metadata.set(DETAILS, detailsOf(error));
  return Object.assign(new Error(message), { code: status.UNKNOWN, details: message, metadata });
}

function messageOf(error: unknown, what: string): string {
  if (error instanceof CallError) return error.message;
  const internal = internalErrorIn(error);
  return internal === undefined
    ? (error as Error).message
    : internalErrorReport(internal, { what, secrets: [] });
}

function detailsOf({ id, state, reasons, message }: UnfinishedError): Buffer {
  const failed = new ErrorResourceInitFailed()
    .setId(id)
    .setProperties(structOf(state))
    .setReasonsList(reasons.map((reason) => reason.toWellFormed()));
  const detail = new Any();
  detail.pack(failed.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const whole = new Status().setCode(status.UNKNOWN).setMessage(message.toWellFormed());
  whole.addDetails(detail);
  return Buffer.from(whole.serializeBinary());
}
