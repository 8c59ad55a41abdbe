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
    last: 'このパスキーを失うと、未同期の変更は失われます。別のパスキーまたは復旧コードを追加してください。',
    byCode: 'パスキーを失った場合は、別のパスキーを追加してください。',
    addPasskey: 'パスキーを追加',
    makeCode: '復旧コードを作成',
    asking: '表示されたダイアログで続けてください。',
    unlockedNow: 'ロックを解除しました。',
    lockedNow: 'ロックしました。',
    cancelled: '何も変更されていません。もう一度お試しください。',
  },
} satisfies Translation<typeof english>;
