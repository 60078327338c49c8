import { badArgument } from '../field-error.js';
import type { Entity, Podcast } from '../library/entities.js';
import type { GivenFeedback, Listener } from '../library/listeners.js';
import { fileGainOf } from '../playback/allowance.js';
import type { Device, PlayingPiece } from '../playback/device.js';
import type { Piece, Programme } from '../playback/programme.js';

/** The context on which the answers to one request depend. */
export interface Scope {
  readonly listener: Listener;
  /** Base of the addresses that are handed out, without a slash at the end. */
  readonly publicUrl: string;
  /** Returns a new audio address for a piece. */
  readonly lendAudio: (piece: Piece, onDemand: boolean) => string;
  readonly podcast: (id: string) => Podcast | undefined;
  /** Whether `peek` is to name an item other than the next one. */
  readonly isMisled: () => boolean;
}

interface ArtArgs {
  readonly size?: string;
  readonly width?: number;
  readonly height?: number;
}

/** Size of a picture when the request states none. */
const USUAL_WIDTH = 500;

/** Returns any entity as the schema shows it; fields beyond the active profile cannot be reached. */
export function entityNode(entity: Entity, scope: Scope): object {
  const { id, type, name } = entity;
  switch (entity.type) {
    case 'AR':
      return { __typename: 'Artist', id, type, name };
    case 'ST':
    case 'SF':
      return {
        __typename: entity.type === 'ST' ? 'Station' : 'StationFactory',
        id,
        type,
        name,
        art: artNode(entity.hasArt ? id : null, scope),
      };
    case 'AL':
      return {
        __typename: 'Album',
        id,
        type,
        name,
        artist: () => entityNode(entity.artist, scope),
        art: artNode(entity.hasArt ? id : null, scope),
      };
    case 'TR':
      return {
        __typename: 'Track',
        id,
        type,
        name,
        duration: entity.durationS,
        artist: () => entityNode(entity.artist, scope),
        album: { __typename: 'Album', id: entity.albumId, type: 'AL', name: entity.albumName },
        art: artNode(entity.hasArt ? entity.albumId : null, scope),
      };
    case 'PE':
      return {
        __typename: 'PodcastEpisode',
        id,
        type,
        name,
        duration: entity.durationS,
        releaseDate: entity.releaseDate,
        podcast: () => podcastNode(scope.podcast(entity.podcastId)),
        art: artNode(entity.podcastId, scope),
      };
    case 'PC':
      return { ...podcastNode(entity), id, type, art: artNode(id, scope) };
  }
}

function podcastNode(podcast: Podcast | undefined): object | null {
  if (podcast === undefined) return null;
  const { name, summary, episodes } = podcast;
  return { __typename: 'Podcast', name, summary, totalEpisodeCount: episodes.length };
}

function artNode(id: string | null, { publicUrl }: Scope): object {
  return {
    url({ size, width, height }: ArtArgs): string | null {
      if ((width === undefined) !== (height === undefined)) {
        throw badArgument('width and height are given together or not at all');
      }
      if (id === null) return null;
      const square = Number(/\d+/.exec(size ?? '')?.[0] ?? USUAL_WIDTH);
      return `${publicUrl}/art?l=${encodeURIComponent(id)}&w=${width ?? square}&h=${height ?? square}`;
    },
  };
}

export function feedbackNode({ track, station }: GivenFeedback, scope: Scope): object {
  return { target: entityNode(track, scope), sourceContext: entityNode(station, scope) };
}

/** Returns `profile` (specification, section 2). */
export function profileNode({ listener, publicUrl }: Scope): object {
  const { id, fullname, displayName, bio, followers, following } = listener;
  return {
    id,
    fullname,
    displayName,
    bio,
    imageUrl: `${publicUrl}/art?l=${encodeURIComponent(id)}&w=200&h=200`,
    private: listener.private,
    followers: { items: followers.map(name => ({ fullname: name })) },
    following: { items: following.map(name => ({ fullname: name, isBeingFollowed: true })) },
  };
}

/** Returns a playback item; each read of its `audioUrl` yields a new address. */
export function itemNode(playing: PlayingPiece, scope: Scope): object {
  const { piece, programme, index, trackToken, interactions, progressFrequency } = playing;
  const common = {
    index,
    trackToken,
    interactions,
    progressFrequency,
    audioUrl: () =>
      'isSilent' in piece && piece.isSilent ? null : scope.lendAudio(piece, programme.station === null),
    sourceId: programme.id,
    fileGain: fileGainOf(piece),
    feedbackValue: null,
  };
  switch (piece.kind) {
    case 'track':
      return {
        ...common,
        __typename: 'TrackItem',
        feedbackValue:
          programme.station === null ? null : scope.listener.feedbackOn(piece.id, programme.station.id),
        track: entityNode(piece.track, scope),
      };
    case 'episode':
      return {
        ...common,
        __typename: 'PodcastEpisodeItem',
        podcastEpisode: entityNode(piece.episode, scope),
      };
    case 'ad':
      return { ...common, __typename: 'AudioAdItem' };
    case 'message':
      return { ...common, __typename: 'ArtistMessageItem' };
    case 'novelty':
      return { ...common, __typename: 'NoveltyItem' };
  }
}

/** Returns a source with the device's current item. */
export function sourceNode({ id, type, name }: Programme, device: Device, scope: Scope): object {
  return { id, type, name, current: currentNode(device, scope) };
}

/** Returns the answer of `current`: the item, or the reason why nothing may sound (service.md, "Kinds of item"). */
export function currentNode(device: Device, scope: Scope, sourceId?: string): object {
  const playing = device.current(sourceId);
  return haltNode(device, playing) ?? itemNode(playing, scope);
}

/** Returns the node that replaces every item while playback is not allowed; null while it is. */
export function haltNode(device: Device, playing: PlayingPiece): object | null {
  if (device.interruption === null) return null;
  const forced = { feedbackValue: null, sourceId: playing.programme.id, interactions: ['FORCE_ACTIVE'] };
  return device.interruption === 'idleTimeout'
    ? {
        ...forced,
        __typename: 'IdleTimeoutItem',
        errorHeader: 'Are you still listening?',
        errorDescription: 'Nobody has touched this speaker for a while. Press play to go on.',
      }
    : {
        ...forced,
        __typename: 'SimStreamViolationItem',
        errorHeader: 'Someone else is listening to your account',
        errorDescription: 'Music plays on another speaker. Press play to listen here instead.',
      };
}
