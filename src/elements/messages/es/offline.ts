import type * as english from '../en/offline.js';
import type { Translation } from '../section.js';

export default {
  offlineStatus: {
    offline: 'No tienes conexión.',
    unreachable: 'No se puede conectar con el servidor. Se reintentará automáticamente.',
    replaying: 'Enviando tus cambios…',
    'signed-out': 'Vuelve a iniciar sesión para enviar tus cambios.',
    'other-person':
      'En este dispositivo hay cambios pendientes de otro usuario. Se enviarán cuando ese usuario inicie sesión.',
    stopped: 'No se pueden leer tus cambios en este dispositivo. Recarga la página.',
    done: 'Se enviaron todos tus cambios.',
    waiting: {
      one: 'Hay un cambio pendiente en este dispositivo.',
      many: 'Hay {count} de cambios pendientes en este dispositivo.',
      other: 'Hay {count} cambios pendientes en este dispositivo.',
    },
    progress: 'Cambios enviados',
    list: 'Cambios que requieren una decisión',
    change: 'Un cambio',
    conflict: 'Mientras tanto, esto se modificó en otro lugar.',
    failed: 'El servidor rechazó este cambio.',
    mine: 'Conservar mi versión',
    again: 'Reintentar',
    theirs: 'Usar la versión del servidor',
    undo: 'Deshacer mi cambio',
    drop: 'Descartar',
    about: '{choice}: {subject}',
    unauthenticated: 'Vuelve a iniciar sesión para decidir.',
    wrong_account: 'Ahora la sesión es de otro usuario. Vuelve a iniciar sesión para decidir.',
  },
  signOut: {
    button: 'Cerrar sesión',
    confirming: '',
    title: '¿Cerrar sesión y perder los cambios?',
    unsent: {
      one: 'Hay 1 cambio sin enviar al servidor. Si cierras sesión, lo perderás.',
      many: 'Hay {count} de cambios sin enviar al servidor. Si cierras sesión, los perderás.',
      other: 'Hay {count} cambios sin enviar al servidor. Si cierras sesión, los perderás.',
    },
    confirm: 'Cerrar sesión y perder los cambios',
    everythingTitle: '¿Eliminar todo de este dispositivo?',
    everythingText: 'Se cerrará tu sesión y se eliminarán todos los datos que este sitio guardó en este dispositivo.',
    everythingConfirm: 'Cerrar sesión y eliminar',
    cancel: 'No cerrar sesión',
    signingOut: 'Cerrando sesión…',
    unconfirmed: 'Sesión cerrada en este dispositivo. Se avisará al servidor en cuanto tengas conexión.',
    done: 'Sesión cerrada.',
    remains: 'Sesión cerrada, pero algunos de tus datos no se pudieron eliminar de este dispositivo.',
    cancelled: 'Tu sesión sigue abierta.',
  },
} satisfies Translation<typeof english>;
