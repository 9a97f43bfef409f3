import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const connections = fileURLToPath(import.meta.resolve('#lib/local/transport/connections.ts'));

test('a program ends although a connection was offered to it that it never used', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const program = `
    const { offerConnection } = await import(${JSON.stringify(connections)});
    const socket = (await import('node:net')).connect(${port}, '127.0.0.1');
    socket.once('connect', () => offerConnection('/engine', socket));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' });
  expect(await once(child, 'exit')).toEqual([0, null]);
  server.close();
});
