import { randomBytes } from 'node:crypto';
import { accessToken, type Client, createClient, SvcError } from '#lib/client/index.ts';
import { type Check, demand } from './checks.ts';

/** Who checks: somebody who has an account, or a new one. */
export interface Who {
  readonly email: string | undefined;
  readonly password: string | undefined;
  /** The one-time code, where the account wants one. */
  readonly code: string | undefined;
}

/** The pair of a session. */
interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

/** Whoever checks; the session is there once the check `signs in` is done. */
export interface Visitor {
  readonly client: Client;
  tokens: Tokens | undefined;
}

/** The visitor of a platform, who has not signed in yet. */
export function visitorOf(baseUrl: string): Visitor {
  const visitor: Visitor = {
    tokens: undefined,
    client: createClient({ baseUrl, credentials: accessToken(() => visitor.tokens?.access_token ?? '') }),
  };
  return visitor;
}

/** SES takes mail to this address and delivers it to nobody, so that it bounces nowhere. */
const throwaway = () => `success+smoke-${randomBytes(6).toString('hex')}@simulator.amazonses.com`;

async function signUp(baseUrl: string, visitor: Visitor): Promise<string> {
  const body = { email: throwaway(), password: randomBytes(18).toString('base64url') };
  const reply = await createClient({ baseUrl }).register({ body });
  visitor.tokens = reply;
  return `account ${reply.account_id} (${body.email}), which stays`;
}

async function logIn(baseUrl: string, visitor: Visitor, { email = '', password = '', code }: Who): Promise<string> {
  const anonymous = createClient({ baseUrl });
  const reply = await anonymous.login({ body: { email, password } });
  if ('requires_2fa' in reply) {
    demand(code !== undefined, `${email} logs in with a one-time code: say --code`);
    const proven = await anonymous.verifyTwoFactor({ body: { pending_token: reply.pending_token, code } });
    demand('access_token' in proven, `${email} has to do something else first`);
    visitor.tokens = proven;
  } else {
    demand('access_token' in reply, `${email} has to do something else first`);
    visitor.tokens = reply;
  }
  return email;
}

async function refused(status: number, work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    demand(error instanceof SvcError && error.status === status, (error as Error).message);
    return `${status} ${error.code}`;
  }
  throw new Error('it was let through');
}

/** The name of the check that signs in. */
export const signsIn = 'signs in';

/** What is checked with an account. */
export function accountChecks(baseUrl: string, visitor: Visitor, who: Who): Check[] {
  const { client } = visitor;
  const needs = [signsIn];
  return [
    {
      name: signsIn,
      run: () => (who.email === undefined ? signUp(baseUrl, visitor) : logIn(baseUrl, visitor, who)),
    },
    { name: 'shows who it is', needs, run: async () => (await client.getMe()).id },
    {
      name: 'refuses what is not there',
      needs,
      run: () => refused(404, client.getInstance({ id: 'i-00000000000000000000000000' })),
    },
    {
      name: 'instance types',
      needs,
      async run() {
        const { instance_types } = await client.listInstanceTypes();
        demand(instance_types.length > 0, 'there is none');
        return `${instance_types.length}`;
      },
    },
    {
      name: 'images',
      needs,
      async run() {
        const { images } = await client.listImages();
        const here = images.filter(({ available }) => available);
        demand(here.length > 0, `of ${images.length} no host can boot one`);
        return `${here.length} of ${images.length} can be booted`;
      },
    },
  ];
}

/** Ends the session, whose refresh token then brings no other. */
export const leaving = (visitor: Visitor): Check => ({
  name: 'logs out',
  needs: [signsIn],
  async run() {
    const refresh_token = visitor.tokens?.refresh_token;
    await visitor.client.logout();
    return refused(401, visitor.client.refresh({ body: { refresh_token } }));
  },
});
