import { issueCertificate } from "../crypto/issuer";
import { leafFields } from "../crypto/x509";
import { type JsonObject, objectOf, textOf } from "../json";
import type { StoredObject } from "../store/storage";
import { formatTimestamp } from "../timestamp";
import { globMatcher } from "./glob";
import type { AccountObjects } from "./objects";

const DOMAINS = "/reserved_domains";
const CERTIFICATES = "/tls_certificates";

const DAY = 86_400_000;
const LIFETIME = 90 * DAY;
/** A certificate is renewed this long before it expires. */
const RENEW_BEFORE = 30 * DAY;

/** API reference: "ReservedDomainCertJob". */
export type ProvisioningError = "INTERNAL_ERROR" | "DNS_ERROR";

const FAILURES: Readonly<Record<ProvisioningError, { readonly msg: string; readonly retryAfter: number }>> = {
  INTERNAL_ERROR: { msg: "Temporary failure at the certificate authority.", retryAfter: 60_000 },
  DNS_ERROR: { msg: "The domain's CNAME record does not point to cname_target.", retryAfter: 3_600_000 },
};

/** Makes the certificate jobs of some domains fail. */
export interface FailurePlan {
  /** Domain; `*` stands for any characters. */
  readonly domain: string;
  readonly error: ProvisioningError;
  /** Message of the job. Default: the usual message of the error. */
  readonly msg?: string;
  /** Number of attempts that fail. Default: all, until the plan is withdrawn. */
  readonly times?: number;
}

/** The jobs that issue certificates for reserved domains with a certificate management policy. */
export class Provisioning {
  readonly #account: AccountObjects;
  /** Due times in milliseconds, by domain id. */
  readonly #due = new Map<string, number>();
  #next = Number.POSITIVE_INFINITY;
  #plans: { readonly plan: FailurePlan; remaining: number }[] = [];

  constructor(account: AccountObjects) {
    this.#account = account;
  }

