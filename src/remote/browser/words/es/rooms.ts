import type { RoomsWords } from '../catalogue.js';

const rooms: RoomsWords = {
  roomsLooking: 'Buscando otros altavoces…',
  roomsNone: 'No se han encontrado otros altavoces en esta red.',
  roomsHow:
    'Toca un altavoz para abrir su página. Si todavía no conoce este teléfono, podrás iniciar sesión allí.',
  roomSignedOut: 'Sin sesión todavía',
  lookAgain: 'Buscar otra vez',
  wall: 'Pantalla de pared',
  wallHow: 'Para una tableta en la pared o en un soporte: en grande, y se atenúa sola.',
  wallShow: 'Mostrar en esta pantalla',
  wallLeave: 'Salir de esta vista',
  wallAsleep: 'Esta página no puede mantener la pantalla encendida. Cámbialo en los ajustes de la tableta.',
};

export default rooms;
