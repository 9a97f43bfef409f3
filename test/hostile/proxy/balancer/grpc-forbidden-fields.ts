import { expect } from 'vitest';
import { type Attack, fields } from '#test/hostile/proxy/balancer-ground.ts';
import { block, endHeaders, endStream, frame, kinds } from '#test/hostile/support/http2-frames.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

/** Fields that belong to one connection; Node takes some of them, and refuses to send them. */
const forbidden = [
  ['connection', 'close'],
  ['te', 'Trailers'],
  ['http2-settings', 'AAMAAABk'],
] as const;
const status = [':status', '200'] as const;
const said = [...Buffer.from('said')];

export const attack: Attack = {
  tries: 'to break calls of gRPC by fields of a connection, in heads and trailers of a client and of a backend',
  async by({ calls }) {
    for (const field of forbidden) {
      const answers = {
        head: (stream: number) => [frame(kinds.headers, stream, block([status, field]), endHeaders | endStream)],
        trailers: (stream: number) => [
          frame(kinds.headers, stream, block([status]), endHeaders),
          frame(kinds.data, stream, Buffer.from(said)),
          frame(kinds.headers, stream, block([field, ['grpc-status', '0']]), endHeaders | endStream),
        ],
        hint: (stream: number) => [
          frame(kinds.headers, stream, block([[':status', '103'], field]), endHeaders),
          frame(kinds.headers, stream, block([status]), endHeaders | endStream),
        ],
      };
      for (const answer of Object.values(answers)) {
        const attacker = (await calls(answer)).line();
        attacker.write(frame(kinds.headers, 1, block(fields()), endHeaders | endStream));
        await eventually(() =>
          attacker.frames.some(
            ({ flags, type, stream }) => stream === 1 && (type === kinds.reset || (flags & endStream) !== 0),
          ),
        );
      }
      const fine = await calls((stream) => [frame(kinds.headers, stream, block([status]), endHeaders | endStream)]);
      const twice = fields({ 'content-type': 'application/grpc' });
      expect(await fine.ask([...twice, ['content-type', 'text/plain']])).toBe('200');
      const trailing = frame(kinds.headers, 1, block([field, ['x-a', 'b']]), endHeaders | endStream);
      await fine.ask(fields({ ':method': 'POST' }), [trailing]);
      await fine.ask(fields(Object.fromEntries([field])));
      // Neither has cost the backend its good name.
      expect(await fine.ask(fields())).toBe('200');
      expect(fine.reached).toHaveLength(1);
    }
  },
};
