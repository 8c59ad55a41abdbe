import type * as english from '../en/offline.js';
import type { Translation } from '../section.js';

export default {
  offlineStatus: {
    offline: 'Vous êtes hors ligne.',
    unreachable: 'Impossible de joindre le serveur. Nouvelle tentative automatique en cours.',
    replaying: 'Envoi de vos modifications…',
    'signed-out': 'Reconnectez-vous pour envoyer vos modifications.',
    'other-person':
      'Les modifications d’un autre utilisateur sont en attente sur cet appareil. Elles seront envoyées quand il se connectera.',
    stopped: 'Vos modifications ne peuvent pas être lues sur cet appareil. Actualisez la page.',
    done: 'Toutes vos modifications ont été envoyées.',
    waiting: {
      one: '{count} modification est en attente sur cet appareil.',
      many: '{count} de modifications sont en attente sur cet appareil.',
      other: '{count} modifications sont en attente sur cet appareil.',
    },
    progress: 'Modifications envoyées',
    list: 'Modifications nécessitant une décision',
    change: 'Une modification',
    conflict: 'Cet élément a été modifié ailleurs entre-temps.',
    failed: 'Le serveur a refusé cette modification.',
    mine: 'Garder ma version',
    again: 'Réessayer',
    theirs: 'Utiliser la version du serveur',
    undo: 'Annuler ma modification',
    drop: 'Abandonner',
    about: '{choice} : {subject}',
    unauthenticated: 'Reconnectez-vous pour décider.',
    wrong_account: 'Un autre utilisateur est connecté. Reconnectez-vous pour décider.',
  },
  signOut: {
    button: 'Se déconnecter',
    confirming: '',
    title: 'Se déconnecter et perdre des modifications ?',
    unsent: {
      one: '{count} modification n’a pas été envoyée au serveur. Si vous vous déconnectez, vous la perdrez.',
      many: '{count} de modifications n’ont pas été envoyées au serveur. Si vous vous déconnectez, vous les perdrez.',
      other: '{count} modifications n’ont pas été envoyées au serveur. Si vous vous déconnectez, vous les perdrez.',
    },
    confirm: 'Se déconnecter et les perdre',
    everythingTitle: 'Tout supprimer de cet appareil ?',
    everythingText:
      'Cette action vous déconnecte et supprime toutes les données que ce site a enregistrées sur cet appareil.',
    everythingConfirm: 'Se déconnecter et supprimer',
    cancel: 'Rester connecté',
    signingOut: 'Déconnexion…',
    unconfirmed: 'Déconnexion réussie sur cet appareil. Le serveur en sera informé dès que vous serez en ligne.',
    done: 'Déconnexion réussie.',
    remains: 'Déconnexion réussie, mais certaines de vos données n’ont pas pu être supprimées de cet appareil.',
    cancelled: 'Votre session est toujours ouverte.',
  },
} satisfies Translation<typeof english>;
