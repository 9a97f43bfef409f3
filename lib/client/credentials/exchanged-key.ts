import type { AccessKeyPair } from './access-key.ts';
import { type Anonymous, bearer, type Credentials, isStale, Shared } from './credentials.ts';

/**
 * An IAM user's access key that is exchanged for an access token, and again whenever that is used up: calls that come
 * at the same time share one exchange. The secret is sent to `/auth/iam/exchange-credentials` alone.
 */
export function exchangedKey({ accessKeyId, secretKey }: AccessKeyPair): Credentials {
  const exchanges = new Shared<string>();
  let token: string | undefined;
  const exchange = async (call: Anonymous) => {
    const body = { access_key_id: accessKeyId, secret_key: secretKey };
    const { access_token } = await call('exchangeCredentials', { body });
    token = access_token;
    return access_token;
  };
  return {
    async prove({ headers }, call) {
      headers.authorization = bearer(token ?? (await exchanges.run(() => exchange(call))));
    },
    renew({ error, headers }) {
      if (!isStale(error)) return false;
      if (token !== undefined && headers.authorization === bearer(token)) token = undefined;
      return true;
    },
  };
}
