/** A program that is started on the host and acts inside a machine. */
export interface Launch {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/**
 * A requested login: the user, the command, and whether it has a terminal. The command is a line for the shell, a
 * program with its arguments, or null for a login shell.
 */
export interface Login {
  readonly user: string;
  readonly command: string | readonly string[] | null;
  readonly tty: boolean;
  readonly env: Readonly<Record<string, string>>;
}
