import { issueCertificate } from "../crypto/issuer";
import { leafFields } from "../crypto/x509";
import { asObject, asText, isObject, type JsonObject } from "../json";
import type { StoredObject } from "../store/storage";
import { DAY_MS, formatTimestamp } from "../timestamp";
import { globMatcher } from "./glob";
import type { AccountObjects } from "./objects";

const DOMAINS = "/reserved_domains";
const CERTIFICATES = "/tls_certificates";

export const LIFETIME_MS = 90 * DAY_MS;
/** A certificate is renewed this long before it expires. */
export const RENEW_BEFORE_MS = 30 * DAY_MS;

/** `error_code` of "ReservedDomainCertJob" in the API reference. */
export type ProvisioningError = "INTERNAL_ERROR" | "DNS_ERROR";

const FAILURES: Readonly<Record<ProvisioningError, { readonly msg: string; readonly retryAfter: number }>> = {
  INTERNAL_ERROR: { msg: "Temporary failure at the certificate authority.", retryAfter: 60_000 },
  DNS_ERROR: { msg: "The domain's CNAME record does not point to cname_target.", retryAfter: 3_600_000 },
};

/** Injects failures into the certificate jobs of the matching domains. */
export interface FailurePlan {
  /** Domain pattern; `*` matches any characters. */
  readonly domain: string;
  readonly error: ProvisioningError;
  /** Message of the job. Default: the usual message of the error. */
  readonly msg?: string;
  /** Number of attempts that fail. Default: all, until the plan is removed. */
  readonly times?: number;
}

/** The jobs that issue certificates for reserved domains with a certificate management policy. */
export class Provisioning {
  /** Due times in milliseconds, by domain id. */
  readonly #due = new Map<string, number>();
  /** The newest plan first. `remaining`: how many attempts will still fail. */
  #plans: (FailurePlan & { remaining: number })[] = [];

  constructor(private readonly account: AccountObjects) {}

  /** Schedules the jobs of the stored domains, and no others. */
  restore(): void {
    this.#due.clear();
    for (const domain of this.account.storage.all(DOMAINS)) this.schedule(domain);
  }

  /** Removes all failure plans. */
  reset(): void {
    this.#plans = [];
  }

  /** Makes later attempts fail as planned; the newest plan for a domain takes precedence. */
  fail(plan: FailurePlan): void {
    this.#plans.unshift({ ...plan, remaining: plan.times ?? Number.POSITIVE_INFINITY });
  }

  /** Retries the failed jobs of the matching domains, and removes failure plans that cover them or are covered by them. */
  succeed(domainPattern: string): void {
    const matches = globMatcher(domainPattern);
    this.#plans = this.#plans.filter(({ domain }) => !globMatcher(domain)(domainPattern) && !matches(domain));
    for (const object of this.account.storage.all(DOMAINS)) {
      const job = certificateJob(object);
      if (job?.error_code && matches(asText(object.fields.domain)))
        this.#update(object, { provisioning_job: { ...job, retries_at: this.account.clock.timestamp() } });
    }
  }

