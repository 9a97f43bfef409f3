import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newKey, readKey } from '#lib/agent/link/key.ts';
import { HostLink } from '#lib/agent/link/link.ts';
import { LinkError } from '#lib/agent/link/link-error.ts';
import type { Received } from '#lib/agent/link/transport.ts';
import { HostFiles } from '#lib/agent/svc-host/files.ts';
import { rotateKey } from '#lib/agent/svc-host/rotation.ts';

let dir: string;
let files: HostFiles;
let asked: string[];
const first = newKey();
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'svc-rotation-'));
  files = new HostFiles(dir);
  files.writeKey(first);
  asked = [];
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** A control plane that gives these answers, one after the other. */
function linkTo(...answers: (Received | LinkError)[]): HostLink {
  const send = async ({ body }: { body: string }): Promise<Received> => {
    asked.push(JSON.parse(body).public_key);
    const answer = answers.shift() ?? { status: 200, code: '', text: '{}' };
    if (answer instanceof LinkError) throw answer;
    return answer;
  };
  return new HostLink({
    hostId: 'host-a',
    key: first.jwk,
    audience: 'svc',
    transport: { send, close: () => undefined },
  });
}

test('a key that nobody knows to have arrived is told again, and no third one is made', async () => {
  const lost = new LinkError(0, 'unreachable', 'the control plane does not answer');
  const { public_key } = await rotateKey(linkTo(lost), files);
  expect(asked).toEqual([public_key, public_key]);
  expect([readKey(files.keyFile).public_key, files.nextKey()]).toEqual([public_key, undefined]);
});

test('a key that is refused is thrown away, and the one before stays', async () => {
  const refused = { status: 403, code: 'host_fenced', text: '{"error":"host host-a is fenced"}' };
  await expect(rotateKey(linkTo(refused), files)).rejects.toThrow('host host-a is fenced');
  expect([readKey(files.keyFile), files.nextKey()]).toEqual([first, undefined]);
});

test('a refusal says what is wrong with the clock, where that is it', async () => {
  const date = new Date(Date.now() + 95_000).toUTCString();
  const late = {
    status: 401,
    code: 'invalid_host_signature',
    date,
    text: '{"error":"Authorization: is for another minute"}',
  };
  await expect(rotateKey(linkTo(late), files)).rejects.toThrow(
    /^the clock of this machine is 9[456] seconds behind that of the control plane, and 10 are allowed: /,
  );
});
