// `node trial-pair.mjs http://127.0.0.1:8710`: pairs the speaker as a listener with a phone would. Bundled by try.sh.
import { pairAsVisitor } from '../../src/cli/demo/visitor.ts';
import { answerConsent } from '../../src/sandbox/visitor.ts';

const [speakerUrl] = process.argv.slice(2);
await pairAsVisitor({
  speakerUrl,
  consent: async authorizeUrl => {
    const back = new URL(await answerConsent(authorizeUrl));
    // This visitor runs on the speaker and does not resolve `.local` names, which are meant for phones.
    return `${speakerUrl}${back.pathname}${back.search}`;
  },
});
console.log('paired');
