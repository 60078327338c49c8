/** The events of mpv that the agent handles (mpv manual, "JSON IPC" and "List of events"). */
export type MpvEvent =
  | { readonly event: 'start-file'; readonly entryId: number }
  | {
      readonly event: 'end-file';
      readonly entryId: number;
      readonly reason: string;
      readonly fileError: string | null;
    }
  | { readonly event: 'file-loaded' | 'seek' | 'playback-restart' | 'event-queue-overflow' }
  | { readonly event: 'log-message'; readonly prefix: string; readonly text: string }
  | { readonly event: 'property-change'; readonly property: string; readonly data: unknown };

export interface MpvReply {
  readonly requestId: number;
  readonly error: string;
  readonly data: unknown;
}

export type MpvCommand = readonly unknown[] | Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Parses one line as an object; null for anything else: invalid data on the socket does no harm. */
export function parseLine(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Returns the reply in a message, or null if it is none. The agent uses no ids below 1. */
export function parseReply(message: Record<string, unknown>): MpvReply | null {
  const { request_id: requestId, error, data } = message;
  if (typeof requestId !== 'number' || requestId < 1 || 'event' in message) return null;
  return { requestId, error: toText(error), data: data ?? null };
}

/** Returns the event in a message, or null if it is malformed or not one that the agent handles. */
export function parseEvent(message: unknown): MpvEvent | null {
  if (!isObject(message)) return null;
  const { event, playlist_entry_id: entryId } = message;
  switch (event) {
    case 'start-file':
      return typeof entryId === 'number' ? { event, entryId } : null;
    case 'end-file':
      if (typeof entryId !== 'number') return null;
      return {
        event,
        entryId,
        reason: toText(message.reason),
        fileError: typeof message.file_error === 'string' ? message.file_error : null,
      };
    case 'file-loaded':
    case 'seek':
    case 'playback-restart':
    case 'event-queue-overflow':
      return { event };
    case 'log-message':
      return { event, prefix: toText(message.prefix), text: toText(message.text).trim() };
    case 'property-change':
      return { event, property: toText(message.name), data: message.data ?? null };
    default:
      return null;
  }
}

/** Converts mpv's seconds to whole milliseconds; null if the value is not a finite number. */
export function toMilliseconds(seconds: unknown): number | null {
  return typeof seconds === 'number' && Number.isFinite(seconds) ? Math.round(seconds * 1000) : null;
}
