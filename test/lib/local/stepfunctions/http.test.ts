import { request } from 'node:http';
import { connect } from 'node:net';
import { ListStateMachinesCommand } from '@aws-sdk/client-sfn';
import { expect, it } from 'vitest';
import { socketOf } from '#lib/model/platform/endpoint.ts';
import { harness } from './harness.ts';

const { client, engine } = await harness();
const host = 'localhost';
const socketPath = socketOf(engine.endpoint) ?? '';

interface Answer {
  status: number | undefined;
  type: unknown;
  body: { __type?: string; message?: string };
}

/** One raw request; headers that are undefined are left out. */
function send(body: string, headers: Record<string, string | undefined> = {}, method = 'POST'): Promise<Answer> {
  const given = {
    host,
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': 'AWSStepFunctions.ListStateMachines',
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const sent = request({
      socketPath,
      method,
      headers: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Record<
        string,
        string
      >,
    });
    sent.on('response', async (response) => {
      const text = (await response.toArray()).join('');
      resolve({ status: response.statusCode, type: response.headers['x-amzn-errortype'], body: JSON.parse(text) });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

it('answers the protocol', async () => {
  expect(await send('{}')).toEqual({ status: 200, type: undefined, body: { stateMachines: [] } });
  expect((await send('')).status).toBe(200);
});

it.each<[string, number, string, string, Record<string, string | undefined>, string?]>([
  ['malformed JSON', 400, 'SerializationException', '{"a":', {}],
  ['a body that is no object', 400, 'SerializationException', '[]', {}],
  ['another content type', 400, 'SerializationException', '{}', { 'content-type': 'text/plain' }],
  ['no target', 400, 'UnknownOperationException', '{}', { 'x-amz-target': undefined }],
  ['an unknown operation', 400, 'UnknownOperationException', '{}', { 'x-amz-target': 'AWSStepFunctions.constructor' }],
  ['another service', 400, 'UnknownOperationException', '{}', { 'x-amz-target': 'DynamoDB_20120810.GetItem' }],
  ['another method', 400, 'UnknownOperationException', '', {}, 'GET'],
  ['a foreign host', 403, 'AccessDeniedException', '{}', { host: 'attacker.example' }],
  ['an unknown parameter', 400, 'ValidationException', '{"foo":1}', {}],
  ['a parameter of a wrong type', 400, 'ValidationException', '{"maxResults":"9"}', {}],
  ['a parameter out of range', 400, 'ValidationException', '{"maxResults":1001}', {}],
  ['a missing parameter', 400, 'ValidationException', '{}', { 'x-amz-target': 'AWSStepFunctions.DescribeExecution' }],
  [
    'an action that is not here',
    400,
    'UnknownOperationException',
    '{}',
    { 'x-amz-target': 'AWSStepFunctions.StartSyncExecution' },
  ],
])('answers %s with %i %s', async (_what, status, name, body, headers, method) => {
  const answer = await send(body, headers, method);
  expect(answer).toMatchObject({ status, type: name });
  expect(answer.body.__type).toBe(`com.amazonaws.swf.service.v2.model#${name}`);
  expect(answer.body.message).not.toBe('');
});

it('answers a body that is too large with 413, without reading it all', async () => {
  const answer = await send(' '.repeat(5_000_000));
  expect(answer).toMatchObject({ status: 413, type: 'RequestEntityTooLargeException' });
});

it('stays up through garbage and through clients that leave in the middle', async () => {
  const garbage = (text: string) =>
    new Promise((resolve) => {
      const socket = connect(socketPath, () => socket.end(text));
      socket.on('error', resolve).on('close', resolve).resume();
    });
  await garbage('\x00\x01\x02 nonsense\r\n\r\n');
  await garbage(
    `POST / HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/x-amz-json-1.0\r\nx-amz-target: AWSStepFunctions.ListStateMachines\r\ncontent-length: 100\r\n\r\n{`,
  );
  expect((await client.send(new ListStateMachinesCommand({}))).stateMachines).toEqual([]);
});
