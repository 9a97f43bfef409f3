import { type Client, createClient } from '#lib/client/client.ts';
import { accessKey } from '#lib/client/credentials/access-key.ts';
import type { Credentials } from '#lib/client/credentials/credentials.ts';
import { accessToken } from '#lib/client/credentials/token.ts';
import type { Attempt } from '#lib/client/send.ts';
import { variable } from '#lib/terraform/environment.ts';
import type { Values } from '#lib/terraform/protocol/msgpack.ts';
import { settings } from './schema.ts';

/** An argument of the provider that is missing or does not fit. */
export class Unfit extends Error {
  override readonly name = 'Unfit';
}

/** The client that a provider's block asks for. Throws Unfit where something is missing. */
export function configured(config: Values): Client {
  const endpoint = argument(config, 'endpoint');
  if (!endpoint) throw new Unfit('endpoint: is not set (nor is SVC_ENDPOINT)');
  if (!/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) {
    throw new Unfit(`endpoint: "${endpoint}" is no address (https://… or http://…)`);
  }
  return createClient({
    baseUrl: endpoint,
    credentials: credentialsOf(config),
    ...(variable('TF_LOG') && { onAttempt: logged }),
  });
}

/** The block's own credentials go before those of the environment. */
function credentialsOf(config: Values): Credentials {
  const names = ['token', 'access_key_id', 'secret_key'] as const;
  const own = names.some((name) => typeof config[name] === 'string');
  const given = (name: string) => (own ? config[name] : argument(config, name));
  const [token, accessKeyId, secretKey] = names.map(given);
  if (typeof token === 'string') return accessToken(token);
  if (typeof accessKeyId === 'string' && typeof secretKey === 'string') return accessKey({ accessKeyId, secretKey });
  throw new Unfit(
    'access_key_id and secret_key: are not both set (SVC_ACCESS_KEY_ID and SVC_SECRET_ACCESS_KEY, or a token)',
  );
}

function argument(config: Values, name: string): string | undefined {
  const value = config[name];
  if (typeof value === 'string') return value;
  return settings[name] && variable(settings[name].variable);
}

/** A line for TF_LOG: the operation, its outcome and its request id, and nothing that was sent. */
function logged({ operation, status, requestId }: Attempt): void {
  const line = { '@level': 'debug', '@message': 'svc request', operation, status, request_id: requestId };
  process.stderr.write(`${JSON.stringify(line)}\n`);
}
