import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Server, ServerCredentials, type ServerUnaryCall, type sendUnaryData, status } from '@grpc/grpc-js';
import protobuf from 'protobufjs';
import { variable } from '#lib/terraform/environment.ts';
import type { Certificate } from './certificate.ts';
import { descriptor } from './descriptor.ts';

/** What a call of Terraform's carries or is answered with, by the names of the protocol. */
// biome-ignore lint/suspicious/noExplicitAny: the fields are those of the descriptor.
export type Message = any;

/** The calls of Terraform that are served, by their names. */
export type Calls = Readonly<Record<string, (request: Message) => Promise<Message> | Message>>;

/** How Terraform and a provider know each other: its certificate and the one of Terraform. */
export interface Trust {
  readonly own: Certificate;
  readonly clientPem: string;
}

/** A provider that listens. */
export interface Served {
  readonly socket: string;
  /** Closes the socket and removes its folder. */
  close(): void;
}

const { root } = protobuf.parse(descriptor, { keepCase: true });
const longs = { longs: Number, enums: Number, defaults: true, arrays: true } as const;

/** The name of the message that a call carries. Those without fields are Empty. */
function typeOf(call: string, end: 'Request' | 'Reply'): protobuf.Type {
  const name = call === 'ValidateDataResourceConfig' ? 'ValidateResourceConfig' : call;
  return (root.lookup(`tfplugin6.${name}${end}`) ?? root.lookup('tfplugin6.Empty')) as protobuf.Type;
}

function methodOf(path: string, request: protobuf.Type, reply: protobuf.Type) {
  return {
    path,
    requestStream: false,
    responseStream: false,
    requestSerialize: (message: Message) => Buffer.from(request.encode(request.fromObject(message)).finish()),
    requestDeserialize: (bytes: Buffer) => request.toObject(request.decode(bytes), longs),
    responseSerialize: (message: Message) => Buffer.from(reply.encode(reply.fromObject(message)).finish()),
    responseDeserialize: (bytes: Buffer) => reply.toObject(reply.decode(bytes), longs),
  };
}

/**
 * Serves the calls on a unix socket that only this user reaches, in a folder of its own, where Terraform says or among
 * the temporary files. With `trust` it speaks TLS with the holder of that certificate alone.
 */
export async function serve(calls: Calls, shutdown: () => void, trust?: Trust): Promise<Served> {
  const folder = mkdtempSync(join(variable('PLUGIN_UNIX_SOCKET_DIR') ?? tmpdir(), 'svc-terraform-'));
  const socket = join(folder, 'socket');
  const server = new Server({
    'grpc.max_receive_message_length': 256 << 20,
    'grpc.max_send_message_length': 256 << 20,
  });
  const names = Object.keys(calls);
  const definition = names.map((name) => [
    name,
    methodOf(`/tfplugin6.Provider/${name}`, typeOf(name, 'Request'), typeOf(name, 'Reply')),
  ]);
  server.addService(
    Object.fromEntries(definition),
    Object.fromEntries(names.map((name) => [name, handler(calls, name)])),
  );
  const empty = root.lookupType('tfplugin6.Empty');
  server.addService(
    { Shutdown: methodOf('/plugin.GRPCController/Shutdown', empty, empty) },
    {
      Shutdown: (_: ServerUnaryCall<Message, Message>, answer: sendUnaryData<Message>) => {
        answer(null, {});
        shutdown();
      },
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.bindAsync(`unix:${socket}`, credentialsOf(trust), (error) => (error ? reject(error) : resolve()));
  });
  chmodSync(socket, 0o600);
  const close = () => {
    server.forceShutdown();
    rmSync(folder, { recursive: true, force: true });
  };
  return { socket, close };
}

const credentialsOf = (trust?: Trust): ServerCredentials =>
  trust
    ? ServerCredentials.createSsl(
        Buffer.from(trust.clientPem),
        [{ private_key: Buffer.from(trust.own.keyPem), cert_chain: Buffer.from(trust.own.certPem) }],
        true,
      )
    : ServerCredentials.createInsecure();

/** A defect of the provider is an error of that call and leaves the others. */
function handler(calls: Calls, name: string) {
  return (call: ServerUnaryCall<Message, Message>, answer: sendUnaryData<Message>) => {
    Promise.resolve(call.request)
      .then((request) => calls[name]?.(request))
      .then(
        (reply) => answer(null, reply),
        (error: unknown) => answer({ code: status.INTERNAL, details: `${name}: ${error}` }),
      );
  };
}
