/** What a service that has been taken over could answer for audio, each to make a player open something else. */

export type Answer =
  | { readonly location: string }
  | { readonly type: string; readonly body: string | Buffer };

export interface Lures {
  /** Base of the server that answers. */
  readonly own: string;
  /** A file with sound that nobody may hear. */
  readonly file: string;
  /** Base of a server that nobody may connect to. */
  readonly trap: string;
}

const hls = (line: string, more = '') =>
  `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:2\n${more}#EXTINF:2,\n${line}\n#EXT-X-ENDLIST\n`;
const binary = 'application/octet-stream';

/** By name; each is to be no sound. */
export function hostileAnswers({ own, file, trap }: Lures): Readonly<Record<string, Answer>> {
  const { host, port } = new URL(trap);
  return {
    ...listsOf({ own, file, trap }),
    ...hlsOf({ own, file, trap }),
    dash: {
      type: 'application/dash+xml',
      body: `<?xml version="1.0"?><MPD><Period><AdaptationSet><Representation id="1"><BaseURL>${trap}/dash</BaseURL></Representation></AdaptationSet></Period></MPD>`,
    },
    'dash-file': {
      type: 'application/dash+xml',
      body: `<?xml version="1.0"?><MPD><Period><AdaptationSet><Representation id="1"><BaseURL>file://${file}</BaseURL></Representation></AdaptationSet></Period></MPD>`,
    },
    smil: { type: 'application/smil', body: `<smil><body><audio src="${trap}/smil"/></body></smil>` },
    sdp: {
      type: 'application/sdp',
      body: `v=0\r\no=- 0 0 IN IP4 ${host}\r\ns=x\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio ${port} RTP/AVP 0\r\n`,
    },
    srt: { type: 'text/plain', body: '1\n00:00:00,000 --> 00:00:02,000\nwords\n' },
    ass: {
      type: 'text/plain',
      body: '[Script Info]\nScriptType: v4.00+\n[Events]\nDialogue: 0,0:00:00.00,0:00:01.00,x\n',
    },
    vobsub: {
      type: 'text/plain',
      body: '# VobSub index file, v7\nid: en, index: 0\ntimestamp: 00:00:00:000, filepos: 0\n',
    },
    ffmetadata: { type: 'text/plain', body: ';FFMETADATA1\ntitle=x\n' },
    mkv: { type: 'video/x-matroska', body: matroska() },
    youtube: { type: 'text/html', body: '<html><meta property="og:video" content="x"></html>' },
    ...redirectsTo(
      ...[
        `file://${file}`,
        file,
        'lavfi://sine',
        'data:audio/wav;base64,UklGRg==',
        `concat:${file}`,
        'ytdl://x',
      ],
      ...[`lavf://file:${file}`, `memory://#EXTM3U\n${file}`.replace('\n', '%0A'), 'fd://0', `edl://${file}`],
      ...[
        `av://lavfi:amovie=${file}`,
        `subfile:,,start,0,end,0,,:${file}`,
        `archive://${file}`,
        `rtsp://${host}/x`,
      ],
      ...[`tcp://${host}`, `crypto:${file}`, `cache:${file}`, `async:file:${file}`, `ftp://${host}/x`],
    ),
  };
}

function redirectsTo(...locations: readonly string[]): Readonly<Record<string, Answer>> {
  return Object.fromEntries(locations.map((location, at) => [`to-${at}`, { location }]));
}

