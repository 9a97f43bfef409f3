import { decrypt, encrypt, fromBase64url, UnsealError } from './aead.ts';
import { secretKeys } from './secret-keys.ts';

/**
 * Seals values that must be recovered later (access-key secrets, TOTP seeds), so that the table does not reveal them.
 */
export interface SecretBox {
  /** `context` names the owner, such as `access-key:<account>:<id>`. Sealed text opens only with the same context. */
  seal(plaintext: string, context: string): Promise<string>;
  /** Throws UnsealError for altered text, another context, or a removed key. */
  open(sealed: string, context: string): Promise<string>;
}

const VERSION = 'v1';

/** AES-256-GCM under SVC_SECRET_KEY_FILE; sealed text is `v1.<key id>.<base64url>`, all of it authenticated. */
export const secretBox: SecretBox = {
  async seal(plaintext, context) {
    const { sealing, currentId } = await secretKeys();
    const header = `${VERSION}.${currentId}.`;
    const key = sealing.get(currentId) as Buffer;
    return header + encrypt(key, plaintext, header + context).toString('base64url');
  },

  async open(sealed, context) {
    const [version, id = '', body = '', ...rest] = sealed.split('.');
    const key = (await secretKeys()).sealing.get(id);
    if (version !== VERSION || key === undefined || rest.length > 0) throw new UnsealError();
    return decrypt(key, fromBase64url(body), `${version}.${id}.${context}`);
  },
};
