import { readVolume, refuseVerb, type Verb } from './verb.js';

/** Speaks a text over the music, or sounds a clip. */
export const say: Verb = {
  name: 'say',
  usage: 'TEXT… | ADDRESS [--volume N]',
  summary: 'speaks a text over the music, or sounds a clip by its address',
  notes: ['  tonearm ctl say "Dinner is ready"', '  tonearm ctl say http://nas.lan/doorbell.mp3 --volume 40'],
  options: ['volume'],
  read(words, { values }) {
    const text = words.join(' ').trim();
    if (text === '') throw refuseVerb(say, 'say what?');
    const params = {
      ...(/^https?:\/\/\S+$/i.test(text) ? { url: text } : { text }),
      ...readVolume(say, values),
    };
    return async ({ client }) => {
      const { announcementId } = await client.call('player.announce', params);
      return { json: { announcementId }, text: 'announced' };
    };
  },
};

/** Has the speaker say a code for one more phone, or what is wrong. */
export const sayCode: Verb = {
  name: 'say-code',
  usage: '',
  summary: 'has it say the code for one more owner, or what is wrong',
  notes: [
    'Says nothing over music. The code is that of an invitation, as "tonearm invite" makes one: it is valid for one phone',
    'and for five minutes. Holding play/pause at the speaker for two seconds does the same.',
  ],
  options: [],
  read:
    () =>
    async ({ client }) => {
      const told = await client.call('announcement.code', {});
      return { json: told, text: `says: ${told.said}` };
    },
};
