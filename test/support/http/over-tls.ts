import { connect, type TLSSocket } from 'node:tls';

/** A connection over TLS whose requests are written by hand. */
export interface Secured {
  readonly socket: TLSSocket;
  /** The common name of the certificate that the client was shown. */
  readonly common: string;
  /** The SHA-256 fingerprint of that certificate. */
  readonly fingerprint: string;
  /** Sends a GET on this connection, which it keeps, and answers the reply's text. */
  get(path: string): Promise<string>;
}

/** Connects to an https listener, and trusts whatever certificate it has. */
export function overTls(host: string, port: number, servername?: string): Promise<Secured> {
  return new Promise((resolve, reject) => {
    const options = { host, port, rejectUnauthorized: false, ...(servername && { servername }) };
    const socket = connect(options, () => {
      const { subject, fingerprint256 } = socket.getPeerCertificate();
      const get = (path: string) => getOver(socket, path);
      resolve({ socket, common: String(subject.CN), fingerprint: fingerprint256, get });
    });
    socket.on('error', reject);
  });
}

/** The reply is whole once its body has the length that its head says. */
function getOver(socket: TLSSocket, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const read = (part: Buffer) => {
      text += part.toString('latin1');
      const [, head = '', length = ''] = /^(.*?content-length: (\d+).*?\r\n\r\n)/is.exec(text) ?? [];
      if (length === '' || text.length < head.length + Number(length)) return;
      socket.off('data', read).off('close', broken);
      resolve(text);
    };
    const broken = () => reject(new Error('the connection was closed'));
    socket.on('data', read).once('close', broken);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: shop.example.in\r\n\r\n`);
  });
}
