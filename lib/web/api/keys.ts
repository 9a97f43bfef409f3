import { randomKey } from '#lib/client/outgoing.ts';

const prefix = 'svc.key.';
const secret = /(?:password|token|"code|"secret)":/;

/**
 * The Idempotency-Key of a change. The same change has the same key until it is answered, also after a reload, so that
 * one whose reply was lost is never made twice; a change of another content has another key.
 */
export function keyOf(operation: string, args: object): { key: string; answered: () => void } {
  const text = `${operation} ${JSON.stringify(args)}`;
  // Nothing that is derived from a password is stored, not even until its answer.
  if (secret.test(text)) return { key: randomKey(), answered: () => undefined };
  const name = prefix + hash(text);
  const key = sessionStorage.getItem(name) ?? randomKey();
  sessionStorage.setItem(name, key);
  return { key, answered: () => sessionStorage.removeItem(name) };
}

/** Two runs of FNV-1a: enough to tell the few changes apart that one tab has under way. */
function hash(text: string): string {
  const run = (seed: number) => {
    let value = seed;
    for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
    return (value >>> 0).toString(36);
  };
  return run(0x811c9dc5) + run(0x050c5d1f);
}
