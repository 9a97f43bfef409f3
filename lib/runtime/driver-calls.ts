/** A machine that is up. `ssh_ready` is false, and `host_key` null, only where the driver has no `ssh` capability. */
export interface Booted {
  /** OpenSSH public key line of the machine's own ed25519 host key; stays the same for the machine's life. */
  readonly host_key: string | null;
  readonly ssh_ready: boolean;
}

/** `signal` aborts the call promptly (rejects with code ABORTED); `attempt` counts the caller's tries from 1, for the log. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly attempt?: number;
}

/** `grace_ms` is the longest wait for the guest to end by itself; `force` skips that wait. */
export interface StopOptions extends CallOptions {
  readonly grace_ms: number;
  readonly force: boolean;
}
