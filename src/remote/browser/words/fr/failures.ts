import type { FailureWords } from '../catalogue.js';

const failures: FailureWords = {
  'remedy.notSupported': 'Choisissez autre chose.',
  'remedy.playerUnavailable': 'Il redémarre ; cela prend un instant.',
  'remedy.audioDeviceUnavailable': 'Vérifiez qu’elle est branchée et allumée. La musique reprendra seule.',
  'remedy.offline': 'Vérifiez son réseau. Elle réessaie et reprendra seule.',
  'remedy.serviceError': 'L’enceinte réessaie. Vous pouvez aussi choisir autre chose.',
  'failed.skipLimitReached': 'Aucun saut possible pour l’instant. La musique continue.',
  'notice.client':
    'Le service de musique n’accepte pas cette enceinte. La personne qui l’a installée peut y remédier.',
  'notice.certificate':
    'Le certificat du serveur d’où vient la musique n’est pas valable. L’enceinte réessaie.',
  'notice.insecure': 'Le serveur d’où vient la musique l’envoie sans chiffrement. L’enceinte ne la lit pas.',
  'notice.host': 'Le serveur d’où vient la musique ne la donne pas. L’enceinte réessaie.',
  'failed.tooLate': 'C’est arrivé trop tard et n’a pas été exécuté.',
  'failed.name':
    'L’enceinte n’accepte pas ce nom. Les lettres, les chiffres et les signes simples conviennent.',
  'failed.forbidden': 'C’est réservé aux propriétaires de l’enceinte.',
  'failed.rateLimited': 'C’était trop à la fois. Réessayez dans un instant.',
  'failed.notAllowed': 'Le service ne le permet pas ici.',
  'failed.serviceError': 'Cela n’a pas marché : le service de musique a un problème.',
  'failed.sorting': 'Le service ne trie pas ainsi.',
  'failed.unknownKind': 'Le service ne propose pas ce choix.',
  'failed.other': 'Cela n’a pas marché.',
  'failed.timedOut': 'L’enceinte n’a pas répondu à temps.',
  badLink:
    'Ce lien n’est plus valable, ou il est d’une autre enceinte ou d’un invité. Pour ce navigateur, rien ne change.',
  replaced: 'Désormais, ce navigateur commande l’enceinte grâce à ce lien.',
  alreadyIn: 'Ce téléphone commande déjà l’enceinte. L’invitation reste valable pour un autre.',
  'silence.notPaired': 'L’enceinte n’est pas connectée à un compte.',
  'remedy.notPaired': 'Connectez-vous à votre compte.',
};

export default failures;
