import type { VariableRow } from './variable-row.js';

/** The service, and what it is told. */
export const SERVICE_VARIABLES: readonly VariableRow[] = [
  {
    name: 'TONEARM_AUTH_URL',
    read: config => config.service.authUrl,
    unset: 'required',
    good: [
      ['http://127.0.0.1:9000', 'http://127.0.0.1:9000'],
      ['https://auth.test/path//', 'https://auth.test/path'],
      ['HTTP://[::1]:8', 'HTTP://[::1]:8'],
    ],
    bad: [
      'auth.test',
      'ftp://auth.test',
      'http://',
      'http:/x',
      'http:\\\\x',
      'https://a b',
      ' https://a',
      'https://u:p@a',
      'https://a?x=1',
      'https://a#b',
      'https://a:99999',
      '//a',
      'https://auth.test/oauth/v1/authorize',
      'https://auth.test/gateway/oauth/v1/',
    ],
  },
  {
    name: 'TONEARM_BASE_URL',
    read: config => config.service.baseUrl,
    unset: 'required',
    good: [
      ['http://b', 'http://b'],
      ['https://b/gateway', 'https://b/gateway'],
      ['https://b/api', 'https://b/api'],
    ],
    bad: [
      'b',
      'file:///etc/passwd',
      'https://b?',
      'javascript:alert(1)',
      'https://b/api/v1/graphql/graphql',
      'https://b/x/api/v1',
    ],
  },
  {
    name: 'TONEARM_CLIENT_ID',
    read: config => config.service.clientId,
    unset: 'required',
    good: [['a b-ü', 'a b-ü']],
    bad: ['id:secret', 'a\nb', 'a\u0007'],
  },
  {
    name: 'TONEARM_CLIENT_SECRET',
    read: config => config.service.clientSecret,
    unset: '',
    good: [[' as:it=stands ü ', ' as:it=stands ü ']],
    bad: [],
  },
  {
    name: 'TONEARM_REDIRECT_URI',
    read: config => config.redirectUri,
    unset: null,
    good: [['https://Example.com/Back?x=1', 'https://Example.com/Back?x=1']],
    bad: ['/pair/callback', 'https://a/#b', 'kitchen.local', 'https://u@a/', 'app:/callback'],
  },
  {
    name: 'TONEARM_SERVICE_PROFILE',
    read: config => config.service.profile,
    unset: 'auto',
    good: [
      ['core', 'core'],
      ['full', 'full'],
    ],
    bad: ['Core', 'all'],
  },
  {
    name: 'TONEARM_PROGRESS_SECONDS',
    read: config => config.progressS,
    unset: 60,
    good: [['0', 0]],
    bad: ['-5', '1m', '86401'],
  },
];
