import type * as english from '../en/vault-errors.js';
import type { Translation } from '../section.js';

export default {
  vaultErrors: {
    no_prf:
      'Esta llave de acceso o este navegador no puede cifrar datos. Usa Chrome o Edge 116, Safari 18 o Firefox 139, o una versión posterior, y una llave de acceso de tu teléfono, tu equipo o tu gestor de contraseñas.',
    vault_wrong_key: 'Esa llave de acceso no desbloquea estos datos. Usa otra.',
    vault_damaged: 'Estos datos están dañados y no se pueden desbloquear.',
    vault_unsupported: 'Estos datos se cifraron con una versión más reciente de esta app. Recarga la página.',
    vault_locked: 'Estos datos se bloquearon mientras tanto. Inténtalo de nuevo.',
    storage_full: 'No queda espacio en este dispositivo. No se guardó nada.',
    storage_lost: 'Este navegador no guarda los datos. Prueba con una ventana normal.',
    unauthenticated: 'Primero inicia sesión. Después, esto también funcionará sin conexión.',
    step_up_required: 'Vuelve a iniciar sesión para confirmar tu identidad.',
    constraint: 'Eso no es posible aquí. Inténtalo de nuevo o usa otra llave de acceso.',
    already_registered: 'Este dispositivo ya tiene una llave de acceso para tu cuenta.',
    network: 'La primera vez se necesita conexión. Inténtalo de nuevo cuando la tengas.',
  },
} satisfies Translation<typeof english>;
