/** The control plane refused a call, or did not answer it: `status` is 0 then. */
export class LinkError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LinkError';
    this.status = status;
    this.code = code;
  }
}

const over: ReadonlySet<string> = new Set(['stale_epoch', 'host_lost', 'host_removed', 'host_fenced']);

/** Whether the control plane no longer takes this agent for its host: machines may run elsewhere from now on. */
export const isOver = (error: unknown): boolean => error instanceof LinkError && over.has(error.code);

/** The value of a call; undefined where what it is about is not there for this host. */
export async function unlessGone<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof LinkError && error.code === 'not_found') return undefined;
    throw error;
  }
}
