import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request as it came over the wire. */
export interface Came {
  readonly method: string;
  /** The target as it was sent. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What a server answers: a status with headers and a body, or `lost`, which breaks the connection. */
export type Answered =
  | 'lost'
  | {
      status?: number;
      headers?: Record<string, string>;
      body?: unknown;
      text?: string | Buffer;
      after?: Promise<unknown>;
    };

/** An HTTP server and what it was asked, until the test ends. */
export interface Served {
  readonly baseUrl: string;
  readonly came: Came[];
  /** How many connections there were. */
  readonly connections: () => number;
}

/** Starts a server on a free port that answers each request by `answer`, which is given the request and its number. */
export async function served(answer: (came: Came, number: number) => Answered | Promise<Answered>): Promise<Served> {
  const came: Came[] = [];
  let connections = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const { method = '', url = '', headers } = request;
    const one = { method, url, headers, body: Buffer.concat(chunks).toString() };
    came.push(one);
    const given = await answer(one, came.length);
    if (given === 'lost') response.destroy();
    else await reply(response, given);
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { baseUrl, came, connections: () => connections };
}

async function reply(response: ServerResponse, given: Exclude<Answered, 'lost'>): Promise<void> {
  const { status = 200, headers = {}, body = {}, text = JSON.stringify(body), after } = given;
  await after;
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
}

/** A refusal as the platform writes it. */
export const refused = (status: number, code: string, headers: Record<string, string> = {}): Answered => ({
  status,
  headers: { 'x-error-code': code, 'x-request-id': 'req-1', ...headers },
  body: { error: `${code} was said` },
});

/** The answers one after another; the last one again and again. */
export const inTurn =
  (...answers: Answered[]) =>
  (_came: Came, number: number): Answered =>
    answers[Math.min(number, answers.length) - 1] as Answered;
