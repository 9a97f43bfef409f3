import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { HostLink } from '#lib/agent/link/link.ts';
import { loseHost } from '#lib/domain/compute/hosts/loss.ts';
import { ringHosts } from '#lib/domain/platform/ring-hosts.ts';
import { getHost } from '#lib/store/compute/hosts.ts';
import { getBell } from '#lib/store/platform/bells.ts';
import { direct, newHostKey } from '#test/support/hosts/host-link.ts';
import { type ServedBells, serveBells } from '#test/support/hosts/served-bells.ts';
import { type Armed, type Ground, makeGround } from './ground.ts';

/* Whoever wants to hear, silence or drown the bell of a host: a host that was taken over, or who has overheard one. */

let ground: Ground;
let served: ServedBells;
const sockets: WebSocket[] = [];
beforeEach(async () => {
  ground = await makeGround();
  served = await serveBells();
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  await served.close();
});

/** A connection with these headers, and what it hears. */
interface Heard {
  readonly status: number;
  readonly words: string[];
  readonly socket: WebSocket;
}

type Handshake = Awaited<ReturnType<HostLink['handshake']>>;

/** Shakes hands; the status is 101 where that is let through. */
function shake({ query, headers }: Handshake): Promise<Heard> {
  const socket = new WebSocket(`${served.address}?${query}`, { headers });
  sockets.push(socket);
  const words: string[] = [];
  socket.on('message', (word) => words.push(String(word)));
  socket.on('error', () => undefined);
  return new Promise((done) => {
    socket.on('open', () => done({ status: 101, words, socket }));
    socket.on('unexpected-response', (_, { statusCode = 0 }) => done({ status: statusCode, words, socket }));
  });
}

const listen = async ({ link }: Armed) => shake(await link.handshake());
const isClosed = ({ socket }: Heard) => expect.poll(() => socket.readyState).toBe(WebSocket.CLOSED);

describe('the bell of another host', () => {
  test('is not heard by a connection of one’s own', async () => {
    const [theirs, mine] = [await listen(ground.victim), await listen(ground.attacker)];
    await ringHosts([ground.victim.id]);
    await expect.poll(() => theirs.words).toEqual(['ask']);
    expect(mine.words).toEqual([]);
  });

  test.each([
    ['by another key in its name', () => newHostKey().key],
    ['by the attacker’s own key in its name', () => ground.attacker.key],
  ])('is not to be had %s', async (_, keyOf) => {
    const theirs = await listen(ground.victim);
    const forged = new HostLink({ hostId: ground.victim.id, key: keyOf(), audience: 'svc', transport: direct });
    forged.begin(ground.victim.epoch);
    expect((await shake(await forged.handshake())).status).toBe(401);
    await ringHosts([ground.victim.id]);
    await expect.poll(() => theirs.words).toEqual(['ask']);
  });

  test('is not to be had by the signature of another call, or of no call', async () => {
    const { query, headers } = await ground.victim.link.handshake();
    const bare = { ...headers, authorization: '' };
    expect((await shake({ query, headers: bare })).status).toBe(401);
    expect((await shake({ query: `${query}&x=1`, headers })).status).toBe(401);
    expect((await shake({ query: 'epoch=9', headers })).status).toBe(401);
    expect(await getBell(ground.victim.id)).toBeUndefined();
  });
});

describe('a handshake that was overheard', () => {
  test('opens nothing again, and does not take the host’s connection from it', async () => {
    const overheard = await ground.victim.link.handshake();
    const theirs = await shake(overheard);
    expect(theirs.status).toBe(101);
    for (let time = 0; time < 3; time++) expect((await shake(overheard)).status).toBe(401);
    await ringHosts([ground.victim.id]);
    await expect.poll(() => theirs.words).toEqual(['ask']);
  });

  test('opens nothing where the host has shaken hands since', async () => {
    const iat = Math.floor(Date.now() / 1000);
    const older = await ground.victim.link.handshake();
    await expect.poll(() => Math.floor(Date.now() / 1000), { timeout: 5_000 }).toBeGreaterThan(iat);
    expect((await listen(ground.victim)).status).toBe(101);
    expect((await shake(older)).status).toBe(401);
  });

  test('opens one connection, however many use it at the same time', async () => {
    const overheard = await ground.victim.link.handshake();
    const all = await Promise.all(Array.from({ length: 5 }, () => shake(overheard)));
    expect(all.map(({ status }) => status).sort()).toEqual([101, 401, 401, 401, 401]);
  });
});

describe('a flood of handshakes', () => {
  test('leaves a host one connection: the last one', async () => {
    // Each start of an agent may shake hands anew; the epoch makes another signature of it.
    const heard: Heard[] = [];
    for (let time = 0; time < 5; time++) {
      const { epoch } = (await getHost(ground.attacker.id)) ?? { epoch: 0 };
      await loseAndReturn(ground.attacker);
      ground.attacker.link.begin(epoch + 1);
      heard.push(await listen(ground.attacker));
    }
    expect(heard.map(({ status }) => status)).toEqual([101, 101, 101, 101, 101]);
    for (const one of heard.slice(0, -1)) await isClosed(one);
    expect(served.open).toBe(1);
  });

  test('of nobody opens nothing and writes nothing', async () => {
    const { key } = newHostKey();
    const stranger = new HostLink({ hostId: 'host-nobody', key, audience: 'svc', transport: direct });
    stranger.begin(1);
    const all = await Promise.all(Array.from({ length: 20 }, async () => shake(await stranger.handshake())));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([401]));
    expect(await getBell('host-nobody')).toBeUndefined();
    await expect.poll(() => served.open).toBe(0);
  });
});

/** Another start of the agent, as a host that keeps starting makes it. */
async function loseAndReturn({ id }: Armed): Promise<void> {
  const host = await getHost(id);
  if (host) await loseHost(host);
}

describe('a connection of a host that is fenced', () => {
  test('ends with the fence, and no other is to be had', async () => {
    const theirs = await listen(ground.victim);
    const host = await getHost(ground.victim.id);
    if (host) await loseHost(host, 'fenced');
    await isClosed(theirs);
    expect(await getBell(ground.victim.id)).toBeUndefined();
    await ringHosts([ground.victim.id]);
    expect(theirs.words).toEqual([]);
    expect((await listen(ground.victim)).status).toBe(403);
  });

  test('is deaf where the fence overtakes its handshake', async () => {
    const early = await ground.victim.link.handshake();
    const host = await getHost(ground.victim.id);
    const [heard] = await Promise.all([shake(early), host && loseHost(host, 'fenced')]);
    expect(await getBell(ground.victim.id)).toBeUndefined();
    await ringHosts([ground.victim.id]);
    expect(heard.words).toEqual([]);
  });

  test('of a start that is over is refused', async () => {
    await loseAndReturn(ground.victim);
    expect((await listen(ground.victim)).status).toBe(409);
  });
});

test('a ring says one word, whatever it is for, and what a host says is heard by nobody', async () => {
  const theirs = await listen(ground.victim);
  theirs.socket.send('{"action":"jobs"}');
  await ringHosts([ground.victim.id, ground.attacker.id]);
  await expect.poll(() => theirs.words).toEqual(['ask']);
});
