import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newKey } from '#lib/agent/link/key.ts';
import type { HostProcesses } from '#lib/agent/processes.ts';
import { type Controls, serveControls } from '#lib/agent/svc-host/control.ts';
import { HostFiles } from '#lib/agent/svc-host/files.ts';
import { showStatus } from '#lib/agent/svc-host/status.ts';

let dir: string;
let files: HostFiles;
let said: string[];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'svc-status-'));
  files = new HostFiles(join(dir, 'state'));
  files.writeKey(newKey());
  files.writeSettings({ SVC_HOST: 'host-a', SVC_HOST_API: 'https://hosts.example.in', SVC_PUBLIC_IP: '203.0.113.7' });
  said = [];
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test('the status of a host that does not run says how it is started, and where the reason is', async () => {
  expect(await showStatus(files, (line) => said.push(line))).toBe(false);
  expect(said.at(-1)).toBe(
    'state           does not run: systemctl start svc-host, and journalctl -u svc-host says why it ended',
  );
});

const address = { host_id: 'host-a', control_plane: 'https://hosts.example.in', public_address: '203.0.113.7' };

test('for programs it is one object, also of a host that does not run', async () => {
  expect(await showStatus(files, (line) => said.push(line), 'json')).toBe(false);
  expect(said.map((line) => JSON.parse(line))).toEqual([
    {
      ...address,
      ...{ driver: null, consoles: null, state: null, machines: null, running: null, heard_at: null },
      reason: 'does not run: systemctl start svc-host, and journalctl -u svc-host says why it ended',
      ...{ agent: null, runtime: null, holders: [] },
    },
  ]);
});

describe('the status of a host that runs', () => {
  const now = { driver: 'container', consoles: 'none', state: 'active', reason: null, machines: 3, running: 2 };
  /** More holders than a question may be long. */
  const holders = Array.from({ length: 100 }, (_, at) => ({
    ...{ vpc_id: `vpc-${at}-00000000000000000000000000`, protocol: at < 50 ? 2 : 1, pid: 1000 + at },
    age_seconds: 3600 * at,
  }));
  const agent = { version: '0.3.0', pid: 7, age_seconds: 59 };
  const runtime = { version: '0.3.0', pid: 8, age_seconds: 125 };
  let server: Server | undefined;
  afterEach(() => server?.close());
  const answer = async (processes?: HostProcesses) => {
    const controls = { status: async () => ({ ...now, heard: 1_000, ...(processes && { processes }) }) };
    server = await serveControls(files.controlSocket, controls as unknown as Controls);
  };

  test('names agent, runtime and what holds machines, with versions and ages', async () => {
    await answer({ agent, runtime, holders });
    expect(await showStatus(files, (line) => said.push(line))).toBe(true);
    expect(said.slice(-4)).toEqual([
      'machines        3, of which 2 run here',
      'agent           0.3.0, for 59 s, pid 7',
      'runtime         0.3.0, for 2 min, pid 8',
      'holders         100, protocol 1 and 2, for up to 4 d',
    ]);
    expect(await showStatus(files, (line) => said.push(line), 'json')).toBe(true);
    expect(JSON.parse(said.at(-1) ?? '')).toEqual({
      ...{ ...address, ...now, heard_at: '1970-01-01T00:00:01.000Z' },
      ...{ agent, runtime, holders },
    });
  });

  test('goes without these where the agent is of an earlier version', async () => {
    await answer();
    expect(await showStatus(files, (line) => said.push(line))).toBe(true);
    expect(said.at(-1)).toBe('machines        3, of which 2 run here');
  });

  test('says none where nothing holds machines', async () => {
    await answer({ agent, runtime: null, holders: [] });
    await showStatus(files, (line) => said.push(line));
    expect(said.slice(-2)).toEqual(['agent           0.3.0, for 59 s, pid 7', 'holders         none']);
  });
});
