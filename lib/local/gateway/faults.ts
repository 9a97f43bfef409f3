/** Faults that tests can request, as real gateways have them. Each count decreases by one at each use. */
export interface Faults {
  /** Events of one payment arrive in reverse order. */
  reverse_webhooks: boolean;
  /** This many calls are carried out, and their replies are lost. */
  lose_replies: number;
  /** This many calls are refused with 503 and not carried out. */
  refuse_calls: number;
  /** This many debits of mandates fail. */
  decline_debits: number;
}

export const noFaults = (): Faults => ({
  reverse_webhooks: false,
  lose_replies: 0,
  refuse_calls: 0,
  decline_debits: 0,
});

/** Whether this use fails. */
export function uses(faults: Faults, name: 'lose_replies' | 'refuse_calls' | 'decline_debits'): boolean {
  if (faults[name] <= 0) return false;
  faults[name] -= 1;
  return true;
}
