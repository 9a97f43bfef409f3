import { type Client, createClient, SvcError, session } from '#lib/client/index.ts';
import type { Control } from './control.ts';

/** A client of an account, and how to log in to it. */
export type AccountClient = Client & { readonly account: { readonly email: string; readonly password: string } };

/** The password of every account that `client()` makes. */
const password = 'correct-horse-battery-staple-1';

let made = 0;

function newEmail(): string {
  made += 1;
  return `user-${process.pid}-${made}@example.com`;
}

/**
 * A client of the account with this address, which is made, and verified, unless it is there. Without an address it
 * is a new account.
 */
export async function accountClient(
  baseUrl: string,
  control: Pick<Control, 'outbox'>,
  email = newEmail(),
): Promise<AccountClient> {
  const anonymous = createClient({ baseUrl });
  const tokens = await anonymous.register({ body: { email, password } }).catch((error) => {
    if (error instanceof SvcError && error.code === 'already_exists') return undefined;
    throw error;
  });
  if (tokens === undefined) {
    const again = await anonymous.login({ body: { email, password } });
    return clientOf(baseUrl, again, email);
  }
  const client = clientOf(baseUrl, tokens, email);
  const mail = (await control.outbox(email)).find(({ kind }) => kind === 'verify_email');
  await client.verifyEmail({ body: { code: mail?.code ?? '' } });
  return client;
}

function clientOf(baseUrl: string, tokens: object, email: string): AccountClient {
  if (!('access_token' in tokens && 'refresh_token' in tokens)) throw new Error(`${email} needs a second factor`);
  const { access_token, refresh_token } = tokens as { access_token: string; refresh_token: string };
  const client = createClient({ baseUrl, credentials: session({ access_token, refresh_token }) });
  return Object.assign(client, { account: { email, password } });
}
