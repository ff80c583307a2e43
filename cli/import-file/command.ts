import { Command } from "commander";
import { accountOptions, formatOptions } from "../common";
import type { ImportFlags } from "./run";

export function importFileCommand(): Command {
  const command = new Command("import-file")
    .description(
      "Write a file for `pulumi import --file`. After the import, the preview of a program that declares the objects is empty.",
    )
    .argument("[objects...]", "objects to import, each as Class=id:name; the name is optional")
    .option("--all", "every object of the account that has a class")
    .option(
      "--terraform <file>",
      "every object of a Terraform state that has a class, as printed by `terraform show -json`; - for standard input",
    )
    .option("-o, --out <file>", "file to write, - for standard output", "import.json")
    .option("--force", "replace the file if it exists")
    .option("--no-preview", "do not preview the program of this folder to find out which properties it sets")
    .option(
      "--native",
      "import resources of the native provider, unless the program of this folder says otherwise",
    );
  return formatOptions(accountOptions(command))
    .addHelpText("after", HELP)
    .action(async (objects: string[], flags: ImportFlags) =>
      (await import("./run.js")).runImportFile(objects, flags),
    );
}

const HELP = `
The account comes from TUNNEL_EDGE_BASE_URL and TUNNEL_EDGE_API_TOKEN, or from the stack of the Pulumi program in this
folder. The command only reads it. The name is the resource's name in the program; the id is the one for Class.get, so the ids
of its parents precede the id of a nested object.

In the folder of a Pulumi program, its preview shows which properties the program sets: only those are imported as inputs,
and modules that it omits are left alone. Elsewhere, and if no resource of the program has the object's class and name, all
properties of an object are imported.

With --terraform, the names are those of the Terraform resources, with their modules and indexes:
module.edge.ngrok_ip_policy.office["eu"] becomes edge-office-eu. If an object is also an argument, the name there takes
precedence. Only ids are read from the state, everything else from the account. The command prints what to remove from the state.

The file can contain secrets that the service returns; only its owner can read it, and the engine encrypts them in the
state. Delete it after the import. Imported objects count as adopted: destroy leaves them in place unless the program
sets deleteOnDestroy: true. Properties that the service never returns, such as private keys, are assumed to match.

Examples:
  tunnel-edge import-file IpPolicy=ipp_2BsL:office TlsEdge=edgtls_2Ct4:internal
  tunnel-edge import-file HttpsEdgeRoute=edghts_2Ct4/edghtsrt_2Ct5:api TlsEdgeMutualTls=edgtls_2Ct4/mutual_tls:staff
  tunnel-edge import-file --all --out account.json
  terraform -chdir=../terraform show -json | tunnel-edge import-file --terraform -
  pulumi import --file import.json --generate-code=false

Exit codes:
  0  the file is written
  1  something failed, such as an unknown id; no file is written
  2  wrong command line`;
