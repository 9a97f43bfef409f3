import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startDynoxide } from '#lib/local/dynamodb/dynoxide.ts';
import type { Engine } from '#lib/local/dynamodb/engine-process.ts';
import { socketOf } from '#lib/model/platform/endpoint.ts';

/** Whether the write reaches the table before everything is killed. */
export type Side = 'before' | 'after';

const writes = /\.(TransactWriteItems|PutItem|UpdateItem|DeleteItem)$/;

/** A DynamoDB that calls `kill` at the n-th write: right before it, or right after it and before its reply. */
export class KillingDatabase {
  readonly engine: Engine;
  readonly #server: Server;
  #armed: { left: number; side: Side; kill: () => void } | undefined;

  private constructor(engine: Engine, server: Server) {
    this.engine = engine;
    this.#server = server;
    server.on('request', (req, res) => void this.#serve(req, res).catch(() => res.destroy()));
  }

  static async start(): Promise<KillingDatabase> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new KillingDatabase(await startDynoxide(), server);
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Makes it forget which transactions it has seen, as an engine does that was killed and started again. */
  forgetful = false;

  /** Calls `kill` at the n-th write from now (the first is 1). */
  arm(n: number, side: Side, kill: () => void): void {
    this.#armed = { left: n, side, kill };
  }

  /** Stops killing, and answers whether it has killed. */
  disarm(): boolean {
    const killed = this.#armed === undefined || this.#armed.left <= 0;
    this.#armed = undefined;
    return killed;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    await this.engine.stop();
  }

  async #serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk);
    const due = this.#count(String(req.headers['x-amz-target']));
    if (due === 'before') return void res.destroy();
    const body = Buffer.concat(chunks);
    const reply = await forward(this.engine.endpoint, req, this.forgetful ? withoutToken(body) : body);
    if (due === 'after') this.#armed?.kill();
    if (due) return void res.destroy();
    res.writeHead(reply.status, reply.headers).end(reply.body);
  }

  /** After the kill no further write passes, because a killed process writes no more. */
  #count(target: string): Side | undefined {
    const armed = this.#armed;
    if (!armed || !writes.test(target)) return undefined;
    armed.left--;
    if (armed.left > 0) return undefined;
    if (armed.left < 0) return 'before';
    if (armed.side === 'before') armed.kill();
    return armed.side;
  }
}

function withoutToken(body: Buffer): Buffer {
  const { ClientRequestToken, ...rest } = JSON.parse(body.toString());
  return ClientRequestToken === undefined ? body : Buffer.from(JSON.stringify(rest));
}

function forward(endpoint: string, { method, headers }: IncomingMessage, body: Buffer) {
  return new Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }>((resolve, reject) => {
    const onward = request(
      { socketPath: socketOf(endpoint), method, path: '/', headers: { ...headers, 'content-length': body.length } },
      async (reply) => {
        const chunks: Buffer[] = [];
        for await (const chunk of reply as AsyncIterable<Buffer>) chunks.push(chunk);
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: Buffer.concat(chunks) });
      },
    );
    onward.once('error', reject);
    onward.end(body);
  });
}
