import type * as english from '../en/settings-second-factor.js';
import type { Translation } from '../section.js';

export default {
  secondFactorSettings: {
    authenticatorApp: '認証アプリ',
    noApp: '未設定です。パスワードの後に入力するコードを表示します。',
    appSince: '{when}に設定',
    setUpApp: '設定',
    recoveryCodes: 'リカバリーコード',
    codesLeft: { other: '残り {count} 個' },
    newCodes: '新しいコードを取得',
    newCodesTitle: 'リカバリーコードを新しくしますか？',
    newCodesText: '古いコードは使えなくなります。',
    removeApp: '認証アプリを削除しますか？',
    removeAppText: 'リカバリーコードも使えなくなります。',
    appAdded: '認証アプリを設定しました。',
    appRemoved: '認証アプリを削除しました。',
    codesReplaced: '古いコードは使えなくなりました。',
    expiredSetUp: '時間切れです。アプリをもう一度設定してください。',
    already_registered: '認証アプリはすでに設定されています。',
    second_factor_required: 'このアカウントには 2 段階目が必要で、これが唯一のものです。',
    no_second_factor: '先にパスキーか認証アプリを追加してください。',
    passkeyToo: 'パスワードの後のパスキー',
    passkeyNeeded: 'パスワードに加えてパスキーも必要です。',
    passkeyNotNeeded: 'パスワードだけでログインできます。',
    turnOn: 'オンにする',
    turnOff: 'オフにする',
  },
} satisfies Translation<typeof english>;
