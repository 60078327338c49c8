const rooms = {
  roomsLooking: 'Looking for other speakers…',
  roomsNone: 'No other speaker was found in this network.',
  roomsHow: 'Choose one to open its page. If it does not know this phone yet, you can sign in there.',
  roomSignedOut: 'Not signed in yet',
  lookAgain: 'Look again',
  wall: 'On the wall',
  wallHow: 'For a tablet that hangs or stands somewhere: large, and it dims by itself.',
  wallShow: 'Show it on this screen',
  wallLeave: 'Leave this view',
  wallAsleep: 'This page may not keep the screen on. Set that in the settings of the tablet.',
} as const;

export default rooms;
