import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure, usage } from '#lib/cli/failure.ts';
import { variable } from './environment.ts';
import { type LocalPlatform, localPlatform, platformIn } from './local.ts';
import { checkedAgent } from './peers.ts';

/** A place where a platform may run, and what it is called where none does. */
interface Place {
  readonly called: string;
  readonly look: () => LocalPlatform | undefined;
}

/** The checkout of which this program is a part. */
const own = fileURLToPath(new URL('../../../', import.meta.url));

/** The port of a platform that was started without another. */
const usualPort = 3000;

/** Milliseconds in which a platform on this machine says that it is one. */
const patience = 2000;

/**
 * The address of a platform that runs on this computer: the first of these places that has one. Refuses where none has,
 * and names them all.
 */
export async function foundPlatform(folder = process.cwd(), checkout = own): Promise<string> {
  const places = placesOf(folder, checkout);
  for (const { look } of places) {
    const platform = look();
    if (platform) return platform.url;
  }
  const port = portOf();
  const address = `http://localhost:${port}`;
  if (await isPlatform(address)) return address;
  const tried = [...places.map(({ called }) => called), `${address} (SVC_PORT)`];
  throw new Failure(`no platform is configured, and none runs here: ${tried.join(', ')}`, {
    exit: 2,
    code: 'no_endpoint',
    hint: 'npm start in a checkout, or svc login --endpoint URL',
  });
}

function placesOf(folder: string, checkout: string): Place[] {
  const named = variable('SVC_DATA_DIR');
  return [
    ...(named === undefined
      ? []
      : [{ called: `${resolve(named)} (SVC_DATA_DIR)`, look: () => platformIn(resolve(named)) }]),
    { called: '.svc of this folder and those above it', look: () => localPlatform([folder]) },
    { called: join(checkout, '.svc'), look: () => localPlatform([checkout]) },
  ];
}

function portOf(): number {
  const text = variable('SVC_PORT');
  if (text === undefined) return usualPort;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw usage(`SVC_PORT: "${text}" is not a port (1 to 65535)`);
}

/** Whether a platform of this user or of root answers there. Nothing is sent to the port of anybody else. */
function isPlatform(address: string): Promise<boolean> {
  const { get } = process.getBuiltinModule('node:http');
  return new Promise((done) => {
    const asked = get(`${address}/healthz`, { agent: checkedAgent(), timeout: patience }, (reply) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        if (text.length > largest) asked.destroy();
      });
      reply.once('end', () => done(isHealth(text))).once('close', () => done(false));
    });
    asked.once('error', () => done(false)).once('timeout', () => asked.destroy());
  });
}

/** The most characters of what says how a platform is. */
const largest = 1024 * 1024;

function isHealth(text: string): boolean {
  try {
    const { status, region, compute } = JSON.parse(text) as Record<string, unknown>;
    return typeof status === 'string' && typeof region === 'string' && typeof compute === 'object';
  } catch {
    return false;
  }
}
