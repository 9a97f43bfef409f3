import { expect } from 'vitest';
import type { Attack } from '#test/hostile/proxy/ground.ts';

export const attack: Attack = {
  tries: 'to turn a request into a tunnel by an upgrade',
  async by({ site, say, heard, answerWith }) {
    for (const protocol of ['websocket', 'h2c', 'TLS/1.0', 'x']) {
      heard();
      answerWith(`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\nsecret`);
      const answer = await say(
        `GET http://public.test:${site}/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: ${protocol}\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1.1 502 /);
      expect(answer).not.toContain('secret');
      expect(heard().join('')).not.toMatch(/^upgrade:/im);
    }
  },
};
