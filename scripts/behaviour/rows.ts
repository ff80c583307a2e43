/** One behaviour that users can rely on, and the tests that show it. */
export interface Row {
  readonly behaviour: string;
  /** Parts of test names by file, relative to test/engine; each part stands for at least one test. */
  readonly tests: Readonly<Record<string, readonly string[]>>;
}

export const ROWS: readonly Row[] = [
  {
    behaviour:
      "Every optional property of every class that a program drops is reset, cleared or detached on the server, and the preview shows it. Null, undefined and absent mean the same.",
    tests: {
      "families.engine.test.ts": [
        "a property that is removed goes back to what the service takes without it",
      ],
      "behaviour/removal.engine.test.ts": [
        "is shown as removed by the preview",
        "is the same whether it is absent or null",
        "null and the empty text, list and map are no change",
      ],
    },
  },
  {
    behaviour:
      "A change sends what changed and nothing else: one PATCH holds it, and modules that go are deleted after what takes their place is there, on TLS, TCP and HTTPS edges and on routes.",
    tests: {
      "families.engine.test.ts": ["one up changes each property, and nothing else"],
      "tls-edge.engine.test.ts": [
        "is added by one PATCH",
        "is removed by its delete call alone",
        "removes modules first",
      ],
      "behaviour/modules.engine.test.ts": [
        "one PATCH holds all that changed and nothing else, and deletes come after it",
        "the preview shows what is removed, changed and added",
      ],
    },
  },
  {
    behaviour: "Modules that the program never declared are left alone and listed in `unmanagedModules`.",
    tests: {
      "behaviour/modules.engine.test.ts": [
        "a module that nobody declared is left alone, is listed",
        "is taken over by declaring it",
      ],
    },
  },
  {
    behaviour:
      "A domain goes from an uploaded certificate to an automatic one and back by one PATCH, and detaches first only where the service insists. (The service serves a certificate of its own until the automatic one is there.)",
    tests: {
      "reserved-domain.engine.test.ts": [
        "the policy takes the place of the certificate",
        "the certificate takes the place of the policy",
      ],
    },
  },
  {
    behaviour:
      "A refresh names exactly what somebody changed by hand, by module and map key, and `up` repairs that alone. What the service renews, counts or picks by itself is no drift.",
    tests: {
      "families.engine.test.ts": [
        "what is changed outside of the program is seen by a refresh and repaired by up",
        "what is deleted outside of the program is created again",
      ],
      "behaviour/drift.engine.test.ts": [
        "what the service picks and what changes by itself is no drift",
        "a refresh names exactly what was changed",
        "up repairs what was changed and nothing else",
      ],
    },
  },
  {
    behaviour:
      "Any input may be unknown at preview, at any depth; the known rest is still validated, and nothing is sent. Where only a replacement could change it, the preview says so.",
    tests: {
      "behaviour/unknowns.engine.test.ts": [
        "any input of any class may be unknown",
        "the known rest is still validated",
        "shown as an update where it can change in place",
        "shown as a possible replacement where it cannot",
        "nothing else is shown",
      ],
    },
  },
  {
    behaviour:
      "Editing one property of a resource shows no change of those that use its outputs, and what follows from inputs is known on the first preview.",
    tests: {
      "quiet-dependents.engine.test.ts": ["dependents of an updated resource"],
      "behaviour/unknowns.engine.test.ts": ["are known on the first preview"],
    },
  },
  {
    behaviour:
      "A renewed TLS certificate is created first, its domains move over, then the old one is deleted, in one `up`. Only what would clash is deleted first, and the reason is shown.",
    tests: {
      "behaviour/replacement.engine.test.ts": [
        "a renewed TLS certificate comes first",
        "the reason is visible, and deleting comes first exactly where",
      ],
    },
  },
  {
    behaviour:
      "`renewBefore` replaces SSH certificates when they are due, and warns of certificates that only the program can renew.",
    tests: {
      "behaviour/replacement.engine.test.ts": [
        "nothing is renewed or warned of before it is due",
        "an SSH certificate that is due is replaced",
        "what only the program can renew is warned of",
      ],
    },
  },
  {
    behaviour:
      "`adoptId` takes an existing object over: nothing is written when it is equal, one minimal update when it is not, and what only a replacement could mend is refused.",
    tests: {
      "behaviour/existing-objects.engine.test.ts": [
        "a preview of an adoption shows a create and sends nothing",
        "adopting writes what differs and nothing else",
        "after an adoption a preview and a refresh see no change",
        "what the service never tells again is trusted",
        "name it and write nothing",
      ],
    },
  },
  {
    behaviour:
      "An adoption lasts when `adoptId` is dropped. Destroy leaves adopted objects in place unless `deleteOnDestroy` is true, and a replacement never adopts what it replaces.",
    tests: {
      "behaviour/existing-objects.engine.test.ts": [
        "dropping adoptId, and adding the same id, change nothing",
        "another id replaces",
        "a replacement never adopts the object that it replaces",
        "destroy leaves what was adopted",
      ],
    },
  },
  {
    behaviour:
      "`tunnel-edge import-file` writes a file for `pulumi import`, after which the preview of the program is empty and its secrets are encrypted.",
    tests: {
      "behaviour/import-file.engine.test.ts": [
        "writes a file after whose import a preview of the program is empty",
        "its secrets are encrypted",
      ],
    },
  },
  {
    behaviour:
      "`waitForCertificate` waits while the service tries again, and fails at once with the exact DNS records when they are wrong. The domain stays in the state and the next `up` goes on.",
    tests: {
      "behaviour/waiting.engine.test.ts": [
        "INTERNAL_ERROR waits until the time at which the service tries again",
        "DNS_ERROR fails at once, with the exact CNAME records to set",
        "a missed deadline says so, and the domain stays in the state",
        "the next up goes on waiting, and creates nothing",
      ],
    },
  },
  {
    behaviour:
      "`releaseProtection` keeps domains and addresses from being deleted or replaced, and the API key in use is never deleted.",
    tests: {
      "behaviour/replacement.engine.test.ts": [
        "releaseProtection refuses to replace, at preview",
        "releaseProtection refuses to delete",
        "the API key that the provider itself uses is not deleted",
      ],
    },
  },
  {
    behaviour: "A module that a program manages both ways is warned of at preview, naming both.",
    tests: {
      "behaviour/managed-twice.engine.test.ts": ["naming both", "by its known id as well"],
    },
  },
];
