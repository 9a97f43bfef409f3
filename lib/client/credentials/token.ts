import { bearer, type Credentials } from './credentials.ts';

/** An access token, or what gets one before each request. When it is used up, calls fail with `token_expired`. */
export function accessToken(token: string | (() => string | Promise<string>)): Credentials {
  return {
    async prove({ headers }) {
      headers.authorization = bearer(typeof token === 'string' ? token : await token());
    },
  };
}
