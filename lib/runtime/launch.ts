/** A program to start on the host that acts inside a machine. */
export interface Launch {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** A requested login: the user, the command (a line for the shell; a program with its arguments; null = a login shell), and whether it has a terminal. */
export interface Login {
  readonly user: string;
  readonly command: string | readonly string[] | null;
  readonly tty: boolean;
  readonly env: Readonly<Record<string, string>>;
}
