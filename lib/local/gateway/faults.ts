/** How the simulator misbehaves when told to, as gateways do; counts go down by one at each use. */
export interface Faults {
  /** Events of one payment arrive last first. */
  reverse_webhooks: boolean;
  /** So many calls are carried out, and their replies lost. */
  lose_replies: number;
  /** So many calls are refused with 503, and nothing is done. */
  refuse_calls: number;
  /** So many debits of mandates fail. */
  decline_debits: number;
}

export const noFaults = (): Faults => ({
  reverse_webhooks: false,
  lose_replies: 0,
  refuse_calls: 0,
  decline_debits: 0,
});

/** Whether this use is one of those that misbehave. */
export function uses(faults: Faults, name: 'lose_replies' | 'refuse_calls' | 'decline_debits'): boolean {
  if (faults[name] <= 0) return false;
  faults[name] -= 1;
  return true;
}
