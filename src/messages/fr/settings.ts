import type * as english from '../en/settings.js';
import type { Translation } from '../section.js';

export default {
  accountPage: {
    loading: 'Chargement de votre compte…',
    retry: 'Réessayer',
    unsupported: 'Vous ne pouvez pas gérer votre compte ici.',
    unauthenticated: 'Connectez-vous pour voir votre compte.',
    stale: 'Vous êtes hors ligne. Cette page n’est peut-être pas à jour.',
    name: 'Nom',
    addresses: 'E-mail et téléphone',
    passkeys: 'Clés d’accès',
    password: 'Mot de passe',
    secondFactor: 'Validation en deux étapes',
    providers: 'Comptes associés',
    devices: 'Appareils',
    events: 'Activité récente',
    signOut: 'Se déconnecter partout',
    deletion: 'Supprimer le compte',
  },
} satisfies Translation<typeof english>;
