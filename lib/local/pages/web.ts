import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { baseHeaders, internal, refuse } from '#lib/local/front/reply.ts';
import { pathOf } from '#lib/local/front/routing.ts';
import type { Log } from '#lib/local/log.ts';
import type { WebFiles } from '#lib/web/bundle/build.ts';
import { type WebReply, webReply } from '#lib/web/bundle/serve.ts';

/** How an answer is compressed, by the name in Accept-Encoding. Assets are compressed once and kept. */
const encodings = {
  br: (bytes: Uint8Array) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes: Uint8Array) => promisify(gzip)(bytes, { level: 9 }),
};

/** The console on a laptop: built in memory when it is first asked for, or before. */
export class WebConsole {
  readonly #policy: string;
  readonly #log: Pick<Log, 'warn'>;
  readonly #compressed = new Map<string, Promise<Uint8Array>>();
  #files: Promise<WebFiles> | undefined;
  #isBuilt = false;
  #isClosed = false;

  /** `policy` is the Content-Security-Policy of its page. */
  constructor(policy: string, log: Pick<Log, 'warn'>) {
    this.#policy = policy;
    this.#log = log;
  }

  /** Builds it, so that the first browser does not wait. One that fails is tried again by the next request. */
  prepare(): Promise<WebFiles> {
    this.#files ??= this.#build().catch((error: Error) => {
      this.#files = undefined;
      if (!this.#isClosed) this.#log.warn(`the console cannot be built: ${error.message}`);
      throw error;
    });
    return this.#files;
  }

  /** Builds it no more, and ends a build that is under way. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (!this.#files || this.#isBuilt) return;
    const { stop } = await import('esbuild');
    await stop();
  }

  async #build(): Promise<WebFiles> {
    const files = await build(() => this.#isClosed);
    this.#isBuilt = true;
    return files;
  }

  /** Answers a GET or HEAD of the console. */
  async send(req: IncomingMessage, res: ServerResponse): Promise<undefined> {
    const path = pathOf(req.url ?? '/');
    const files = await this.prepare().catch(() => undefined);
    if (!files) {
      refuse(req, res, internal());
      return;
    }
    const reply = webReply(files, path, this.#policy);
    const encoding = reply.compressible ? encodingOf(req.headers['accept-encoding']) : undefined;
    const body = encoding ? await this.#compress(path, encoding, reply) : reply.body;
    if (res.destroyed) return;
    res.writeHead(reply.status, {
      ...baseHeaders(),
      ...reply.headers,
      Vary: 'Accept-Encoding',
      'Content-Length': String(body.length),
      ...(encoding && { 'Content-Encoding': encoding }),
    });
    res.end(body);
  }

  #compress(path: string, encoding: keyof typeof encodings, { body, headers }: WebReply): Promise<Uint8Array> {
    // Every path of the console shows the same page.
    const key = `${encoding} ${headers['Content-Security-Policy'] ? '' : path}`;
    const known = this.#compressed.get(key) ?? encodings[encoding](body);
    this.#compressed.set(key, known);
    return known;
  }
}

/** Builds the console, unless `isClosed` says so. The compiler is loaded for it, and ended. */
async function build(isClosed: () => boolean): Promise<WebFiles> {
  const [{ buildWeb }, { stop }] = await Promise.all([import('#lib/web/bundle/build.ts'), import('esbuild')]);
  if (isClosed()) throw new Error('the platform has ended');
  try {
    return await buildWeb();
  } finally {
    // The compiler is a process of its own, which nothing needs any more.
    await stop();
  }
}

function encodingOf(accepted: string | string[] | undefined): keyof typeof encodings | undefined {
  const names = String(accepted ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !/; ?q=0(?:\.0{1,3})?$/.test(part))
    .map((part) => part.split(';')[0]);
  return (['br', 'gzip'] as const).find((name) => names.includes(name));
}
