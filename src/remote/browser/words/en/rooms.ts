const rooms = {
  roomsLooking: 'Looking for other speakers…',
  roomsNone: 'No other speakers were found on this network.',
  roomsHow: 'Choose one to open its page. If it does not know this phone yet, you can sign in there.',
  roomSignedOut: 'Not signed in yet',
  lookAgain: 'Look again',
  wall: 'Wall display',
  wallHow: 'For a tablet on a wall or a stand: large, and dims by itself.',
  wallShow: 'Show on this screen',
  wallLeave: 'Leave this view',
  wallAsleep: 'This page cannot keep the screen on. Change that in the tablet’s settings.',
} as const;

export default rooms;
