import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { architecture } from '#lib/runtime/image-store/pull/manifest.ts';

export const digestOf = (bytes: Buffer | string): string =>
  `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

/** A registry of a few lines, which can be made to lie. */
export interface NodeRegistry {
  /** Its address, as it is in references. */
  readonly host: string;
  /** What was asked for, in order. */
  readonly asked: readonly string[];
  /** What it answers, by path below /v2/; a test may put there what it likes. */
  readonly replies: Map<string, Reply>;
  /** Has it have an image of these layers, tar archives, and answers the reference. */
  push(name: string, layers: readonly Buffer[], lies?: Lies): string;
  close(): Promise<void>;
}

export type Reply = Buffer | string | ((request: IncomingMessage, response: ServerResponse) => void);

/** What an image says that is not so. */
export interface Lies {
  readonly config?: object;
  readonly diff_ids?: readonly string[];
  /** Replaces what its manifest says of its layers. */
  readonly layer?: object;
  readonly manifest?: object;
}

/** Starts one on this computer's loopback. */
export async function nodeRegistry(): Promise<NodeRegistry> {
  const replies = new Map<string, Reply>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace('/v2/', '');
    asked.push(path);
    const reply = replies.get(path);
    if (typeof reply === 'function') reply(request, response);
    else if (reply === undefined) response.writeHead(404).end('{"errors":[{"message":"no such thing"}]}');
    else response.end(reply);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const host = `127.0.0.1:${port}`;
  const put = (name: string, bytes: Buffer) => {
    replies.set(`${name}/blobs/${digestOf(bytes)}`, bytes);
    return { digest: digestOf(bytes), size: bytes.length };
  };
  return {
    host,
    asked,
    replies,
    push(name, layers, { config = {}, diff_ids = layers.map(digestOf), layer = {}, manifest = {} } = {}) {
      const own = { architecture, os: 'linux', rootfs: { type: 'layers', diff_ids }, config };
      const text = JSON.stringify({
        schemaVersion: 2,
        config: put(name, Buffer.from(JSON.stringify(own))),
        layers: layers.map((tar) => ({ ...put(name, gzipSync(tar)), ...layer })),
        ...manifest,
      });
      replies.set(`${name}/manifests/latest`, text);
      replies.set(`${name}/manifests/${digestOf(text)}`, text);
      return `${host}/${name}:latest`;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
