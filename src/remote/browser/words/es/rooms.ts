import type { RoomsWords } from '../catalogue.js';

const rooms: RoomsWords = {
  roomsLooking: 'Buscando otros altavoces…',
  roomsNone: 'No se ha encontrado ningún otro altavoz en esta red.',
  roomsHow:
    'Toca un altavoz para abrir su página. Si todavía no conoce este teléfono, podrás iniciar sesión allí.',
  roomSignedOut: 'Sin sesión todavía',
  lookAgain: 'Buscar otra vez',
  wall: 'En la pared',
  wallHow: 'Para una tableta colgada o apoyada en algún sitio: en grande, y se atenúa sola.',
  wallShow: 'Mostrar en esta pantalla',
  wallLeave: 'Salir de esta vista',
  wallAsleep: 'Esta página no puede mantener la pantalla encendida. Actívalo en los ajustes de la tableta.',
};

export default rooms;