  /** Resumes the jobs found in the store, and only those. */
  restore(): void {
    this.#due.clear();
    this.#next = Number.POSITIVE_INFINITY;
    for (const domain of this.#account.storage.all(DOMAINS)) this.schedule(domain);
  }

  /** Withdraws all plans. */
  reset(): void {
    this.#plans = [];
  }

  /** Makes later attempts fail; the newest plan for a domain takes precedence. */
  fail(plan: FailurePlan): void {
    this.#plans.unshift({ plan, remaining: plan.times ?? Number.POSITIVE_INFINITY });
  }

  /** Withdraws the plans whose pattern matches the domain, and lets failing jobs retry at once. */
  succeed(domain: string): void {
    const matches = globMatcher(domain);
    this.#plans = this.#plans.filter(
      ({ plan }) => !(globMatcher(plan.domain)(domain) || matches(plan.domain)),
    );
    for (const object of this.#account.storage.all(DOMAINS)) {
      if (!matches(textOf(object.fields.domain)) || !certificateJob(object).error_code) continue;
      this.#update(object, {
        provisioning_job: { ...certificateJob(object), retries_at: this.#account.clock.timestamp() },
      });
    }
  }

  /** Returns the status of a domain whose policy was just set, with a new job. */
  begin(): JsonObject {
    return { renews_at: null, provisioning_job: this.#newJob(this.#account.clock.now()) };
  }

  /** Requests a new certificate before the old one is due. */
  renew(domain: StoredObject): void {
    this.#update(domain, { provisioning_job: this.#newJob(this.#account.clock.now()) });
  }

  /** Deletes the automatic certificates of a deleted domain, except those that other domains use. */
  forget(domainId: string): void {
    this.#due.delete(domainId);
    const { storage } = this.#account;
    const used = new Set(storage.all(DOMAINS).map((domain) => domain.fields.certificate_id));
    for (const certificate of [...storage.all(CERTIFICATES)])
      if (certificate.fields.reserved_domain_id === domainId && !used.has(certificate.id))
        storage.delete(CERTIFICATES, certificate.id);
  }

  /** Runs the jobs that are due. */
  settle(): void {
    const now = this.#account.clock.now();
    if (now < this.#next) return;
    for (const [id, due] of [...this.#due]) {
      const domain = this.#account.storage.get(DOMAINS, id);
      if (!domain) this.#due.delete(id);
      else if (due <= now) this.#proceed(domain, due, now);
    }
    this.#next = [...this.#due.values()].reduce(
      (first, due) => Math.min(first, due),
      Number.POSITIVE_INFINITY,
    );
  }

  #proceed(domain: StoredObject, due: number, now: number): void {
    const status = objectOf(domain.fields.certificate_management_status);
    if (status.provisioning_job === null) {
      // The clock may have been moved over many lifetimes: a single renewal represents them all.
      const started = now - due > LIFETIME ? now - this.#duration : due;
      this.#update(domain, { provisioning_job: this.#newJob(started) });
      this.#proceedIfDue(domain.id, now);
      return;
    }
    const failure = this.#failureFor(textOf(domain.fields.domain));
    if (failure) {
      const { msg, retryAfter } = FAILURES[failure.error];
      this.#update(domain, {
        provisioning_job: {
          ...objectOf(status.provisioning_job),
          error_code: failure.error,
          msg: failure.msg ?? msg,
          retries_at: formatTimestamp(now + retryAfter),
        },
      });
      return;
    }
    this.#issue(domain, Math.max(due, now - LIFETIME / 2));
    this.#proceedIfDue(domain.id, now);
  }

  /** Takes the next step if it is already due. */
  #proceedIfDue(id: string, now: number): void {
    const domain = this.#account.storage.get(DOMAINS, id);
    const due = this.#due.get(id);
    if (domain && due !== undefined && due <= now) this.#proceed(domain, due, now);
  }

  #issue(domain: StoredObject, at: number): void {
    const name = textOf(domain.fields.domain);
    const policy = objectOf(domain.fields.certificate_management_policy);
    const notAfter = at + LIFETIME;
    const pem = issueCertificate({
      names: [name],
      keyType: policy.private_key_type === "rsa" ? "rsa" : "ecdsa",
      notBefore: at,
      notAfter,
    });
    const certificate = this.#account.add(
      CERTIFICATES,
      "cert",
      {
        description: "",
        metadata: "",
        certificate_pem: pem,
        ...leafFields(pem),
        issued_at: formatTimestamp(at),
        reserved_domain_id: domain.id,
      },
      { created_at: formatTimestamp(at) },
    );
    this.#update(
      domain,
      { renews_at: formatTimestamp(notAfter - RENEW_BEFORE), provisioning_job: null },
      { certificate_id: certificate.id },
    );
  }

  #update(domain: StoredObject, status: JsonObject, fields: JsonObject = {}): void {
    const merged = { ...objectOf(domain.fields.certificate_management_status), ...status };
    const updated = {
      ...domain,
      fields: { ...domain.fields, ...fields, certificate_management_status: merged },
    };
    this.#account.storage.put(DOMAINS, updated);
    this.schedule(updated);
  }

  /** Schedules the next step of a domain's job, replacing the previous schedule. */
  schedule(domain: StoredObject): void {
    const { certificate_management_status: status } = domain.fields;
    const { renews_at } = objectOf(status);
    const job = certificateJob(domain);
    let due: number | undefined;
    if (job.retries_at) due = Date.parse(textOf(job.retries_at));
    else if (job.started_at) due = Date.parse(textOf(job.started_at)) + this.#duration;
    else if (renews_at) due = Date.parse(textOf(renews_at));
    if (due === undefined) this.#due.delete(domain.id);
    else {
      this.#due.set(domain.id, due);
      this.#next = Math.min(this.#next, due);
    }
  }

  get #duration(): number {
    return this.#account.settings.provisioningSeconds * 1000;
  }

  #newJob(at: number): JsonObject {
    return {
      error_code: null,
      msg: "The certificate has been requested.",
      started_at: formatTimestamp(at),
      retries_at: null,
    };
  }

  #failureFor(domain: string): FailurePlan | undefined {
    const entry = this.#plans.find(
      ({ plan, remaining }) => remaining > 0 && globMatcher(plan.domain)(domain),
    );
    if (entry) entry.remaining -= 1;
    return entry?.plan;
  }
}

function certificateJob(domain: StoredObject): JsonObject {
  return objectOf(objectOf(domain.fields.certificate_management_status).provisioning_job);
}
