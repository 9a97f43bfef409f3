import { createServer } from 'node:http';
import { closeServer } from './close-server.ts';

/** One request as a webhook's receiver got it. */
export interface Received {
  method: string;
  url: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** A receiver of webhooks on 127.0.0.1. `answer` gives the status, 200 by default. */
export async function receiver(answer: (nth: number) => number | undefined = () => 200) {
  const received: Received[] = [];
  const server = createServer((req, res) => {
    let body = '';
    req.setEncoding('utf8').on('data', (text) => {
      body += text;
    });
    req.on('end', () => {
      received.push({ method: req.method ?? '', url: req.url ?? '', headers: req.headers, body });
      const status = answer(received.length);
      // Without a status it never answers.
      if (status !== undefined) res.writeHead(status, { location: '/elsewhere' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { received, port, url: `http://127.0.0.1:${port}/hook`, close: () => closeServer(server) };
}
