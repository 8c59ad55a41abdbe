import type * as english from '../en/vault.js';
import type { Translation } from '../section.js';

export default {
  vault: {
    none: 'このアプリのデータを暗号化し、自分のパスキーでしか開けないようにします。',
    locked: 'パスキーを使えば、オフラインでもこのアプリのデータのロックを解除できます。',
    lost: 'このデバイスに保存されていたアプリのデータが、ブラウザによって削除されました。サーバーにあるデータはすべて復元されます。',
    damaged:
      'このデバイスに保存されているアプリのデータが、外部から書き換えられました。サーバーにあるデータはすべて復元されます。',
    create: 'パスキーでロック',
    unlock: 'ロックを解除',
    anew: '最初からやり直す',
    code: '復旧コードを使用',
    lock: 'ロック',
    more: 'その他の操作',
    asking: '表示されたダイアログで続けてください。',
    unlockedNow: 'ロックを解除しました。',
    lockedNow: 'ロックしました。',
    cancelled: '何も変更されていません。もう一度お試しください。',
  },
} satisfies Translation<typeof english>;
