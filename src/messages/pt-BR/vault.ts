import type * as english from '../en/vault.js';
import type { Translation } from '../section.js';

export default {
  vault: {
    none: 'Criptografe os dados deste app para que só sua chave de acesso possa abri-los.',
    locked: 'Sua chave de acesso desbloqueia os dados deste app, mesmo offline.',
    lost: 'Seu navegador excluiu os dados deste app neste dispositivo. O que está no servidor será recuperado.',
    damaged: 'Algo externo alterou os dados deste app neste dispositivo. O que está no servidor será recuperado.',
    create: 'Bloquear com chave de acesso',
    unlock: 'Desbloquear',
    anew: 'Começar do zero',
    code: 'Usar código de recuperação',
    lock: 'Bloquear',
    more: 'Mais ações',
    asking: 'Continue na caixa de diálogo.',
    unlockedNow: 'Dados desbloqueados.',
    lockedNow: 'Dados bloqueados.',
    cancelled: 'Nada foi alterado. Tente novamente.',
  },
} satisfies Translation<typeof english>;
