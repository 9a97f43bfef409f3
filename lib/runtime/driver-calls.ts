/** A machine that is up. `ssh_ready` is false and `host_key` is null only for a driver without the `ssh` capability. */
export interface Booted {
  /** OpenSSH public key line of the machine's own ed25519 host key. It stays the same for the machine's life. */
  readonly host_key: string | null;
  readonly ssh_ready: boolean;
}

/**
 * `signal` aborts the call promptly; it then rejects with ABORTED. `attempt` counts the caller's tries from 1, for the
 * log.
 */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly attempt?: number;
}

/** `grace_ms` is the longest wait, in milliseconds, for the guest to end by itself; `force` skips that wait. */
export interface StopOptions extends CallOptions {
  readonly grace_ms: number;
  readonly force: boolean;
}
