import type { IncomingMessage } from 'node:http';

/** The account of an access key's user; undefined where there is none. */
export type AccountOfKey = (accessKeyId: string) => Promise<string | undefined>;

const tokenCookie = 'svc_access=';

/** The keys whose accounts are remembered. */
const MOST_KEYS = 1_000;

/**
 * The account that a request's credentials name. They are not verified here: the API does that, and answers 401 to
 * others.
 */
export class Callers {
  readonly #ofKey: AccountOfKey;
  readonly #known = new Map<string, Promise<string | undefined>>();

  constructor(ofKey: AccountOfKey) {
    this.#ofKey = ofKey;
  }

  async accountOf({ headers, url = '' }: Pick<IncomingMessage, 'headers' | 'url'>): Promise<string | null> {
    const authorization = headers.authorization ?? '';
    const [, key] = /Credential=(\w{1,128})[/%]/i.exec(`${authorization} ${url}`) ?? [];
    if (key !== undefined) return (await this.#accountOfKey(key)) ?? null;
    const [, bearer] = /^bearer\s+(\S+)/i.exec(authorization) ?? [];
    const cookies = authorization === '' ? (headers.cookie ?? '').split(';') : [];
    const cookie = cookies.map((each) => each.trim()).find((each) => each.startsWith(tokenCookie));
    return accountIn(bearer ?? cookie?.slice(tokenCookie.length));
  }

  #accountOfKey(key: string): Promise<string | undefined> {
    const known = this.#known.get(key) ?? this.#ofKey(key).catch(() => undefined);
    this.#known.set(key, known);
    const [oldest = ''] = this.#known.keys();
    if (this.#known.size > MOST_KEYS) this.#known.delete(oldest);
    return known;
  }
}

/** The account in a token's claims. */
function accountIn(token = ''): string | null {
  if (token === '') return null;
  try {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
      account_id?: unknown;
    };
    return /^\d{12}$/.test(String(claims.account_id)) ? String(claims.account_id) : null;
  } catch {
    return null;
  }
}
