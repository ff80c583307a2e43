import { Command } from "commander";
import { accountOptions, formatOptions } from "../common";
import type { ImportFlags } from "./run";

/** `tunnel-edge import-file`: existing objects as a file for `pulumi import --file`. */
export function importFileCommand(): Command {
  const command = new Command("import-file")
    .description(
      "Write a file with which `pulumi import --file` takes existing objects into a stack, after which the preview of a program that declares them is empty.",
    )
    .argument("[objects...]", "objects to import, each as Class=id:name; without a name one is made up")
    .option("--all", "every object of the account that a class stands for")
    .option(
      "--terraform <file>",
      "every object of a Terraform state that a class stands for, as `terraform show -json` prints it; - for standard input",
    )
    .option("-o, --out <file>", "file to write, - for standard output", "import.json")
    .option("--force", "replace the file if it exists")
    .option("--no-preview", "do not preview the program of this folder to see which properties it names")
    .option(
      "--native",
      "import resources of the native provider, where the program of this folder does not tell which it wants",
    );
  return formatOptions(accountOptions(command))
    .addHelpText("after", HELP)
    .action(async (objects: string[], flags: ImportFlags) =>
      (await import("./run.js")).runImportFile(objects, flags),
    );
}

const HELP = `
The account is the one of TUNNEL_EDGE_BASE_URL and TUNNEL_EDGE_API_TOKEN, or of the stack of the Pulumi program in this
folder. It is only read. The name is the resource's name in the program; the id is the one for Class.get, so that
something nested comes with the ids of what it is in.

In the folder of a Pulumi program its preview tells which properties the program names: those alone count as given, and
what the service has chosen or somebody else has set is left alone. Elsewhere, and for objects that are given without a
name of the program, everything that an object holds counts as given.

With --terraform the names are those of the Terraform resources, with the modules and indexes that they are in:
module.edge.ngrok_ip_policy.office["eu"] becomes edge-office-eu. An object that is given as an argument too goes by the
name there. Ids alone are taken from the state, and all else from the account; what to remove from the state afterwards
is printed.

The file can hold secrets that the service gives back; only its owner can read it, and the engine encrypts them in the
state. Delete it after the import. What is imported counts as adopted: destroy leaves it in place unless the program
says deleteOnDestroy: true. Properties that the service never gives back, such as private keys, are trusted.

Examples:
  tunnel-edge import-file IpPolicy=ipp_2BsL:office TlsEdge=edgtls_2Ct4:internal
  tunnel-edge import-file HttpsEdgeRoute=edghts_2Ct4/edghtsrt_2Ct5:api TlsEdgeMutualTls=edgtls_2Ct4/mutual_tls:staff
  tunnel-edge import-file --all --out account.json
  terraform -chdir=../terraform show -json | tunnel-edge import-file --terraform -
  pulumi import --file import.json --generate-code=false

Exit codes:
  0  the file is written
  1  something failed, such as an id that nothing has; no file is written
  2  wrong command line`;
