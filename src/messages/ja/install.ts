import type * as english from '../en/install.js';
import type { Translation } from '../section.js';

export default {
  install: {
    button: 'アプリをインストール',
    asking: '表示されたダイアログで続けてください。',
    guiding: '',
    done: 'アプリをインストールしています…',
    cancelled: 'アプリはインストールされませんでした。',
  },
  installGuide: {
    title: 'このアプリをインストール',
    about: '次の手順でインストールできます：',
    otherBrowser: 'このブラウザではアプリをインストールできません。',
    problems: '次の理由で、ブラウザからこのアプリをインストールできません：',
    network: 'このページのマニフェストを読み込めませんでした。',
    bad_response: 'サーバーにこのページのマニフェストがありません。',
    close: '閉じる',
  },
  installSteps: {
    'app-menu': '使用中のアプリのメニュー（•••または⋮）を開きます。',
    'open-in-browser': '「ブラウザで開く」を選択します。',
    'install-there': '開いたブラウザからインストールします。',
    'open-in-safari': 'このページをSafariで開きます。',
    'update-safari':
      'macOS Sonoma以降で、Safari 17以降にアップデートします。または、このページをChromeかEdgeで開きます。',
    share: '「共有」を選択します。見つからない場合は、•••メニューの中を確認してください。',
    'add-to-home-screen': '下にスクロールして、「ホーム画面に追加」を選択します。',
    'open-as-web-app': '「Webアプリとして開く」をオンのままにします。',
    'file-menu': 'メニューバーの「ファイル」を開きます。',
    'add-to-dock': '「Dockに追加…」を選択します。macOS Sonoma以降が必要です。',
    'confirm-add': '「追加」を選択します。',
    menu: 'ブラウザのメニューを開きます。',
    'firefox-install': '「インストール」または「ホーム画面に追加」を選択します。',
    'taskbar-icon': 'アドレスバーの右端にある「タブをタスクバーに追加します」を選択します。',
    'confirm-save': '「保存」を選択します。',
    'samsung-add': '「ページを追加」を選択します。',
    'home-screen': '「ホーム画面」を選択します。',
    'android-install': '「ホーム画面に追加」または「アプリをインストール」を選択します。',
    'edge-apps': '「その他のツール」、「アプリ」の順に選択します。',
    'edge-install': '「このサイトをアプリとしてインストール」を選択します。',
    'chrome-install':
      '「ページをアプリとしてインストール…」を選択します。「キャスト、保存、共有」の中にある場合があります。',
    'confirm-install': '「インストール」を選択します。',
    'any-install': '「インストール」または「ホーム画面に追加」を探して選択します。',
    'other-browser': 'Chrome、Edge、Safariなど、アプリをインストールできるブラウザでこのページを開きます。',
  },
} satisfies Translation<typeof english>;
