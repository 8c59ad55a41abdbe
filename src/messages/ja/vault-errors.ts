import type * as english from '../en/vault-errors.js';
import type { Translation } from '../section.js';

export default {
  vaultErrors: {
    no_prf:
      'このパスキーまたはブラウザではデータを暗号化できません。ChromeまたはEdge 116以降、Safari 18以降、Firefox 139以降で、スマートフォン、パソコン、またはパスワードマネージャーのパスキーをお使いください。',
    vault_wrong_key: 'このパスキーでは、このデータのロックを解除できません。別のパスキーをお使いください。',
    vault_damaged: 'このデータは破損しているため、ロックを解除できません。',
    vault_unsupported: 'このデータは、アプリの新しいバージョンで暗号化されています。ページを再読み込みしてください。',
    vault_locked: '操作中にこのデータがロックされました。もう一度お試しください。',
    storage_full: 'このデバイスに空き容量がありません。何も保存されませんでした。',
    storage_lost: 'このブラウザではデータが保存されません。通常のウィンドウでお試しください。',
    unauthenticated: '先にログインしてください。その後は、オフラインでも使えます。',
    step_up_required: '本人確認のため、もう一度ログインしてください。',
    constraint: 'ここではその操作を行えません。もう一度試すか、別のパスキーをお使いください。',
    already_registered: 'このデバイスには、すでにこのアカウントのパスキーがあります。',
    network: 'この操作には一度だけ接続が必要です。オンラインのときに、もう一度お試しください。',
  },
} satisfies Translation<typeof english>;
