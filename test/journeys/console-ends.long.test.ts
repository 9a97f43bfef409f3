import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Instance } from '#lib/model/compute/instance.ts';
import { ConsoleClient } from '#test/support/consoles/console.ts';
import { Client } from '#test/support/http/client.ts';
import { killPart } from '#test/support/platform/parts.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';

let platform: RunningPlatform;
let owner: Client;
let machine: Instance;
beforeAll(async () => {
  platform = await startPlatform();
  owner = await Client.register(platform.baseUrl);
  machine = await owner.launch();
});
afterAll(() => platform?.stop());

const address = (id = machine.id) => `${platform.baseUrl.replace('http', 'ws')}/compute/ws/instances/${id}/console`;
const bearer = (client: Client) => ({ headers: { authorization: `Bearer ${client.token}` } });
const ticket = () => owner.post(`/compute/instances/${machine.id}/console-ticket`);

it('what a machine does is seen in its metrics', async () => {
  const begun = Date.now();
  const console = await ConsoleClient.open(address(), bearer(owner));
  console.type('while :; do :; done\r');
  const metrics = async () => (await owner.get(`/compute/instances/${machine.id}/metrics?step_seconds=10`)).body.series;
  const most = async () => Math.max(0, ...(await metrics()).cpu_percent.map(([, value]: [string, number]) => value));
  await expect.poll(most).toBeGreaterThan(20);
  const series = await metrics();
  console.socket.close();
  const [at, used] = series.ram_used_mib.at(-1);
  expect(Date.parse(at)).toBeGreaterThanOrEqual(begun - 10_000);
  expect(used).toBeGreaterThan(0);
  expect(series.net_rx_bytes_per_second.length).toBe(series.cpu_percent.length);
});

describe('an open console is closed', () => {
  it('by frames that are none: 1003, 1008, 1009', async () => {
    for (const [frame, code] of [
      ['not json', 1003],
      ['{"type":"dance"}', 1003],
      ['{"type":"resize","cols":0,"rows":10}', 1008],
      ['{"type":"ping","loud":true}', 1008],
    ] as const) {
      const console = await ConsoleClient.open(address(), bearer(owner));
      console.say(frame);
      expect([frame, (await console.closed).code]).toEqual([frame, code]);
    }
    const console = await ConsoleClient.open(address(), bearer(owner));
    console.type('x'.repeat(64 * 1024 + 1));
    expect((await console.closed).code).toBe(1009);
  });

  it('when its session is revoked: 4401, and leaves no process behind', async () => {
    const other = await owner.again();
    const console = await ConsoleClient.open(address(), bearer(other));
    console.type('sleep 7654 & sleep 7653\r');
    await console.until(/7653/);
    await other.post('/auth/logout');
    expect(await console.closed).toMatchObject({ code: 4401 });
    const look = await ConsoleClient.open(address(), bearer(owner));
    look.type('for i in 1 2 3 4 5 6 7 8 9; do pgrep -f "sleep 765[3]" || break; sleep 0.2; done; echo "no""body"\r');
    await look.until(/nobody/);
    expect(look.seen).not.toMatch(/\n\d+\r\n[\s\S]*nobody$/);
    look.socket.close();
  });

  it('when the machine stops: 4409, and a stopped one has none', async () => {
    const console = await ConsoleClient.open(address(), bearer(owner));
    await owner.operate(machine.id, 'stop');
    expect((await console.closed).code).toBe(4409);
    const refused = await ConsoleClient.connect(address(), bearer(owner));
    const error = `instance ${machine.id} is stopped; open console requires status running`;
    expect(refused).toMatchObject({ status: 409, code: 'wrong_state', body: { error } });
    expect((await ticket()).body).toEqual({ error });
    await owner.operate(machine.id, 'start');
  });

  it('when the host agent dies: 1011; once it is back, consoles open again', async () => {
    const console = await ConsoleClient.open(address(), bearer(owner));
    killPart(platform, 'agent');
    expect((await console.closed).code).toBe(1011);
  });

  it('when the platform goes down: 1012', async () => {
    await owner.until(machine.id, 'running');
    let console: ConsoleClient | undefined;
    while (!console) {
      console = await ConsoleClient.open(address(), bearer(owner)).catch(() => undefined);
    }
    const stopping = platform.stop();
    expect((await console.closed).code).toBe(1012);
    await stopping;
  });
});
