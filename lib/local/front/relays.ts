import { request } from 'node:http';

/** Milliseconds within which a relay says whether its host has a machine. */
const SAY_WITHIN_MS = 2_000;

/**
 * The relay of the host that has a machine: that which says so, of those beside the first. The first where none does:
 * it has the machine, or refuses in the right words.
 */
export async function relayOf([first = '', ...others]: readonly string[], instance: string): Promise<string> {
  if (!/^[\w-]{1,128}$/.test(instance)) return first;
  const said = await Promise.all(others.map((one) => hasMachine(one, instance)));
  return others.find((_, at) => said[at]) ?? first;
}

/** Asks a relay. One that does not answer has none. */
function hasMachine(socketPath: string, instance: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = request({ socketPath, path: `/machines/${instance}`, timeout: SAY_WITHIN_MS });
    asked.on('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve(false));
    asked.on('close', () => resolve(false));
    asked.end();
  });
}
