/** A command of svc-host cannot be done; the message says why, and what to do. */
export class HostError extends Error {
  override readonly name: string = 'HostError';
}