  /** Returns the `certificate_management_status` of a new policy: a job, and no renewal date. */
  initialStatus(): JsonObject {
    return { renews_at: null, provisioning_job: this.#newJob(this.account.clock.now()) };
  }

  /** Renews the certificate early. */
  renew(domain: StoredObject): void {
    this.#update(domain, { provisioning_job: this.#newJob(this.account.clock.now()) });
  }

  /** Deletes the certificates that were issued for a domain whose policy is gone, except those that a domain still uses. */
  deleteCertificates(domainId: string): void {
    this.#due.delete(domainId);
    const { storage } = this.account;
    const usedIds = new Set(storage.all(DOMAINS).map((domain) => domain.fields.certificate_id));
    for (const certificate of [...storage.all(CERTIFICATES)])
      if (certificate.fields.reserved_domain_id === domainId && !usedIds.has(certificate.id))
        storage.delete(CERTIFICATES, certificate.id);
  }

  runDueJobs(): void {
    const now = this.account.clock.now();
    for (const id of [...this.#due.keys()]) {
      const domain = this.account.storage.get(DOMAINS, id);
      if (domain) this.#advance(domain, now);
      else this.#due.delete(id);
    }
  }

  /** Advances a job through all steps that are due. */
  #advance(domain: StoredObject, now: number): void {
    const due = this.#due.get(domain.id) ?? Number.POSITIVE_INFINITY;
    if (due > now) return;
    const job = certificateJob(domain);
    const failure = job && this.#failureFor(asText(domain.fields.domain));
    if (failure) {
      const { msg, retryAfter } = FAILURES[failure.error];
      const retries_at = formatTimestamp(now + retryAfter);
      const failed = { ...job, error_code: failure.error, msg: failure.msg ?? msg, retries_at };
      this.#update(domain, { provisioning_job: failed });
      return;
    }
    // The clock may have jumped past several lifetimes: only the last renewal is simulated.
    const startedAt = now - due > LIFETIME_MS ? now - this.#duration : due;
    const next = job
      ? // At most half a lifetime ago, so that the certificate isn't due for renewal yet.
        this.#issue(domain, Math.max(due, now - LIFETIME_MS / 2))
      : this.#update(domain, { provisioning_job: this.#newJob(startedAt) });
    this.#advance(next, now);
  }

  #issue(domain: StoredObject, time: number): StoredObject {
    const { private_key_type } = asObject(domain.fields.certificate_management_policy);
    const notAfter = time + LIFETIME_MS;
    const certificate_pem = issueCertificate({
      name: asText(domain.fields.domain),
      keyType: private_key_type === "rsa" ? "rsa" : "ecdsa",
      notBefore: time,
      notAfter,
    });
    const issued_at = formatTimestamp(time);
    const fields = {
      description: "",
      metadata: "",
      certificate_pem,
      issued_at,
      reserved_domain_id: domain.id,
      ...leafFields(certificate_pem),
    };
    const { id } = this.account.add(CERTIFICATES, "cert", fields, { created_at: issued_at });
    const renews_at = formatTimestamp(notAfter - RENEW_BEFORE_MS);
    return this.#update(domain, { renews_at, provisioning_job: null }, { certificate_id: id });
  }

  #update(domain: StoredObject, status: JsonObject, fields: JsonObject = {}): StoredObject {
    const merged = { ...asObject(domain.fields.certificate_management_status), ...status };
    const updated = {
      ...domain,
      fields: { ...domain.fields, ...fields, certificate_management_status: merged },
    };
    this.account.storage.put(DOMAINS, updated);
    this.schedule(updated);
    return updated;
  }

  /** Schedules the next step of a domain's job, replacing the previous schedule. */
  schedule(domain: StoredObject): void {
    const { renews_at } = asObject(domain.fields.certificate_management_status);
    const { started_at, retries_at } = certificateJob(domain) ?? {};
    const due = Date.parse(asText(retries_at || started_at || renews_at));
    if (Number.isNaN(due)) {
      this.#due.delete(domain.id);
      return;
    }
    const wait = started_at && !retries_at ? this.#duration : 0;
    this.#due.set(domain.id, due + wait);
  }

  get #duration(): number {
    return this.account.settings.provisioningSeconds * 1000;
  }

  #newJob(startedAt: number): JsonObject {
    return {
      error_code: null,
      msg: "The certificate has been requested.",
      started_at: formatTimestamp(startedAt),
      retries_at: null,
    };
  }

  #failureFor(domain: string): FailurePlan | undefined {
    const failing = this.#plans.find((plan) => plan.remaining > 0 && globMatcher(plan.domain)(domain));
    if (failing) failing.remaining -= 1;
    return failing;
  }
}

/** Returns the job of a domain; undefined if no certificate is being requested. */
function certificateJob(domain: StoredObject): JsonObject | undefined {
  const { provisioning_job } = asObject(domain.fields.certificate_management_status);
  return isObject(provisioning_job) ? provisioning_job : undefined;
}
