import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { confirmed } from '#lib/cli/run/confirm.ts';
import type { Session } from '#lib/cli/run/session.ts';
import { allCommands, commandOf } from '#lib/cli/table/commands.ts';
import type { Command } from '#lib/cli/table/types.ts';

/* What cannot be undone asks first, with what goes with it. */

const named = (operation: string): Command => {
  const command = commandOf(operation);
  if (!command) throw new Error(`no command of ${operation}`);
  return command;
};
const request = vi.fn();
const session = (yes = false) => ({ globals: { yes }, client: { request } }) as unknown as Session;
const host = { args: { id: 'host-a' }, named: [{ id: 'host-a', name: undefined }] } as never;

/** A terminal whose person types this at each question; undefined for none. Answers what it has shown. */
function terminal(typed: string | undefined): () => string {
  const isTTY = typed !== undefined;
  for (const stream of [process.stdin, process.stderr])
    Object.defineProperty(stream, 'isTTY', { value: isTTY, configurable: true });
  Object.assign(process.stdin, {
    setRawMode: () => process.stdin,
    resume: () => process.stdin,
    pause: () => process.stdin,
  });
  const shown: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    shown.push(String(text));
    if (String(text).endsWith('[y/N] ')) setImmediate(() => process.stdin.emit('data', `${typed}\r`));
    return true;
  });
  return () => shown.join('');
}

const before = [process.stdin, process.stderr].map((stream) => ({
  stream,
  ...Object.getOwnPropertyDescriptor(stream, 'isTTY'),
}));
beforeEach(() => {
  request.mockReset().mockResolvedValue({
    body: {
      would: 'fence host host-a',
      price_delta_paise_per_hour: 0,
      price_delta_paise_per_month: 0,
      cascade: [{ type: 'instance', id: 'i-1', effect: 'lost' }],
    },
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const { stream, value } of before) Object.defineProperty(stream, 'isTTY', { value, configurable: true });
  for (const word of ['setRawMode', 'resume', 'pause']) Reflect.deleteProperty(process.stdin, word);
});

test('these ask, beside deletions: a restore and a fence', async () => {
  terminal(undefined);
  const asking = [];
  for (const command of allCommands()) {
    const isAsked = await confirmed(session(), command, [host]).then(
      () => false,
      ({ code }) => code === 'not_confirmed',
    );
    if (isAsked) asking.push(command);
  }
  expect(asking.filter(({ method }) => method !== 'DELETE').map(({ noun, verb }) => `${noun} ${verb}`)).toEqual([
    'platform fence-host',
    'snapshot restore',
  ]);
  expect(asking.filter(({ method }) => method === 'DELETE')).toEqual(
    allCommands().filter(({ method }) => method === 'DELETE'),
  );
});

describe.each([
  ['fenceHost', 'Fence host host-a? [y/N] ', 'fence-host'],
  ['deleteHost', 'Delete host host-a? [y/N] ', 'delete-host'],
])('%s', (operation, question, verb) => {
  const command = named(operation);

  test('names what goes with the host, and does nothing unless it is told yes', async () => {
    const shown = terminal('n');
    await expect(confirmed(session(), command, [host])).rejects.toMatchObject({
      code: 'not_confirmed',
      message: 'nothing was changed',
    });
    expect(request.mock.calls).toEqual([[operation, { id: 'host-a', dryRun: true }]]);
    expect(shown()).toContain(`This would fence host host-a.\n  instance i-1: lost\n${question}`);
  });

  test('goes on where it is told yes, or --yes', async () => {
    terminal('y');
    await confirmed(session(), command, [host]);
    terminal(undefined);
    await confirmed(session(true), command, [host]);
    expect(request).toHaveBeenCalledTimes(1);
  });

  test('is refused where nobody can be asked', async () => {
    terminal(undefined);
    await expect(confirmed(session(), command, [host])).rejects.toMatchObject({
      code: 'not_confirmed',
      message: `svc platform ${verb} asks first, and there is no terminal`,
    });
    expect(request).not.toHaveBeenCalled();
  });
});
