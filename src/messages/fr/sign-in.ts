import type * as english from '../en/sign-in.js';
import type { Translation } from '../section.js';

export default {
  errors: {
    unsupported: 'Ce navigateur ne permet pas d’utiliser de clé d’accès ici. Connectez-vous autrement.',
    invalid_rp_id: 'Les clés d’accès ne fonctionnent pas à cette adresse. Connectez-vous autrement.',
    misconfigured: 'Cette page n’est pas configurée correctement.',
    embedded: 'Ouvrez cette page dans sa propre fenêtre pour continuer.',
    challenge_expired: 'Le délai est dépassé. Réessayez.',
    rejected: 'Cela n’a pas fonctionné. Réessayez ou utilisez une autre méthode.',
    rate_limited: 'Trop de tentatives. Patientez quelques minutes, puis réessayez.',
    timed_out: 'Le délai est dépassé. Réessayez.',
    network: 'Impossible de joindre le serveur. Vérifiez votre connexion et réessayez.',
    bad_response: 'Le serveur rencontre un problème. Réessayez plus tard.',
    next_step: 'Une étape manque encore. Continuez sur la page de connexion.',
  },
  signIn: {
    username: 'Nom d’utilisateur',
    button: 'Se connecter avec une clé d’accès',
    asking: 'Continuez dans la boîte de dialogue.',
    verifying: 'Vérification…',
    done: 'Connexion réussie.',
    cancelled: 'Aucune clé d’accès n’a été utilisée. Réessayez.',
    unknown_credential: 'Cette clé d’accès a été supprimée de ce compte. Connectez-vous autrement.',
  },
  immediate: {
    no_local_passkey: 'Cet appareil n’a pas de clé d’accès pour ce site. Connectez-vous autrement.',
  },
  stepUp: {
    button: 'Confirmer mon identité',
    done: 'Identité confirmée.',
    cancelled: 'Identité non confirmée. Réessayez.',
    unknown_credential: 'Cette clé d’accès a été supprimée de ce compte. Utilisez-en une autre.',
    wrong_account: 'Cette clé d’accès appartient à un autre compte. Utilisez une clé d’accès de ce compte.',
    unauthenticated: 'Connectez-vous d’abord.',
    step_up_required: 'Ce compte n’a pas de clé d’accès. Reconnectez-vous pour confirmer votre identité.',
  },
  passwordForm: {
    username: 'Nom d’utilisateur',
    password: 'Mot de passe',
    button: 'Se connecter',
    asking: 'Continuez dans la boîte de dialogue.',
    verifying: 'Connexion…',
    done: 'Connexion réussie.',
    rejected: 'Nom d’utilisateur ou mot de passe incorrect. Réessayez ou connectez-vous autrement.',
    unsupported: 'Les mots de passe ne sont pas utilisables ici. Connectez-vous autrement.',
    unknown_credential: 'Cette clé d’accès a été supprimée de ce compte. Connectez-vous autrement.',
    no_local_passkey: 'Connectez-vous avec votre nom d’utilisateur et votre mot de passe.',
    wait: {
      one: 'Trop de tentatives. Patientez une minute, puis réessayez.',
      many: 'Trop de tentatives. Patientez {minutes} de minutes, puis réessayez.',
      other: 'Trop de tentatives. Patientez {minutes} minutes, puis réessayez.',
    },
  },
} satisfies Translation<typeof english>;
