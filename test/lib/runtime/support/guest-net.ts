import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { connect, type Socket } from 'node:net';
import { eventually } from '#test/support/vitest/eventually.ts';
import type { Login, OpenSsh } from './openssh.ts';

/** A 127.x address that no other test uses. */
export const someAddress = (): string => `127.66.${randomInt(1, 255)}.${randomInt(1, 255)}`;

/** A port of a machine, as its neighbours name it. */
interface Target {
  readonly protocol: 'tcp' | 'udp';
  readonly host: string;
  readonly port: number;
}

const perl = (program: string) => `perl -MIO::Socket::INET -MIO::Select -e '${program}'`;

/** Real programs in machines that serve and ask. */
export class GuestNet {
  readonly #ssh: OpenSsh;

  constructor(ssh: OpenSsh) {
    this.#ssh = ssh;
  }

  /**
   * Answers each line on a TCP port with the machine's name and that line until the connection ends. Resolves when it
   * listens.
   */
  async serveTcp(login: Login, port: number): Promise<void> {
    const one = `while (my $l = <$c>) { print $c "${login.spec.name} $l" } exit`;
    const server = `$SIG{CHLD} = "IGNORE"; my $s = IO::Socket::INET->new(LocalPort => ${port}, Listen => 5, ReuseAddr => 1) or die; while (my $c = $s->accept) { $c->autoflush(1); fork or do { ${one} }; close $c }`;
    await this.#background(login, server, 'tcp', port);
  }

  /** Answers each datagram with the machine's name, the sender's address and the datagram. */
  async serveUdp(login: Login, port: number): Promise<void> {
    const server = `my $s = IO::Socket::INET->new(LocalPort => ${port}, Proto => "udp") or die; while (defined $s->recv(my $l, 9999)) { $s->send("${login.spec.name} " . $s->peerhost . " $l") }`;
    await this.#background(login, server, 'udp', port);
  }

  /** What a server answers to a machine's line or datagram; empty where it does not within `patience` seconds. */
  async ask(from: Login, { protocol, host, port }: Target, patience = 5): Promise<string> {
    const client = `my $s = IO::Socket::INET->new(PeerAddr => "${host}:${port}", Proto => "${protocol}", Timeout => ${patience}) or exit; $s->syswrite("hello\\n"); IO::Select->new($s)->can_read(${patience}) and $s->sysread(my $l, 9999); print $l`;
    return (await this.#ssh.run(from, perl(client))).stdout.trim();
  }

  /** Whether a server leaves a machine without an answer, for as long as a neighbour never needs. */
  async isClosed(from: Login, target: Target): Promise<boolean> {
    return (await this.ask(from, target, 0.4)) === '';
  }

  /** Whether a neighbour answers an echo request, sent as `ping` sends it, within `patience` seconds. */
  async pings(from: Login, host: string, patience = 5): Promise<boolean> {
    const to = `pack_sockaddr_in(0, inet_aton("${host}"))`;
    const open = `socket(my $s, 2, 2, 1) or die "$!"; send($s, pack("C8a5", 8, (0) x 7, "hello"), 0, ${to}) or exit`;
    const wait = `IO::Select->new($s)->can_read(${patience}) or exit; recv($s, my $l, 99, 0); print substr($l, 8)`;
    const { stdout, stderr } = await this.#ssh.run(from, perl(`${open}; ${wait}`));
    if (stderr) throw new Error(`no socket for echo requests: ${stderr}`);
    return stdout === 'hello';
  }

  async #background(login: Login, server: string, protocol: 'tcp' | 'udp', port: number): Promise<void> {
    const hex = port.toString(16).toUpperCase().padStart(4, '0');
    const start = `nohup ${perl(server)} >/dev/null 2>&1 & echo $! > /run/server-${port}`;
    const look = `for i in $(seq 500); do grep -q ':${hex} ' /proc/net/${protocol} && exit; sleep 0.02; done; exit 9`;
    const { code, stderr } = await this.#ssh.run(login, `${start}\n${look}`);
    if (code !== 0) throw new Error(`the server on ${protocol}/${port} did not start (${code}): ${stderr}`);
  }

  /** Ends a server and its connections. */
  async endServer(login: Login, port: number): Promise<void> {
    await this.#ssh.run(login, `kill $(cat /run/server-${port})`);
  }
}

/** A connection of the host's to a place, which speaks in lines. */
export interface Line {
  readonly socket: Socket;
  /** Sends a line; answers the next one, or an empty text where the connection ends. */
  say(text: string): Promise<string>;
}

export function openLine(host: string, port: number, localAddress = '127.0.0.1'): Line {
  const socket = connect({ host, port, localAddress });
  let seen = '';
  let over = false;
  socket.setEncoding('utf8').on('data', (text: string) => {
    seen += text;
  });
  socket
    .on('error', () => undefined)
    .on('close', () => {
      over = true;
    });
  return {
    socket,
    async say(text) {
      seen = '';
      socket.write(`${text}\n`);
      await eventually(() => seen.endsWith('\n') || over, { seen: () => `of ${host}:${port} ${JSON.stringify(seen)}` });
      return seen.trim();
    },
  };
}

/** What a place answers to one line; empty where the connection is refused or reset. */
export async function askTcp(host: string, port: number, localAddress?: string): Promise<string> {
  const line = openLine(host, port, localAddress);
  const answer = await line.say('hello');
  line.socket.destroy();
  return answer;
}

/** The answer to a datagram, which is sent again until one comes; empty when none comes within `patience` ms. */
export async function askUdp(host: string, port: number, patience = 3000): Promise<string> {
  const socket = createSocket('udp4');
  let seen = '';
  socket
    .on('error', () => undefined)
    .on('message', (data) => {
      seen = data.toString();
    });
  const again = setInterval(() => socket.send('hello', port, host, () => undefined), 100);
  await eventually(() => seen !== '', { patience }).catch(() => undefined);
  clearInterval(again);
  socket.close();
  return seen;
}
