import { Agent, get, request } from 'node:http';
import { connect } from 'node:net';
import type { LoadBalancer } from '#lib/model/compute/load-balancer.ts';

/** The answer of a machine of `web-server.ts` through a load balancer. */
export interface Seen {
  readonly status: number;
  /** The name of the machine that answered, and the request's head as that machine got it. */
  readonly name: string | undefined;
  readonly head: string;
  readonly cookie: string | undefined;
}

const onHttp = ({ public_ip }: LoadBalancer, path: string) => ({ host: public_ip, port: 8000, path, agent: false });

/** Sends a request to port 8000, over a connection of its own. */
export function fetchFrom(lb: LoadBalancer, path: string, cookie?: string): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const call = request({ ...onHttp(lb, path), headers: cookie ? { cookie: cookie.split(';')[0] } : {} }, (reply) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      reply.on('error', reject).on('end', () => {
        const cut = text.indexOf('\n');
        const [set] = reply.headers['set-cookie'] ?? [];
        resolve({ status: reply.statusCode ?? 0, name: text.slice(0, cut), head: text.slice(cut + 1), cookie: set });
      });
    });
    call.on('error', reject).end();
  });
}

/** Sends a text to port 9000 and answers the reply. */
export function overTcp({ public_ip }: LoadBalancer, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: public_ip, port: 9000 }, () => socket.end(text));
    let answer = '';
    socket.setEncoding('utf8').on('data', (part: string) => {
      answer += part;
    });
    socket.on('error', reject).on('end', () => resolve(answer));
  });
}

/** Sends requests over kept connections until `end`, which answers the statuses; 0 stands for a missing answer. */
export function keepAsking(lb: LoadBalancer): { end(): Promise<number[]> } {
  const agent = new Agent({ keepAlive: true });
  const statuses: number[] = [];
  let over = false;
  const one = () =>
    new Promise<number>((resolve) => {
      get({ ...onHttp(lb, '/'), agent }, (reply) => reply.resume().on('end', () => resolve(reply.statusCode ?? 0))).on(
        'error',
        () => resolve(0),
      );
    });
  const asking = (async () => {
    while (!over) statuses.push(await one());
  })();
  return {
    async end() {
      over = true;
      await asking;
      agent.destroy();
      return statuses;
    },
  };
}
