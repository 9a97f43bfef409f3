import { Agent, request } from 'node:http';

/** One reply, read to its end. */
export interface Reply {
  status: number;
  text: string;
  ms: number;
}

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** A client that keeps its one connection open, the same for every platform that is measured. */
export class KeepAlive {
  readonly #base: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(base: string) {
    this.#base = base;
  }

  /** Sends a request and reads the whole reply. */
  ask(path: string, { method = 'GET', headers = {}, body = '' }: Asked = {}): Promise<Reply> {
    const began = performance.now();
    return new Promise((resolve, reject) => {
      const outgoing = request(this.#base + path, {
        agent: this.#agent,
        method,
        headers: { ...headers, ...(body && { 'content-length': `${Buffer.byteLength(body)}` }) },
      });
      outgoing.once('error', reject);
      outgoing.once('response', (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.once('error', reject);
        incoming.once('end', () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ status: incoming.statusCode ?? 0, text, ms: performance.now() - began });
        });
      });
      outgoing.end(body);
    });
  }

  /** Milliseconds of a request that must be answered with 200. */
  async time(path: string, asked: Asked = {}): Promise<number> {
    const { status, text, ms } = await this.ask(path, asked);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 200)}`);
    return ms;
  }

  close(): void {
    this.#agent.destroy();
  }
}
