import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { baseHeaders, internal, refuse } from '#lib/local/front/reply.ts';
import { pathOf } from '#lib/local/front/routing.ts';
import type { Log } from '#lib/local/log.ts';
import type { WebFiles } from '#lib/web/bundle/build.ts';
import type { Guides } from '#lib/web/bundle/guides/build.ts';
import { guideReply, isGuidePath, isWebPath, type WebReply, webReply } from '#lib/web/bundle/serve.ts';

/** How an answer is compressed, by the name in Accept-Encoding. Assets are compressed once and kept. */
const encodings = {
  br: (bytes: Uint8Array) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes: Uint8Array) => promisify(gzip)(bytes, { level: 9 }),
};

/** The addresses that it answers. */
export const isBuiltPath = (path: string): boolean => isWebPath(path) || isGuidePath(path);

/** The console and the guides on a laptop: each is built in memory when it is first asked for, or before. */
export class WebConsole {
  readonly #policy: string;
  readonly #log: Pick<Log, 'warn'>;
  readonly #compressed = new Map<string, Promise<Uint8Array>>();
  readonly #console: () => Promise<WebFiles>;
  readonly #guides: () => Promise<Guides>;
  #last: Promise<unknown> = Promise.resolve();
  #builds = 0;
  #isClosed = false;

  /** `policy` is the Content-Security-Policy of the console's page. */
  constructor(policy: string, log: Pick<Log, 'warn'>) {
    this.#policy = policy;
    this.#log = log;
    this.#console = this.#once('the console', async () => (await import('#lib/web/bundle/build.ts')).buildWeb());
    this.#guides = this.#once('the site of guides', async () =>
      (await import('#lib/web/bundle/guides/build.ts')).buildGuides(),
    );
  }

  /** Builds the console, so that the first browser does not wait. */
  async prepare(): Promise<void> {
    await this.#console();
  }

  /** Builds nothing more, and ends a build that is under way. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#builds === 0) return;
    const { stop } = await import('esbuild');
    await stop();
  }

  /** Builds something once. What fails is tried again by the next request. */
  #once<T>(what: string, make: () => Promise<T>): () => Promise<T> {
    let built: Promise<T> | undefined;
    return () => {
      built ??= this.#build(make).catch((error: Error) => {
        built = undefined;
        if (!this.#isClosed) this.#log.warn(`${what} cannot be built: ${error.message}`);
        throw error;
      });
      return built;
    };
  }

  /** Builds in turn: each build ends the one process of the compiler. */
  #build<T>(make: () => Promise<T>): Promise<T> {
    this.#builds++;
    const turn = this.#last.then(() => build(make, () => this.#isClosed)).finally(() => this.#builds--);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #reply(path: string): Promise<WebReply> {
    if (isGuidePath(path)) return guideReply(await this.#guides(), path);
    return webReply(await this.#console(), path, this.#policy);
  }

  /** Answers a GET or HEAD of the console or of the guides. */
  async send(req: IncomingMessage, res: ServerResponse): Promise<undefined> {
    const path = pathOf(req.url ?? '/');
    const reply = await this.#reply(path).catch(() => undefined);
    if (!reply) {
      refuse(req, res, internal());
      return;
    }
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

  #compress(path: string, encoding: keyof typeof encodings, reply: WebReply): Promise<Uint8Array> {
    const key = `${encoding} ${keyOf(path, reply)}`;
    const known = this.#compressed.get(key) ?? encodings[encoding](reply.body);
    this.#compressed.set(key, known);
    return known;
  }
}

/** What a body is kept by: every path of the console shows the same page, and so does every address without a guide. */
function keyOf(path: string, { status, headers }: WebReply): string {
  if (status === 404) return '/guides/404';
  return headers['Content-Security-Policy'] && isWebPath(path) ? '' : path;
}

/** Builds, unless `isClosed` says so. The compiler is loaded for it, and ended. */
async function build<T>(make: () => Promise<T>, isClosed: () => boolean): Promise<T> {
  if (isClosed()) throw new Error('the platform has ended');
  const { stop } = await import('esbuild');
  try {
    return await make();
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
