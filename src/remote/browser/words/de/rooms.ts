import type { RoomsWords } from '../catalogue.js';

const rooms: RoomsWords = {
  roomsLooking: 'Andere Lautsprecher werden gesucht …',
  roomsNone: 'In diesem Netz wurde kein anderer Lautsprecher gefunden.',
  roomsHow:
    'Ein Tippen führt zur Seite des Lautsprechers. Kennt er dieses Handy noch nicht, kannst du dich dort anmelden.',
  roomSignedOut: 'Noch nicht angemeldet',
  lookAgain: 'Noch einmal suchen',
  wall: 'An der Wand',
  wallHow: 'Für ein Tablet, das irgendwo hängt oder steht: groß, und es dunkelt sich selbst ab.',
  wallShow: 'Auf diesem Bildschirm zeigen',
  wallLeave: 'Diese Ansicht verlassen',
  wallAsleep:
    'Diese Seite darf den Bildschirm nicht wach halten. Stell das in den Einstellungen des Tablets ein.',
};

export default rooms;
