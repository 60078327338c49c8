import type { RoomsWords } from '../catalogue.js';

const rooms: RoomsWords = {
  roomsLooking: 'Recherche d’autres enceintes…',
  roomsNone: 'Aucune autre enceinte n’a été trouvée sur ce réseau.',
  roomsHow:
    'Touchez une enceinte pour ouvrir sa page. Si elle ne connaît pas encore ce téléphone, vous pourrez vous y connecter.',
  roomSignedOut: 'Pas encore connectée',
  lookAgain: 'Chercher à nouveau',
  wall: 'Affichage mural',
  wallHow: 'Pour une tablette au mur ou sur un support : en grand, et l’écran s’assombrit tout seul.',
  wallShow: 'Afficher sur cet écran',
  wallLeave: 'Quitter cette vue',
  wallAsleep:
    'Cette page ne peut pas garder l’écran allumé. Changez cela dans les paramètres de la tablette.',
};

export default rooms;
