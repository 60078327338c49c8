import type { RoomsWords } from '../catalogue.js';

const rooms: RoomsWords = {
  roomsLooking: 'Andere Lautsprecher werden gesucht …',
  roomsNone: 'In diesem Netz wurden keine anderen Lautsprecher gefunden.',
  roomsHow:
    'Wähle einen aus, um seine Seite zu öffnen. Kennt er dieses Handy noch nicht, kannst du dich dort anmelden.',
  roomSignedOut: 'Noch nicht angemeldet',
  lookAgain: 'Noch einmal suchen',
  wall: 'Wandanzeige',
  wallHow: 'Für ein Tablet an der Wand oder auf einem Ständer: groß, und sie dimmt sich von selbst.',
  wallShow: 'Auf diesem Bildschirm anzeigen',
  wallLeave: 'Diese Ansicht verlassen',
  wallAsleep:
    'Diese Seite kann den Bildschirm nicht eingeschaltet lassen. Ändere das in den Einstellungen des Tablets.',
};

export default rooms;
