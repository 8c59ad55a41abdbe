import type * as english from '../en/settings.js';
import type { Translation } from '../section.js';

export default {
  accountPage: {
    loading: 'アカウントを読み込んでいます…',
    retry: '再試行',
    unsupported: 'ここではアカウントを管理できません。',
    unauthenticated: 'アカウントを見るにはログインしてください。',
    stale: 'オフラインです。このページは最新ではない可能性があります。',
    name: '名前',
    addresses: 'メールと電話',
    passkeys: 'パスキー',
    password: 'パスワード',
    secondFactor: '2 段階認証',
    providers: '連携アカウント',
    devices: 'デバイス',
    events: '最近のアクティビティ',
    signOut: 'すべてのデバイスからログアウト',
    deletion: 'アカウントの削除',
  },
} satisfies Translation<typeof english>;
