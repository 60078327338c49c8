import type { Profile } from '../../../../library.js';
import { useAnswer } from '../../state/answer.js';
import { useSpeaker } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { SPEAKER, WORDS } from '../../words/labels.js';
import { Artwork } from '../parts/artwork.js';

function People({ label, names }: { label: string; names: readonly string[] }): VNode {
  const title = `${label}: ${names.length}`;
  if (names.length === 0) return <p class="people">{title}</p>;
  return (
    <details class="people">
      <summary>{title}</summary>
      <ul>
        {names.map((name, index) => (
          <li key={index}>{name}</li>
        ))}
      </ul>
    </details>
  );
}

function Face({ profile }: { profile: Profile }): VNode {
  const name = profile.displayName || (profile.fullname ?? '');
  const second = profile.fullname === name ? null : profile.fullname;
  return (
    <div class="profile">
      <Artwork class="portrait" url={profile.imageUrl ?? undefined} />
      <div class="lines">
        <p class="name">{name}</p>
        {second !== null && <p class="sub">{second}</p>}
        {profile.private && <p class="sub">{SPEAKER.privateProfile}</p>}
      </div>
      {profile.bio !== null && profile.bio !== '' && <p class="bio">{profile.bio}</p>}
      <div class="company">
        <People label={SPEAKER.followers} names={profile.followers.map(({ fullname }) => fullname)} />
        <People label={SPEAKER.following} names={profile.following.map(({ fullname }) => fullname)} />
      </div>
    </div>
  );
}

/** Whose music the speaker plays. */
export function Account({ online }: { online: boolean }): VNode {
  const { client } = useSpeaker();
  const { value, failureText, again } = useAnswer(() => client.call('library.profile', {}), online);
  return (
    <section class="panel" aria-labelledby="account">
      <h3 id="account">{SPEAKER.account}</h3>
      {value !== null && <Face profile={value} />}
      {value === null && failureText === null && <p class="sub">{WORDS.loading}</p>}
      {value === null && failureText !== null && (
        <div role="status">
          <p class="reason fault">{failureText}</p>
          <button class="more" type="button" disabled={!online} onClick={again}>
            {WORDS.tryAgain}
          </button>
        </div>
      )}
    </section>
  );
}
