import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { balancing, serving, tcp, web } from './support.ts';

const url = (port: number) => `http://127.0.0.1:${port}/`;

/** A web server whose health is what the test says: first `coming`, probe by probe, then `status`. */
async function patient(id: string) {
  const state = { coming: [] as number[], status: 200, silent: false, probes: 0, answers: 0 };
  const place = await web(id, (_, outgoing) => void outgoing.end(id));
  place.server.removeAllListeners('request');
  place.server.on('request', ({ url: path }, outgoing) => {
    if (path !== '/health') return void outgoing.end(id);
    state.probes += 1;
    if (state.silent) return undefined;
    state.answers += 1;
    return void outgoing.writeHead(state.coming.shift() ?? state.status).end();
  });
  return { ...place, state };
}

const last = (running: Awaited<ReturnType<typeof balancing>>, id: string) =>
  running.news.at(-1)?.backends.find(([instance]) => instance === id)?.[1];

test('thresholds decide, and every change is told with its reason', async () => {
  const place = await patient('a');
  const running = await balancing([serving(place)]);
  expect(last(running, 'a')).toEqual({ health: 'healthy', reason: null });
  place.state.status = 503;
  await expect.poll(() => running.healthOf('a')).toBe('unhealthy');
  expect(last(running, 'a')).toEqual({ health: 'unhealthy', reason: 'unexpected_status_503' });
  expect((await fetch(url(running.port))).status).toBe(503);
  place.state.status = 404;
  await expect.poll(() => last(running, 'a')?.reason).toBe('unexpected_status_404');
  // Counted where the status is chosen: a probe may be under way here, and be answered with the new one.
  const { answers } = place.state;
  place.state.status = 204;
  await expect.poll(() => running.healthOf('a')).toBe('healthy');
  expect(place.state.answers - answers).toBeGreaterThanOrEqual(2);
  place.server.close();
  place.server.closeAllConnections();
  await expect.poll(() => running.healthOf('a')).toBe('unhealthy');
  expect(last(running, 'a')).toEqual({ health: 'unhealthy', reason: 'connection_refused' });
});

test('one failure among successes changes nothing', async () => {
  const place = await patient('a');
  const running = await balancing([serving(place)]);
  const told = running.news.length;
  place.state.coming = [500, 200, 500, 200, 500, 200];
  const all = place.state.probes + place.state.coming.length;
  await expect.poll(() => place.state.probes).toBeGreaterThan(all);
  expect(running.healthOf('a')).toBe('healthy');
  expect(running.news).toHaveLength(told);
});

test('an answer that does not come is a timeout', async () => {
  const place = await patient('a');
  place.state.silent = true;
  const check = {
    protocol: 'http' as const,
    port: null,
    path: '/health',
    interval_seconds: 0.2,
    timeout_seconds: 0.1,
    healthy_threshold: 2,
    unhealthy_threshold: 2,
    expected: [{ from: 200, to: 200 }],
  };
  const running = await balancing([serving(place)], { health_check: check, waits: false });
  expect(running.healthOf('a')).toBe('initial');
  await expect.poll(() => running.healthOf('a')).toBe('unhealthy');
  expect(last(running, 'a')?.reason).toBe('timeout');
});

test('a machine that does not run is unused, and is looked at anew once it does', async () => {
  const place = await patient('a');
  const running = await balancing([serving(place, { running: false })]);
  expect(last(running, 'a')).toEqual({ health: 'unused', reason: 'instance_stopped' });
  expect(place.state.probes).toBe(0);
  running.change({ backends: [serving(place)] });
  expect(running.healthOf('a')).toBe('initial');
  await expect.poll(() => running.healthOf('a')).toBe('healthy');
  running.change({ backends: [serving(place, { running: false })] });
  expect(running.healthOf('a')).toBe('unused');
});

test('a backend that drains ends what it has begun, gets nothing new, and is cut off when its time is over', async () => {
  const held: (() => void)[] = [];
  const slow = await web('a', (_, outgoing) => void held.push(() => outgoing.end('done')));
  const other = await web('b', (_, outgoing) => void outgoing.end('b'));
  const running = await balancing([serving(slow)]);
  const first = fetch(url(running.port));
  const second = fetch(url(running.port), { method: 'POST' });
  await expect.poll(() => held).toHaveLength(2);
  const drainUntil = (draining_until: number) =>
    running.change({ backends: [serving(slow, { draining_until }), serving(other)] });
  drainUntil(Date.now() + 60_000);
  await expect.poll(() => running.healthOf('b')).toBe('healthy');
  for (let i = 0; i < 3; i++) expect(await (await fetch(url(running.port))).text()).toBe('b');
  expect(running.healthOf('a')).toBeUndefined();
  held[0]?.();
  expect(await (await first).text()).toBe('done');
  drainUntil(Date.now() + 100);
  expect((await second).status).toBe(502);
});

test('TCP: a connection to a backend that drains goes on, is cut off when its time is over, and no new one comes', async () => {
  const echo = (name: string) => (socket: Socket) => void socket.on('data', (text) => socket.write(`${name} ${text}`));
  const [leaving, other] = [await tcp('a', echo('a')), await tcp('b', echo('b'))];
  const running = await balancing([serving(leaving)], { protocol: 'tcp' });
  const says = async (socket: Socket, text: string) => {
    socket.write(text);
    return `${(await once(socket, 'data'))[0]}`;
  };
  const line = connect(running.port, '127.0.0.1');
  expect(await says(line, 'one')).toBe('a one');
  const drainUntil = (draining_until: number) =>
    running.change({ backends: [serving(leaving, { draining_until }), serving(other)] });
  drainUntil(Date.now() + 60_000);
  await expect.poll(() => running.healthOf('b')).toBe('healthy');
  for (const text of ['two', 'three']) {
    const fresh = connect(running.port, '127.0.0.1');
    expect(await says(fresh, text)).toBe(`b ${text}`);
    fresh.destroy();
  }
  expect(await says(line, 'four')).toBe('a four');
  const until = Date.now() + 100;
  drainUntil(until);
  await once(line.resume(), 'close');
  // biome-ignore lint/plugin: not before its time; a busy computer only makes it later
  expect(Date.now()).toBeGreaterThanOrEqual(until - 10);
});

test('a listener that is no longer asked for is closed with its connections; others go on', async () => {
  const place = await web('a', (_, outgoing) => void outgoing.end('a'));
  const running = await balancing([serving(place)]);
  await fetch(url(running.port));
  running.change({ algorithm: 'least_connections' });
  expect((await fetch(url(running.port))).status).toBe(200);
  running.change({ listeners: [] });
  await expect(fetch(url(running.port))).rejects.toThrow('fetch failed');
});
