/** A part of the platform that keeps files, and can let go of them while the platform runs. */
export interface Part {
  /** Ends its work on its files and closes them. Nothing of it may be used until it is open again. */
  release(): Promise<void>;
  /** Opens its files, which may be others of the same kind. Rejects where they cannot be used. */
  reopen(): Promise<void>;
}
