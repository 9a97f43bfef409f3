import type { BalancerSpec } from '#lib/runtime/balancer/spec.ts';
import type { Backend } from './backend.ts';
import { algorithms, bySource, type Choose, cookieName, cookieValue, readCookie } from './choose.ts';

/** A load balancer's backends. Each connection or request is given one of them. */
export class Pool {
  readonly #id: string;
  readonly #backends = new Map<string, Backend>();
  readonly #cookies = new Map<string, Backend>();
  #choose: Choose = algorithms.round_robin;
  #sticky = false;

  constructor(id: string) {
    this.#id = id;
  }

  configure({ algorithm, sticky }: Pick<BalancerSpec, 'algorithm' | 'sticky'>): void {
    this.#choose = algorithms[algorithm];
    this.#sticky = sticky;
  }

  get(id: string): Backend | undefined {
    return this.#backends.get(id);
  }

  all(): Backend[] {
    return [...this.#backends.values()];
  }

  add(backend: Backend): void {
    this.#backends.set(backend.id, backend);
    this.#cookies.set(cookieValue(this.#id, backend.id), backend);
  }

  remove(backend: Backend): void {
    this.#backends.delete(backend.id);
    this.#cookies.delete(cookieValue(this.#id, backend.id));
    backend.close();
  }

  /** A backend for an HTTP request: the one that its cookie names when that is available, and never `tried`. */
  forRequest(cookies: string | undefined, tried?: Backend): Backend | undefined {
    if (this.#sticky && !tried) {
      const known = this.#cookies.get(readCookie(cookies) ?? '');
      if (known?.serves && !known.suspect) return known;
    }
    return this.#choose(this.#candidates(tried));
  }

  /** A backend for a TCP connection, never `tried`. */
  forConnection(source: string, tried?: Backend): Backend | undefined {
    const choose = this.#sticky ? bySource(source) : this.#choose;
    return choose(this.#candidates(tried));
  }

  /**
   * The Set-Cookie that brings a client back to this backend. Undefined when the client has it already, or the balancer
   * sets none.
   */
  cookieFor(backend: Backend, cookies: string | undefined): string | undefined {
    if (!this.#sticky) return undefined;
    const value = cookieValue(this.#id, backend.id);
    return readCookie(cookies) === value ? undefined : `${cookieName}=${value}; Path=/; HttpOnly; SameSite=Lax`;
  }

  #candidates(tried: Backend | undefined): Backend[] {
    const serving = this.all().filter((backend) => backend.serves && backend !== tried);
    const sound = serving.filter(({ suspect }) => !suspect);
    return sound.length > 0 ? sound : serving;
  }
}
