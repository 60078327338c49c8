import type { FailureWords } from '../catalogue.js';

const failures: FailureWords = {
  'remedy.notSupported': 'Choisissez autre chose.',
  'remedy.playerUnavailable': 'Il redémarre ; cela prend un instant.',
  'remedy.audioDeviceUnavailable':
    'Vérifiez qu’elle est branchée et allumée. La musique reprendra alors d’elle-même.',
  'remedy.offline': 'Vérifiez son réseau. Elle continue d’essayer et reprendra d’elle-même.',
  'remedy.serviceError': 'L’enceinte continue d’essayer. Vous pouvez aussi choisir autre chose.',
  'failed.skipLimitReached': 'Aucun saut possible pour l’instant. La musique continue.',
  'notice.itemUnplayableNamed': '« {title} » n’a pas pu être lu et a été sauté.',
  'notice.itemUnplayable': 'Un élément n’a pas pu être lu et a été sauté.',
  'notice.clockNotSet':
    'L’horloge de l’enceinte n’a pas été réglée depuis la mise en marche. Les réveils attendent.',
  'notice.alarmMissed': 'Un réveil n’a pas pu sonner, car l’enceinte était éteinte.',
  'notice.client':
    'Le service de musique n’accepte pas cette enceinte. Si une nouvelle connexion ne suffit pas, la personne qui l’a installée peut y remédier.',
  'notice.certificate':
    'Le certificat du serveur de musique n’est pas valable. L’enceinte continue d’essayer.',
  'notice.insecure':
    'Le serveur de musique n’utilise pas de chiffrement : l’enceinte ne lit donc rien de lui.',
  'notice.host': 'Le serveur de musique ne fournit pas la musique. L’enceinte continue d’essayer.',
  'failed.tooLate': 'Votre commande est arrivée trop tard et a été ignorée.',
  'failed.name':
    'L’enceinte n’accepte pas ce nom. Les lettres, les chiffres et les symboles simples conviennent.',
  'failed.forbidden': 'Seuls les propriétaires peuvent le faire.',
  'failed.rateLimited': 'Trop de demandes. Réessayez dans un instant.',
  'failed.notAllowed': 'Le service ne le permet pas ici.',
  'failed.serviceError': 'Cela n’a pas marché : le service de musique a un problème.',
  'failed.sorting': 'Le service ne peut pas trier cette liste ainsi.',
  'failed.unknownKind': 'Le service ne propose pas ce choix.',
  'failed.other': 'Cela n’a pas marché.',
  'failed.timedOut': 'L’enceinte n’a pas répondu à temps.',
  badLink:
    'Ce lien n’est plus valable, est celui d’une autre enceinte ou est réservé aux invités. Ce navigateur garde l’accès qu’il avait.',
  replaced: 'Ce navigateur commande désormais l’enceinte avec l’accès qu’il vient de recevoir.',
  alreadyIn:
    'Cet appareil commande déjà l’enceinte. Si l’invitation n’a pas encore servi, un autre téléphone peut l’utiliser.',
  'silence.notPaired': 'L’enceinte n’est pas connectée à un compte.',
  'remedy.notPaired': 'Connectez-vous à votre compte.',
};

export default failures;
