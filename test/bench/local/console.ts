import ssh2 from 'ssh2';
import { atMost, info, type Line } from '#test/bench/line.ts';
import { median, timed } from '#test/bench/statistics.ts';
import { ConsoleClient } from '#test/support/consoles/console.ts';
import { type Client, demand } from '#test/support/http/client.ts';

const keys = 300;
/** Every byte comes back at once, through the machine's own terminal and a program. */
const echo = 'stty -icanon -echo min 1; echo "re""ady"; exec cat\r';

/** One end of a terminal: a function that sends bytes, and the listeners for received bytes. */
interface Terminal {
  write(text: string): void;
  onData(listener: (text: string) => void): void;
  close(): void;
}

/** How long a key takes to come back from a machine: through the console, and through SSH alone, in turns. */
export async function benchConsole(client: Client): Promise<Line[]> {
  const pair = ssh2.utils.generateKeyPairSync('ed25519');
  const imported = await client.post('/compute/ssh-keys', { name: 'bench-console', public_key: pair.public });
  const machine = await client.launch({ name: 'console', ssh_key_id: demand(imported, 201).body.id });
  const { body } = await client.post(`/compute/instances/${machine.id}/console-ticket`);
  let opening = 0;
  const viaConsole = await new Promise<Terminal>((resolve, reject) => {
    timed(async () => resolve(consoleTerminal(await ConsoleClient.open(body.url)))).then((ms) => {
      opening = ms;
    }, reject);
  });
  const viaSsh = await sshTerminal(machine.public_ip, machine.ssh_port, pair.private);
  const [console, ssh] = [await echoing(viaConsole), await echoing(viaSsh)];
  const times = { console: [] as number[], ssh: [] as number[] };
  for (let i = 0; i < keys; i++) {
    times.console.push(await timed(console));
    times.ssh.push(await timed(ssh));
  }
  viaConsole.close();
  viaSsh.close();
  await client.operate(machine.id, 'terminate');
  const [own, plain] = [median(times.console), median(times.ssh)];
  const note = `${own.toFixed(2)} against ${plain.toFixed(2)} ms`;
  return [
    atMost(`a console's echo beyond SSH's own, median of ${keys}`, 2, { value: own - plain, unit: 'ms', note }),
    info('  a console opens, until its shell is there', `${opening.toFixed(0)} ms`),
  ];
}

/** Starts the echo and answers what one key does: it resolves when the key is back. */
async function echoing(terminal: Terminal): Promise<() => Promise<void>> {
  let heard: (text: string) => void = () => undefined;
  terminal.onData((text) => heard(text));
  let seen = '';
  await new Promise<void>((ready) => {
    heard = (text) => {
      seen += text;
      if (seen.includes('ready\r\n')) ready();
    };
    terminal.write(echo);
  });
  return () =>
    new Promise((back) => {
      heard = () => back();
      terminal.write('k');
    });
}

function consoleTerminal(client: ConsoleClient): Terminal {
  return {
    write: (text) => client.type(text),
    onData: (listener) => client.socket.on('message', (data, binary) => binary && listener(String(data))),
    close: () => client.socket.close(),
  };
}

function sshTerminal(host: string, port: number, privateKey: string): Promise<Terminal> {
  return new Promise((resolve, reject) => {
    const client = new ssh2.Client();
    client.on('error', reject).on('ready', () => {
      client.setNoDelay(true);
      client.shell((error, channel) => {
        if (error) return reject(error);
        resolve({
          write: (text) => channel.write(text),
          onData: (listener) => channel.on('data', (data: Buffer) => listener(String(data))),
          close: () => client.end(),
        });
      });
    });
    client.connect({ host, port, username: 'root', privateKey });
  });
}
