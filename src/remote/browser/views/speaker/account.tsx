import type { Profile } from '../../../../contract/library.js';
import { useAnswer } from '../../state/answer.js';
import { useSpeaker, useWords } from '../../state/speaker.js';
import { h, type VNode } from 'preact';
import { Artwork } from '../parts/artwork.js';

function People({ title, names }: { title: string; names: readonly string[] }): VNode {
  if (names.length === 0) return <p class="people">{title}</p>;
  return (
    <details class="people">
      <summary>{title}</summary>
      <ul>
        {names.map((name, index) => (
          <li key={index} dir="auto">
            {name}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Face({ profile }: { profile: Profile }): VNode {
  const { say } = useWords();
  const name = profile.displayName || (profile.fullname ?? '');
  const followers = profile.followers.map(({ fullname }) => fullname);
  const following = profile.following.map(({ fullname }) => fullname);
  const second = profile.fullname === name ? null : profile.fullname;
  return (
    <div class="profile">
      <Artwork class="portrait" url={profile.imageUrl ?? undefined} />
      <div class="lines">
        <p class="name" dir="auto">
          {name}
        </p>
        {second !== null && (
          <p class="sub" dir="auto">
            {second}
          </p>
        )}
        {profile.private && <p class="sub">{say('privateProfile')}</p>}
      </div>
      {profile.bio !== null && profile.bio !== '' && (
        <p class="bio" dir="auto">
          {profile.bio}
        </p>
      )}
      <div class="company">
        <People title={say('followers', { count: followers.length })} names={followers} />
        <People title={say('following', { count: following.length })} names={following} />
      </div>
    </div>
  );
}

/** The account whose music the speaker plays. */
export function Account({ online }: { online: boolean }): VNode {
  const { say } = useWords();
  const { client } = useSpeaker();
  const { value, failureText, again } = useAnswer(() => client.call('library.profile', {}), online);
  return (
    <section class="panel" aria-labelledby="account">
      <h3 id="account">{say('account')}</h3>
      {value !== null && <Face profile={value} />}
      {value === null && failureText === null && <p class="sub">{say('loading')}</p>}
      {value === null && failureText !== null && (
        <div role="status">
          <p class="reason fault">{failureText}</p>
          <button class="more" type="button" disabled={!online} onClick={again}>
            {say('tryAgain')}
          </button>
        </div>
      )}
    </section>
  );
}
