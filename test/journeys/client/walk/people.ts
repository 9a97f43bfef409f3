import { type Client, createClient } from '#lib/client/client.ts';
import { type SavedSession, session } from '#lib/client/credentials/session.ts';
import { codeFor } from '#test/support/accounts/totp.ts';
import { makeCertificate } from '#test/support/http/certificate.ts';
import { ask, demand } from '#test/support/http/client.ts';
import { advance } from '#test/support/platform/dev-clock.ts';
import { eventually } from '#test/support/vitest/eventually.ts';
import type { Additions, Walker } from './walker.ts';

/*
 * What a client cannot know from a document: what people read in their mail, see in their authenticator, pay at the
 * gateway, or remember. Each entry adds that to the example of an operation.
 */

/** The people of a walk, around a platform. */
export class People {
  readonly #baseUrl: string;
  readonly #walker: Walker;
  /** The password of the examples' person, as it is now. */
  password = 'correct-horse-battery-0';
  /** The seed of the authenticator that was set up last, and the steps whose codes it has not shown yet. */
  #seed = '';
  #steps = [0, 1];
  #guest: Client | undefined;

  constructor(baseUrl: string, walker: Walker) {
    this.#baseUrl = baseUrl;
    this.#walker = walker;
  }

  /** What is added to the example of an operation; nothing to most. `given` is what else its body is to have. */
  async addTo(operation: string, given: object = {}): Promise<Additions> {
    return (await this.#additions[operation]?.(given)) ?? {};
  }

  readonly #additions: Readonly<Record<string, (given: object) => Promise<Additions>>> = {
    // The example is no certificate: one is valid for some time only.
    importCertificate: async () => {
      const { cert, key } = makeCertificate({ names: ['www.example.in'] });
      return { body: { certificate_pem: cert, private_key_pem: key } };
    },
    // A new code is mailed at most once a minute.
    resendVerification: async () => this.#later(61),
    verifyEmail: async () => ({ body: { code: await this.#mailed('verify_email', 'code') } }),
    resetPassword: async () => ({ body: { token: await this.#mailed('reset_password', 'token') } }),
    acceptInvite: async () => ({ as: await this.#invited() }),
    activateAutopay: async () => {
      const { authorization } = this.#walker.replyTo('setupAutopay') as { authorization?: { gateway_token: string } };
      return { body: await this.#proof(`mandates/${authorization?.gateway_token}/approve`) };
    },
    verifyOrder: async () => {
      const { gateway_order_id } = this.#walker.replyTo('createTopup') as { gateway_order_id?: string };
      return { body: await this.#proof(`orders/${gateway_order_id}/pay`) };
    },
    exchangeCredentials: async () => {
      const { access_key_id, secret_key } = this.#walker.replyTo('createAccessKey') as Record<string, string>;
      return { body: { access_key_id, secret_key } };
    },
    enableMfa: async () => {
      this.#setUp(this.#walker.replyTo('setupMfa') as { secret: string });
      return { body: { code: await this.#code() } };
    },
    disableMfa: async () => ({ body: { code: await this.#code() } }),
    verifyTwoFactor: async () => {
      await this.#walker.named('login');
      return { body: { code: await this.#code() } };
    },
    setIamLoginPassword: async () => {
      await this.#walker.named('iamLogin');
      return {};
    },
    verifyIamLogin: async () => {
      await this.#userWithCodes();
      return { body: { code: await this.#code() } };
    },
    deleteSession: async () => {
      // What is said of another session is said once more in a new one.
      await this.loggedIn();
      const { sessions } = await this.#walker.svc.listSessions();
      return { parts: { id: sessions.find(({ current }) => !current)?.id ?? '' } };
    },
    // The one of the example has been accepted.
    revokeInvite: async () => {
      const { invites } = await this.#walker.svc.listInvites({ query: { status: 'pending' } });
      return invites[0] ? { parts: { id: invites[0].id } } : {};
    },
    completeMultipartUpload: async (given) => ({
      body: { parts: [{ part_number: 1, etag: await this.#uploaded(given) }] },
    }),
    // Completing an upload ended the one that there was.
    getMultipartUpload: async () => this.#anew('createMultipartUpload'),
    deleteMultipartUpload: async () => this.#anew('createMultipartUpload'),
    testWebhook: async () => this.#webhooksActive(),
    redeliverWebhook: async () => this.#webhooksActive(),
    logout: async () => ({ as: await this.loggedIn() }),
  };

  /** Nobody listens at the webhook of the examples, so failed deliveries may have disabled it by now. */
  async #webhooksActive(): Promise<Additions> {
    const { webhooks } = await this.#walker.svc.listWebhooks();
    for (const { id, status } of webhooks)
      if (status === 'disabled') await this.#walker.svc.updateWebhook({ id, body: { status: 'active' } });
    return {};
  }

  /** A login of the examples' person. */
  async loggedIn(): Promise<Client> {
    const tokens = await createClient({ baseUrl: this.#baseUrl }).login({
      body: { email: 'asha@example.in', password: this.password },
    });
    if ('requires_2fa' in tokens) throw new Error('a code is asked for');
    return this.#clientOf(tokens);
  }

  #clientOf(tokens: SavedSession): Client {
    return createClient({ baseUrl: this.#baseUrl, credentials: session(tokens) });
  }

  async #later(seconds: number): Promise<Additions> {
    await advance(this.#baseUrl, seconds);
    return {};
  }

  /** What stands in the newest mail of a kind to the examples' person, or to the one whom they invite. */
  async #mailed(kind: string, field: string, to = 'asha@example.in'): Promise<string> {
    return eventually(async () => {
      const { messages } = demand(await ask(this.#baseUrl, `/dev/outbox?to=${to}`), 200).body;
      return messages.find((message: { kind: string }) => message.kind === kind)?.[field] as string | undefined;
    });
  }

  /** The person who is invited, and has an account of their own. */
  async #invited(): Promise<Client> {
    const email = 'ravi@example.in';
    this.#guest ??= this.#clientOf(
      await createClient({ baseUrl: this.#baseUrl }).register({ body: { email, password: 'another long passphrase' } }),
    );
    return this.#guest;
  }

  /** Pays or approves at the gateway, and answers what its checkout hands back. */
  async #proof(path: string): Promise<object> {
    const reply = await ask(this.#baseUrl, `/dev/gateway/${path}`, { method: 'POST', body: {} });
    const { gateway_payment_id, gateway_signature: signature } = reply.body;
    return { gateway_payment_id, signature };
  }

  /** Does once more what the next operation needs. */
  async #anew(operation: string): Promise<Additions> {
    await this.#walker.named(operation);
    return {};
  }

  /** Sends the one part of a new upload to the URL for it, and answers its ETag. */
  async #uploaded(given: object): Promise<string> {
    const { body } = await this.#walker.named('createMultipartUpload', { body: given });
    const { urls } = body as { urls: readonly { url: string }[] };
    const reply = await fetch(urls[0]?.url ?? '', { method: 'PUT', body: 'the only part' });
    return reply.headers.get('etag') ?? '';
  }

  /** A code of the authenticator. Each is good once, and the real time has two that are; then it is a recovery code. */
  async #code(): Promise<string> {
    const step = this.#steps.shift();
    if (step !== undefined) return codeFor(this.#seed, step);
    const { recovery_codes } = this.#walker.replyTo('enableMfa') as { recovery_codes: string[] };
    return recovery_codes.pop() ?? '';
  }

  #setUp({ secret }: { secret: string }): void {
    this.#seed = secret;
    this.#steps = [0, 1];
  }

  /** An IAM user who has codes, and has begun a login. */
  async #userWithCodes(): Promise<void> {
    const as = this.#clientOf(this.#walker.replyTo('setIamLoginPassword') as SavedSession);
    this.#setUp(await as.setupMfa());
    await as.enableMfa({ body: { code: await this.#code() } });
    // The password of the example that sets it.
    await this.#walker.named('iamLogin', { body: { password: 'correct-horse-battery-2' } });
  }
}
