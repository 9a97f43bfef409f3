import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newKey } from '#lib/agent/link/key.ts';
import { showStatus } from '#lib/agent/svc-host/commands.ts';
import { HostFiles } from '#lib/agent/svc-host/files.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'svc-status-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test('the status of a host that does not run says how it is started, and where the reason is', async () => {
  const files = new HostFiles(join(dir, 'state'));
  files.writeKey(newKey());
  files.writeSettings({ SVC_HOST: 'host-a', SVC_HOST_API: 'https://hosts.example.in', SVC_PUBLIC_IP: '203.0.113.7' });
  const said: string[] = [];
  expect(await showStatus(files, (line) => said.push(line))).toBe(false);
  expect(said.at(-1)).toBe(
    'state           does not run: systemctl start svc-host, and journalctl -u svc-host says why it ended',
  );
});
