import { connect } from 'node:net';

/**
 * Sends bytes unchanged. Answers all that comes back until the server closes, or until `idleMs` pass without a byte; by
 * default 300 ms after the first byte, which may take ten seconds.
 */
export function rawHttp(port: number, text: string, idleMs?: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    const finish = () => {
      socket.destroy();
      resolve(received);
    };
    socket.setTimeout(idleMs ?? 10_000, finish);
    socket.on('data', (chunk) => {
      if (idleMs === undefined) socket.setTimeout(300);
      received += chunk.toString('latin1');
    });
    socket.on('end', finish);
    socket.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? finish() : reject(error)));
    socket.on('connect', () => socket.write(text, 'latin1'));
  });
}

/** Status, headers by lower-case name, and JSON body of the first answer in `text`. */
export function parseReply(text: string): { status: number; headers: Record<string, string>; body: unknown } {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [line = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((one) => [one.split(': ')[0]?.toLowerCase(), one.replace(/^[^:]*: /, '')]),
  );
  const length = Number(headers['content-length'] ?? body.length);
  return { status: Number(line.split(' ')[1]), headers, body: length ? JSON.parse(body.slice(0, length)) : undefined };
}
