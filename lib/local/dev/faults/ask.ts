import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { FaultQuestion, StruckFault } from '#lib/model/platform/faults.ts';
import { setting } from '#lib/model/platform/settings.ts';

/**
 * Asks the platform, from within a function, whether something is to fail, and waits for as long as that takes. Null
 * where it is not to fail; at once where no faults are set.
 */
export async function strikeOf(question: FaultQuestion): Promise<StruckFault | null> {
  const socketPath = setting('SVC_FAULTS');
  if (!socketPath) return null;
  const struck = await ask(socketPath, question);
  if (struck?.after_seconds && struck.outcome !== 'slow') await wait(struck.after_seconds * 1000);
  return struck;
}

/** A platform that goes down answers nothing: then nothing fails. */
function ask(socketPath: string, question: FaultQuestion): Promise<StruckFault | null> {
  return new Promise((resolve) => {
    const sent = request({ socketPath, method: 'POST', path: '/strike', agent: false });
    sent.on('error', () => resolve(null));
    sent.on('response', (reply) => {
      json(reply).then(
        (value) => resolve((value as { struck: StruckFault | null }).struck),
        () => resolve(null),
      );
    });
    sent.end(JSON.stringify(question));
  });
}
