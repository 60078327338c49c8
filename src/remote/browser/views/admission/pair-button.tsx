import { useSpeaker, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';

/** As a form of the page does it: the browser goes on to the answer, and no address holds what was sent. */
function post(path: string, fields: Readonly<Record<string, string>>): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = path;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    Object.assign(input, { name, value });
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}

/** The way to the page that leads to the service. An owner brings a code of his own: he may connect another account, too. */
export function PairButton(): VNode {
  const { say } = useWords();
  const { client, ownCode, attempt } = useSpeaker();
  if (client.phase !== 'online' || client.opened?.role !== 'owner') {
    return (
      <a class="primary" href="/pair">
        {say('signIn')}
      </a>
    );
  }
  async function pair(): Promise<void> {
    const code = await attempt(() => ownCode.get());
    if (code !== null) post('/pair/code', { code });
  }
  return (
    <button class="primary" type="button" onClick={() => void pair()}>
      {say('signIn')}
    </button>
  );
}
