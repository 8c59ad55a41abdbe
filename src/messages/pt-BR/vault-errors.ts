import type * as english from '../en/vault-errors.js';
import type { Translation } from '../section.js';

export default {
  vaultErrors: {
    no_prf:
      'Esta chave de acesso ou este navegador não criptografa dados. Use o Chrome ou Edge 116, o Safari 18 ou o Firefox 139, ou uma versão posterior, e uma chave de acesso do celular, computador ou gerenciador de senhas.',
    vault_wrong_key: 'Essa chave de acesso não desbloqueia estes dados. Use outra.',
    vault_damaged: 'Estes dados estão danificados e não podem ser desbloqueados.',
    vault_unsupported: 'Estes dados foram criptografados por uma versão mais recente deste app. Recarregue a página.',
    vault_locked: 'Nesse meio-tempo, estes dados foram bloqueados. Tente novamente.',
    storage_full: 'Não há espaço neste dispositivo. Nada foi salvo.',
    storage_lost: 'Este navegador não salva dados. Use uma janela normal.',
    unauthenticated: 'Faça login primeiro. Depois disso, também funciona offline.',
    step_up_required: 'Faça login novamente para confirmar sua identidade.',
    constraint: 'Isso não é possível aqui. Tente novamente ou use outra chave de acesso.',
    already_registered: 'Este dispositivo já tem uma chave de acesso para sua conta.',
    network: 'É preciso ter conexão na primeira vez. Tente novamente quando estiver online.',
  },
} satisfies Translation<typeof english>;
