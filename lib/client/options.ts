/** What every call takes beside the parameters of its operation. */
export interface CallOptions {
  /** Ends the call, whatever it is doing; the call then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Milliseconds after which the call gives up, repetitions included: a `SvcError` with the code `timed_out`. */
  timeout?: number | undefined;
}

/** What a call takes that may change something. */
export interface ChangeOptions extends CallOptions {
  /**
   * Names the change: within 24 hours the same call under the same key is answered with the first reply, and changes
   * nothing more. By default each call makes a key of its own and keeps it over its repetitions.
   */
  idempotencyKey?: string | undefined;
}

/** What a call takes that can be tried first. */
export interface DryRunOption {
  /** Checks everything and changes nothing. The reply then says what would be done and what it would cost. */
  dryRun?: boolean | undefined;
}

/** What a call takes that changes one resource. */
export interface MatchOption {
  /** The ETag that the resource must still have; otherwise the call is refused with `precondition_failed`. */
  ifMatch?: string | undefined;
}

/** What a call takes whose work goes on after the reply. */
export interface WaitOption {
  /** Seconds for which the platform holds the reply until the work is done, at most 25. */
  wait?: number | undefined;
}
