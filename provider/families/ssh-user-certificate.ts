import { mapOf, type Rule, string } from "../family/fields";
import { defineResource } from "../family/resource";
import { sshCertificateFacts, sshCertificateInputs, sshCertificateRules } from "./ssh-certificate";

const CRITICAL_OPTIONS = ["force-command", "source-address"];

const knownCriticalOptions: Rule = {
  keys: ["criticalOptions"],
  text: "`criticalOptions` may contain only `force-command` and `source-address`.",
  violation: ({ criticalOptions }) => {
    const areKnown = Object.keys(criticalOptions ?? {}).every((key) => CRITICAL_OPTIONS.includes(key));
    return areKnown ? undefined : `has another key: use only ${CRITICAL_OPTIONS.join(" and ")}`;
  },
};

const { description, metadata, renewBefore, ...signed } = sshCertificateInputs({
  principals: "Usernames that the holder may sign in as. Empty or unset: any user. Order is ignored.",
  lifetime: "24 hours later",
});

export const sshUserCertificate = defineResource({
  name: "SshUserCertificate",
  summary:
    "A public key signed by an SSH certificate authority. A person or machine uses it to sign in to SSH servers that trust the authority.",
  section: "SSH user certificate",
  path: "/ssh_user_certificates",
  ...sshCertificateFacts,
  inputs: {
    ...signed,
    criticalOptions: mapOf(
      string("Value of the option."),
      "Restrictions that an SSH server must enforce: `force-command` and `source-address`.",
      { unset: { sends: {} } },
    ).optional(),
    extensions: mapOf(
      string("Value of the extension, usually empty."),
      'What the SSH server allows, such as `{ "permit-pty": "" }`; by default `permit-pty` and `permit-user-rc`. An empty map allows nothing.',
      // The defaults apply only if the map is unset.
      { unset: "serverDefault", significantWhenEmpty: true },
    ).optional(),
    description,
    metadata,
    renewBefore,
  },
  rules: [...sshCertificateRules(24), knownCriticalOptions],
});
