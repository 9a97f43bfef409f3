import type { Fault, ShownFault } from '#lib/local/dev/faults/book.ts';
import { ask, demand } from '#test/support/http/client.ts';

/** A fault as a test asks for it. */
export type AskedFault = Pick<Fault, 'where' | 'outcome'> & Partial<Fault>;

/** Sets a running platform's faults in place of all others. None ends them. */
export async function setFaults(baseUrl: string, ...faults: AskedFault[]): Promise<void> {
  demand(await ask(baseUrl, '/dev/faults', { method: 'PUT', body: { faults } }), 200);
}

/** The faults of a running platform, with what is left of them. */
export async function shownFaults(baseUrl: string): Promise<ShownFault[]> {
  return demand(await ask(baseUrl, '/dev/faults'), 200).body.faults;
}
