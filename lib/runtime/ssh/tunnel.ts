import type { ServerChannel, TcpipRequestInfo } from 'ssh2';
import type { SshTarget } from '#lib/runtime/ssh/target.ts';

/** Serves one `ssh -L` connection, which is opened from inside the machine. Refuses when the machine cannot dial. */
export function serveTunnel(
  accept: () => ServerChannel,
  reject: () => void,
  info: TcpipRequestInfo,
  context: { readonly target: SshTarget; done(): void },
): void {
  const { dial } = context.target;
  const refuse = () => {
    context.done();
    reject();
  };
  if (!dial) {
    refuse();
    return;
  }
  dial(info.destIP, info.destPort).then((socket) => {
    const channel = accept();
    channel.on('error', () => socket.destroy());
    socket.on('error', () => channel.close());
    channel.on('close', () => {
      context.done();
      socket.destroy();
    });
    channel.pipe(socket).pipe(channel);
  }, refuse);
}
