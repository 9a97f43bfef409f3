/** An image in a registry, as `<registry>/<repository>:<tag>` or with `@sha256:<digest>` names it. */
interface ImageReference {
  readonly registry: string;
  readonly repository: string;
  readonly tag: string | null;
  readonly digest: string | null;
}

const longest = 512;
const host = /^(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:]{2,45}\])(?::\d{1,5})?$/;
const component = /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*$/;
const tagged = /^\w[\w.-]{0,127}$/;
const sha256 = /^sha256:[0-9a-f]{64}$/;

/**
 * Reads a reference; undefined where it is none. The registry is always named: it has a dot or a port, or is localhost.
 */
export function readReference(text: string): ImageReference | undefined {
  if (text.length > longest) return undefined;
  const [named = '', digest = null, ...more] = text.split('@');
  const slash = named.indexOf('/');
  const colon = named.indexOf(':', named.lastIndexOf('/'));
  const registry = named.slice(0, Math.max(slash, 0));
  const repository = named.slice(slash + 1, colon < 0 ? undefined : colon);
  const tag = colon < 0 ? null : named.slice(colon + 1);
  const isWhole =
    more.length === 0 &&
    host.test(registry) &&
    (/[.:]/.test(registry) || registry === 'localhost') &&
    repository.split('/').every((part) => component.test(part)) &&
    (tag === null || tagged.test(tag)) &&
    (digest === null || sha256.test(digest));
  if (!isWhole) return undefined;
  return { registry, repository, tag: tag ?? (digest === null ? 'latest' : null), digest };
}

/** Whether a reference names a registry of the host's own computer. */
export const isOnLoopback = (reference: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?\//.test(reference);
