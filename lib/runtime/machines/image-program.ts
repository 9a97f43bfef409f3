/** How a machine runs the program of its image: the words, and what its image says of where and as whom. */
export interface ImageProgram {
  readonly argv: readonly string[];
  readonly env: readonly string[];
  readonly cwd: string;
  /** `user`, `user:group`, or ids; empty for root. */
  readonly user: string;
}
