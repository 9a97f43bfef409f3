import type { OperationId } from '#lib/client/methods.ts';
import type { Outgoing } from '#lib/client/outgoing.ts';
import { aloneAmongPages } from './page-lock.ts';

/** What a page has of localStorage. */
export interface PageStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** The operations whose reply begins a session. */
const logins: ReadonlySet<OperationId> = new Set<OperationId>([
  'iamLogin',
  'login',
  'register',
  'setIamLoginPassword',
  'switchAccount',
  'verifyIamLogin',
  'verifyTwoFactor',
]);

/** Whether the reply to an operation begins a session. */
export const isLogin = (operation: OperationId): boolean => logins.has(operation);

/** The header that has the secret. */
export const proofHeader = 'x-svc-session-proof';

const name = 'svc.session_proof';

/** The secret of this origin, which is made at its first use; pages that begin together have the same. */
export async function pageSecret(storage: PageStorage): Promise<string> {
  if (!storage.getItem(name)) {
    await aloneAmongPages(name, async () => {
      if (!storage.getItem(name)) storage.setItem(name, base64url(crypto.getRandomValues(new Uint8Array(32))));
    });
  }
  return storage.getItem(name) ?? '';
}

/** The request, with the proof that its session is to want. */
export async function withProof(request: Outgoing, secret: string): Promise<Outgoing> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret)));
  const body = { ...(JSON.parse(request.body ?? '{}') as object), session_proof: base64url(hash) };
  const headers = { ...request.headers, 'content-type': 'application/json' };
  return { ...request, headers, body: JSON.stringify(body) };
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
