/** What the pages say that the agent itself makes, in English. The other languages follow it, key by key. */
const en = {
  needsScript: 'The remote needs JavaScript.',
  notAllArrived: 'Not all of the remote arrived.',
  remoteIs: 'Controls a speaker that runs Tonearm.',
  browserOn: '{browser} on {device}',
  webBrowser: 'Web browser',

  signIn: 'Sign in',
  tryAgain: 'Try again',
  startAgain: 'Start again',
  openRemote: 'Open the remote',
  signInOn: 'Sign in on {speaker}',
  waiting: '{speaker} is waiting for somebody to sign in.',
  noSuchPage: 'No such page',
  notHere: 'That does not work here',
  nothingChanged: 'Nothing has changed.',
  nothingElseChanged: 'Nothing else has changed.',
  nothingChangedYet: 'Nothing has changed yet.',
  notSignedIn: '{speaker} is not signed in yet. Nothing else has changed.',

  goneTitle: '{speaker} is signed in already',
  gone: 'It plays from the account of {account}. Nobody else can sign in on it meanwhile.',
  goneUnnamed: 'It plays from its account. Nobody else can sign in on it meanwhile.',
  goneHow:
    'To control it from this phone, sign in to that account, or ask someone whose phone is let in to invite you. To use another account, sign the speaker out first.',
  isMine: 'It is my account: sign in',

  terminalTitle: 'Back to the terminal',
  terminal:
    'Copy the whole address of this page from the address bar, and paste it into the terminal in which {command} waits.',

  signedIn: '{speaker} is signed in',
  ready: 'The speaker is signed in as {account} and ready. This browser may control it from now on.',
  readyUnnamed: 'The speaker is signed in and ready. This browser may control it from now on.',
  notLetIn:
    'The speaker is signed in as {account}, but this browser could not be let in. Ask someone whose phone is let in to invite you.',
  notLetInUnnamed:
    'The speaker is signed in, but this browser could not be let in. Ask someone whose phone is let in to invite you.',
  seen: 'The speaker is signed in as {account} and ready. The browser that saw this page first may control it. For this one, sign in once more.',
  seenUnnamed:
    'The speaker is signed in and ready. The browser that saw this page first may control it. For this one, sign in once more.',

  busyTitle: 'Too many sign-ins',
  busy: {
    one: 'More sign-ins were tried on {speaker} than it takes at a time. Wait {count} s, then start again.',
    other: 'More sign-ins were tried on {speaker} than it takes at a time. Wait {count} s, then start again.',
  },
  wrongCodesTitle: 'Too many wrong codes',
  wrongCodes: {
    one: 'Wait {count} s, then try again. The link of an invitation, pasted here in place of its digits, works at once.',
    other:
      'Wait {count} s, then try again. The link of an invitation, pasted here in place of its digits, works at once.',
  },

  'way.anyone':
    'Sign in to your music service once, and this speaker plays what is yours. Your password stays with the service.',
  'way.listener':
    'This speaker plays from the account of {account}, and is signed out. Sign in to that account, and it plays on. Every phone that was let in stays so.',
  'way.listenerUnnamed':
    'This speaker plays from its account, and is signed out. Sign in to that account, and it plays on. Every phone that was let in stays so.',
  'way.unknown':
    'This speaker was signed in before, and does not know to whose account. So it takes the code of an owner’s invitation, from the remote of a phone that is let in.',
  'way.code':
    'To sign in on this speaker, enter the code of an owner’s invitation. Whoever installed the speaker can give you one.',
  'way.over':
    'The time to sign in is over: anybody near may, for 15 minutes after the speaker’s start. Start it again (pull its plug, and put it back), and open this page anew.',
  'way.overOr': 'Or enter the code of an owner’s invitation. Whoever installed the speaker can give you one.',
  'way.owner':
    'Sign in to your music service, and this speaker plays what is yours. Every phone that was let in stays so.',
  anotherAccount: 'Another account?',
  haveCode: 'I have an owner’s code',
  codeLabel: 'Code of an owner’s invitation',
  comeBack:
    'If your phone cannot open the page it ends at, copy that page’s address and come back here with it.',
  addressSummary: 'The page at the end did not open?',
  addressLabel:
    'If your phone cannot open the page it ends at, copy that page’s whole address from the address bar and paste it here.',
  useAddress: 'Use this address',

  'code.title': 'Not with this code',
  'code.wrong':
    'That code is wrong, used up or too old. Check it and type it again; if it is the same, ask for a new one.',
  'code.guest': 'That is a guest’s invitation. This takes one as an owner.',
  'code.needed': 'This takes the code of an owner.',

  'title.denied': 'You said no',
  'text.denied':
    'The music service reports that access was not allowed. Try again if that was not what you meant.',
  'title.unknownState': 'That sign-in is no longer valid',
  'text.unknownState':
    'It was started more than ten minutes ago, has been used already, or was not started on this speaker.',
  'title.noCode': 'The service sent no code',
  'text.noCode': 'The address holds none of what the speaker needs to sign in.',
  'title.badAddress': 'That is not the address',
  'text.badAddress':
    'Paste the whole address of the page you ended at: it holds the words “code” and “state”.',
  'title.refused': 'The sign-in was refused',
  'text.refused': 'The music service no longer accepts this sign-in. They last only a short while.',
  'title.unknownClient': 'The service does not know this speaker',
  'text.unknownClient':
    'The music service does not accept the client id or the secret that this speaker was set up with. Trying again does not help. Whoever installed the speaker can: see TONEARM_CLIENT_ID and TONEARM_CLIENT_SECRET.',
  'title.misregistered': 'The service does not accept this speaker',
  'text.misregistered':
    'The music service knows the speaker but not what it asks for. Trying again does not help. Whoever installed the speaker can: its client must be registered at the service with the scope “webapi” and the address of TONEARM_REDIRECT_URI.',
  'title.serviceFailed': 'The service could not sign you in',
  'text.serviceFailed':
    'The music service answered with an error. That is not your doing; try again in a minute.',
  'title.unreachable': 'The service cannot be reached',
  'text.unreachable':
    'The speaker got no answer from the music service. Check that it is on the internet, and try again.',
  'title.unidentified': 'The service did not say who you are',
  'text.unidentified':
    'You signed in, but the music service did not tell the speaker whose account it is. That is not your doing; try again in a minute.',
  'title.otherAccount': 'That is another account',
  'text.otherAccount':
    'You signed in to another account than the one this speaker belongs to. Sign in to that one: you may have to sign out at the music service first. Another account takes the code of an owner’s invitation.',
  'title.unknownListener': 'The speaker does not know its own account yet',
  'text.unknownListener':
    'So it cannot tell that yours is the same. Try again once it reaches the music service, or with the code of an owner’s invitation.',
  'title.over': 'The time to sign in is over',
  'text.over': 'Start the speaker again, or use the code of an owner’s invitation.',
  'title.signedOut': 'The speaker was signed out meanwhile',
  'text.signedOut': 'An owner has signed it out while your sign-in was under way.',
  'title.codeUsed': 'That code is used up',
  'text.codeUsed':
    'The invitation with which this sign-in was started has been used or taken back meanwhile. Ask for a new one.',
  'title.internal': 'The sign-in could not be kept',
  'text.internal': 'The speaker could not store the sign-in. Its disk may be full or read-only.',
} as const;

export default en;
