import { connect, type TLSSocket } from 'node:tls';

/** A connection over TLS whose requests are written by hand. */
export interface Secured {
  readonly socket: TLSSocket;
  /** The common name of the certificate that the client was shown. */
  readonly common: string;
  /** Sends a GET on this connection, which it keeps, and answers the reply's text. */
  get(path: string): Promise<string>;
}

/** Connects to an https listener, and trusts whatever certificate it has. */
export function overTls(host: string, port: number, servername?: string): Promise<Secured> {
  return new Promise((resolve, reject) => {
    const options = { host, port, rejectUnauthorized: false, ...(servername && { servername }) };
    const socket = connect(options, () => {
      const common = String(socket.getPeerCertificate().subject.CN);
      resolve({ socket, common, get: (path) => getOver(socket, path) });
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
