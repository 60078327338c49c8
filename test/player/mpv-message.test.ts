import t from 'tap';
import { parseEvent, parseLine, parseReply } from '../../src/player/wire/mpv-message.js';

t.test('messages that are none are nobody’s', async t => {
  for (const line of ['', '{', '[]', 'null', '5', '"x"', '\u0000']) t.equal(parseLine(line), null, line);
  for (const id of [0, -1, '1', null]) t.equal(parseReply({ request_id: id, error: 'success' }), null);
  t.strictSame(parseReply({ request_id: 3 }), { requestId: 3, error: '', data: null });
  const events = [null, [], 5, {}, { event: 5 }, { event: 'unheard-of' }, { event: 'start-file' }];
  for (const event of [...events, { event: 'end-file', playlist_entry_id: '1' }])
    t.equal(parseEvent(event), null);
  t.strictSame(parseEvent({ event: 'end-file', playlist_entry_id: 1, reason: {}, file_error: 4 }), {
    event: 'end-file',
    entryId: 1,
    reason: '',
    fileError: null,
  });
  t.strictSame(parseEvent({ event: 'property-change', name: 'time-pos' }), {
    event: 'property-change',
    property: 'time-pos',
    data: null,
  });
});
