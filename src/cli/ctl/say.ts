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
