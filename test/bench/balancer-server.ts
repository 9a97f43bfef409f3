import { Agent, createServer, request } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { Engine } from '#lib/runtime/balancer/engine/engine.ts';

/* A process of the load balancer's bench: `backend`, or `bare` or `balancer` before the backend on the port given. */

const [kind = '', backendPort = '0'] = process.argv.slice(2);
const target = { host: '127.0.0.1', port: Number(backendPort) };

/** As cheap as can be: every piece that arrives holds whole requests, and each gets the same answer. */
function backend(): Server {
  const answer = `HTTP/1.1 200 OK\r\nContent-Length: 1024\r\nContent-Type: text/plain\r\n\r\n${'x'.repeat(1024)}`;
  return createTcpServer({ noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes) => socket.write(answer.repeat(bytes.toString('latin1').split('\r\n\r\n').length - 1)));
  });
}

function bare(): Server {
  const agent = new Agent({ keepAlive: true });
  return createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const call = request({ ...target, method, path, headers, agent }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    });
    call.on('error', () => outgoing.destroy());
    incoming.pipe(call);
  });
}

function balancer(socket: Server): void {
  const { port } = socket.address() as AddressInfo;
  const engine = new Engine(({ backends }) => backends[0]?.[1].health === 'healthy' && process.send?.(port));
  const health_check = {
    protocol: 'tcp' as const,
    port: null,
    path: '/',
    interval_seconds: 60,
    timeout_seconds: 1,
    healthy_threshold: 2,
    unhealthy_threshold: 2,
    expected: [],
  };
  engine.apply({
    id: 'lb',
    vpc: { id: 'vpc', cidr: '127.0.0.0/8', gateway: '127.0.0.1' },
    source_ip: null,
    public_ip: target.host,
    algorithm: 'round_robin',
    sticky: false,
    listeners: [{ protocol: 'http', port, target_port: target.port }],
    health_check,
    backends: [
      { instance_id: 'i', private_ip: target.host, port: null, weight: 1, draining_until: null, running: true },
    ],
  });
  void engine.listen('lb', { side: 'outside', port }, socket);
}

const server = kind === 'backend' ? backend() : kind === 'bare' ? bare() : createTcpServer();
server.listen(0, '127.0.0.1', () => {
  if (kind === 'balancer') balancer(server);
  else process.send?.((server.address() as AddressInfo).port);
});
process.on('message', () => process.send?.(process.cpuUsage().user + process.cpuUsage().system));
process.on('disconnect', () => process.exit(0));
