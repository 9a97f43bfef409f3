import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A cookie as curl keeps it. */
export interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  readonly httpOnly: boolean;
  readonly secure: boolean;
}

/** curl with a cookie jar, as a browser would use the API. */
export class Curl {
  readonly #dir = mkdtempSync(join(tmpdir(), 'svc-curl-'));
  readonly #jar = join(this.#dir, 'jar');
  readonly #baseUrl: string;

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  /** Sends a request with the jar's cookies, and stores the cookies of the answer. */
  async send(method: string, path: string, body?: unknown, headers: readonly string[] = []) {
    const data = body === undefined ? [] : ['-H', 'content-type: application/json', '-d', JSON.stringify(body)];
    const more = headers.flatMap((header) => ['-H', header]);
    const head = join(this.#dir, 'head');
    const args = ['-s', '-X', method, '-b', this.#jar, '-c', this.#jar, '-D', head, ...data, ...more];
    const { stdout } = await run('curl', [...args, this.#baseUrl + path]);
    const [first = '', ...lines] = readFileSync(head, 'utf8').split('\r\n');
    const setCookies = lines.flatMap((line) => /^set-cookie: (.*)$/i.exec(line)?.[1] ?? []);
    return { status: Number(first.split(' ')[1]), body: JSON.parse(stdout), setCookies };
  }

  /**
   * The jar's lines: domain, subdomains, path, secure, expiry, name, value. An HttpOnly cookie has a mark before the
   * domain.
   */
  cookies(): Cookie[] {
    if (!existsSync(this.#jar)) return [];
    const lines = readFileSync(this.#jar, 'utf8').split('\n');
    return lines.flatMap((line) => {
      const [domain = '', , path = '', secure, , name, value = ''] = line.split('\t');
      if (name === undefined) return [];
      return [{ name, value, path, httpOnly: domain.startsWith('#HttpOnly_'), secure: secure === 'TRUE' }];
    });
  }

  value(name: string): string | undefined {
    return this.cookies().find((cookie) => cookie.name === name)?.value;
  }

  /** Another browser with the same cookies. */
  copy(): Curl {
    const other = new Curl(this.#baseUrl);
    copyFileSync(this.#jar, other.#jar);
    return other;
  }

  close(): void {
    rmSync(this.#dir, { recursive: true, force: true });
  }
}
