import { variable } from './environment.ts';
import { selfSigned } from './protocol/certificate.ts';
import { serve } from './protocol/serve.ts';
import { providerCalls } from './provider/calls.ts';

/* The provider as Terraform starts it: it says on its output where it listens, and ends with who started it. */

const cookie = 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2';

if (variable('TF_PLUGIN_MAGIC_COOKIE') !== cookie) {
  process.stderr.write('This is a plugin of Terraform, which starts it itself: see docs/terraform.md.\n');
  process.exit(1);
}

/** Serves until Terraform says so or is gone. */
async function main(): Promise<void> {
  const clientPem = variable('PLUGIN_CLIENT_CERT');
  const own = selfSigned(new Date());
  const served = await serve(providerCalls(), () => end(), clientPem ? { own, clientPem } : undefined);
  const end = () => {
    served.close();
    process.exit(0);
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', () => {
    // Ctrl-C reaches the whole group; Terraform says by StopProvider what becomes of it.
  });
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) end();
  }, 500);
  const certificate = clientPem ? own.der.toString('base64').replaceAll('=', '') : '';
  process.stdout.write(`1|6|unix|${served.socket}|grpc|${certificate}\n`);
}

void main();
