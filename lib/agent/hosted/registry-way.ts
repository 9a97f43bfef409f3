import { get } from '#lib/runtime/image-store/pull/http.ts';
import { readReference } from '#lib/runtime/image-store/pull/reference.ts';

/** Milliseconds for which an answer counts, and a refusal. */
const KNOWN_MS = { reached: 600_000, unreached: 60_000 };

/** How a registry is asked whether it is there. */
export type AskRegistry = (registry: string, options: { readonly loopback: boolean }) => Promise<void>;

/**
 * Whether the host has a way to the registry of the catalog. It is found out beside everything else: a start does not
 * wait for it.
 */
export class RegistryWay {
  readonly #registry: string;
  readonly #loopback: boolean;
  readonly #ask: AskRegistry;
  readonly #changed: () => void;
  #reason: string | null;
  #until = 0;
  #asking: Promise<void> | null = null;

  constructor(
    { registry, loopback }: { readonly registry: string; readonly loopback: boolean },
    changed: () => void,
    ask: AskRegistry = askRegistry,
  ) {
    this.#registry = registry;
    this.#loopback = loopback;
    this.#changed = changed;
    this.#ask = ask;
    this.#reason = `registry ${registry} has not been asked yet`;
  }

  /** Why there is none; null where there is one. Asks again where what is known is old. */
  get reason(): string | null {
    if (performance.now() >= this.#until) this.#asking ??= this.#find().finally(() => (this.#asking = null));
    return this.#reason;
  }

  async #find(): Promise<void> {
    const before = this.#reason;
    this.#reason = await this.#ask(this.#registry, { loopback: this.#loopback }).then(
      () => null,
      ({ message }: Error) => `registry ${this.#registry} cannot be reached: ${message}`,
    );
    this.#until = performance.now() + (this.#reason === null ? KNOWN_MS.reached : KNOWN_MS.unreached);
    if (this.#reason !== before) this.#changed();
  }
}

/** Asks for the entry of the registry protocol. Whatever it answers, it is there. */
async function askRegistry(registry: string, options: { readonly loopback: boolean }): Promise<void> {
  const { origin } = readReference(`${registry}/library/any`, options);
  const reply = await get(new URL('/v2/', origin), {}, options);
  reply.destroy();
}
