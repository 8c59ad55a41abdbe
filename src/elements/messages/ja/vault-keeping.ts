import type * as english from '../en/vault-keeping.js';
import type { Translation } from '../section.js';

export default {
  vaultKeeping: {
    goOn: '続ける',
    cancel: 'キャンセル',
    offerTitle: '先にパスキーを作成しますか？',
    offerText: 'このアカウントにはまだパスキーがありません。作成時と使用時の2回、確認が表示されます。',
    secondTitle: '新しいパスキーを使用してください',
    secondText: '一度使用すると完了します。',
    addTitle: 'パスキーを追加しますか？',
    addText:
      '確認が2回表示されます。最初はこのデータのロックをすでに解除できるパスキー、次は新しいパスキーを使用してください。',
    addByCodeText: '復旧コードをもう一度入力してから、新しいパスキーを使用してください。',
    newTitle: '次に新しいパスキーを使用',
    newText: '今後このデータのロック解除に使うパスキーを選択してください。',
    noOther:
      'すべてのパスキーで、すでにこのデータのロックを解除できます。先に別のパスキーをアカウントに追加してください。',
    added: 'パスキーを追加しました。',
    codeTitle: '復旧コードを作成しますか？',
    codeText:
      'パスキーを失ったときに、このデータのロックを解除できます。コードは一度だけ表示され、以前のコードは使えなくなります。パスキーで確認してください。',
    shownTitle: '復旧コード',
    shownText: 'このデバイス以外の安全な場所に保存してください。このコードは二度と表示されません。',
    copy: 'コピー',
    copied: 'コピーしました',
    kept: '保存しました',
    discard: 'コードを破棄',
    coded: '復旧コードを追加しました。',
    enterTitle: '復旧コードでロックを解除',
    enterText: 'コードを入力してください。ハイフンは省略でき、大文字と小文字は区別されません。',
    enterLabel: '復旧コード',
    unlock: 'ロックを解除',
    wrongCode: 'このコードでは、このデータのロックを解除できません。コードを確認して、もう一度お試しください。',
    wipeTitle: '削除して最初からやり直しますか？',
    wipeText: 'このデバイス上の暗号化されたデータをすべて削除します。サーバーにあるデータはすべて復元されます。',
    unsent: {
      other: 'サーバーに送信されていない変更が{count}件あります。この変更は失われます。',
    },
    wipe: '削除してやり直す',
    wiped: '削除しました。このアプリのデータをもう一度ロックできます。',
  },
} satisfies Translation<typeof english>;
