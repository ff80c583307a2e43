/** An object of the command line. */
export interface RequestedImport {
  readonly className: string;
  readonly id: string;
  /** Name of the resource in the program. */
  readonly name?: string;
}