function listsOf({ own, file, trap }: Lures): Readonly<Record<string, Answer>> {
  return {
    m3u: { type: 'audio/x-mpegurl', body: `#EXTM3U\n${file}\n` },
    'm3u-away': { type: 'audio/x-mpegurl', body: `#EXTM3U\n${own}/elsewhere\n${trap}/m3u\n` },
    pls: { type: 'audio/x-scpls', body: `[playlist]\nFile1=file://${file}\nNumberOfEntries=1\n` },
    asx: {
      type: 'video/x-ms-asf',
      body: `<asx version="3.0"><entry><ref href="${trap}/asx"/></entry></asx>`,
    },
    ref: { type: 'video/x-ms-asf', body: `[Reference]\nRef1=${trap}/ref\n` },
    txt: { type: 'text/plain', body: `${file}\n${trap}/txt\n` },
    edl: { type: binary, body: `# mpv EDL v0\n${file},0,2\n` },
    'edl.edl': { type: 'text/plain', body: `# mpv EDL v0\n${file},0,2\n` },
    'edl-away': { type: binary, body: `# mpv EDL v0\n${trap}/edl,0,2\n` },
    cue: {
      type: 'application/x-cue',
      body: `FILE "${file}" WAVE\n  TRACK 01 AUDIO\n    INDEX 01 00:00:00\n`,
    },
    concat: { type: binary, body: `ffconcat version 1.0\nfile '${file}'\n` },
    'concat-url': { type: binary, body: `ffconcat version 1.0\nfile '${own}/elsewhere'\n` },
    'concat-away': { type: binary, body: `ffconcat version 1.0\nfile '${trap}/concat'\n` },
  };
}

function hlsOf({ own, file, trap }: Lures): Readonly<Record<string, Answer>> {
  const type = 'application/vnd.apple.mpegurl';
  return {
    hls: { type, body: hls(`file://${file}`) },
    'hls.m3u8': { type, body: hls(file) },
    'hls-data': { type, body: hls('data:audio/wav;base64,UklGRg==') },
    'hls-away': { type, body: hls(`${trap}/hls.ts`) },
    'hls-own': { type, body: hls(`${own}/elsewhere`) },
    'hls-key': { type, body: hls(`${own}/elsewhere`, `#EXT-X-KEY:METHOD=AES-128,URI="${trap}/key"\n`) },
    'hls-map': { type, body: hls(`${own}/elsewhere`, `#EXT-X-MAP:URI="file://${file}"\n`) },
  };
}

/** A size of eight bytes, whatever it is. */
function element(id: string, ...parts: readonly (Buffer | string | number)[]): Buffer {
  const payload = Buffer.concat(
    parts.map(part => (typeof part === 'number' ? Buffer.from([part]) : Buffer.from(part as string))),
  );
  const size = Buffer.alloc(8);
  size.writeUInt32BE(payload.length, 4);
  size[0] = 1;
  return Buffer.concat([Buffer.from(id, 'hex'), size, payload]);
}

/** Matroska with a second of silence, and ordered chapters of which one lies in a file of another name (RFC 9559). */
function matroska(): Buffer {
  const rate = Buffer.alloc(8);
  rate.writeDoubleBE(8_000);
  const atom = (uid: number, ...more: readonly Buffer[]) =>
    element(
      'b6',
      element('73c4', uid),
      element('91', 0),
      element('92', Buffer.from('3b9aca00', 'hex')),
      ...more,
    );
  return Buffer.concat([
    element(
      '1a45dfa3',
      element('4286', 1),
      element('4282', 'matroska'),
      element('4287', 4),
      element('4285', 2),
    ),
    element(
      '18538067',
      element(
        '1549a966',
        element('2ad7b1', Buffer.from('0f4240', 'hex')),
        element('73a4', Buffer.alloc(16, 1)),
      ),
      element(
        '1043a770',
        element(
          '45b9',
          element('45dd', 1),
          element('45db', 1),
          atom(1),
          atom(2, element('6e67', Buffer.alloc(16, 2))),
        ),
      ),
      element(
        '1654ae6b',
        element(
          'ae',
          ...[element('d7', 1), element('73c5', 1), element('83', 2), element('86', 'A_PCM/INT/LIT')],
          element('e1', element('b5', rate), element('9f', 1), element('6264', 16)),
        ),
      ),
      element(
        '1f43b675',
        element('e7', 0),
        element('a3', Buffer.from('81000080', 'hex'), Buffer.alloc(16_000)),
      ),
    ),
  ]);
}
