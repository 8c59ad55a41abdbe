import type * as english from '../en/vault.js';
import type { Translation } from '../section.js';

export default {
  vault: {
    none: 'Cifra los datos de esta app para que solo tu llave de acceso pueda abrirlos.',
    locked: 'Tu llave de acceso desbloquea los datos de esta app, incluso sin conexión.',
    lost: 'Tu navegador eliminó los datos de esta app en este dispositivo. Lo que está en el servidor se recuperará.',
    damaged: 'Algo ajeno a esta app modificó sus datos en este dispositivo. Lo que está en el servidor se recuperará.',
    create: 'Bloquear con llave de acceso',
    unlock: 'Desbloquear',
    anew: 'Empezar de cero',
    code: 'Usar código de recuperación',
    lock: 'Bloquear',
    more: 'Más acciones',
    asking: 'Continúa en el cuadro de diálogo.',
    unlockedNow: 'Datos desbloqueados.',
    lockedNow: 'Datos bloqueados.',
    cancelled: 'No se hicieron cambios. Inténtalo de nuevo.',
  },
} satisfies Translation<typeof english>;
