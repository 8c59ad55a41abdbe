import type * as english from '../en/install.js';
import type { Translation } from '../section.js';

export default {
  install: {
    button: '安裝應用程式',
    asking: '請在顯示的對話框中繼續操作。',
    guiding: '',
    done: '正在安裝應用程式…',
    cancelled: '未安裝應用程式。',
  },
  installGuide: {
    title: '安裝這個應用程式',
    about: '請依照下列步驟安裝：',
    otherBrowser: '這個瀏覽器無法安裝應用程式。',
    problems: '由於下列原因，瀏覽器無法安裝這個應用程式：',
    network: '無法載入這個頁面的資訊清單。',
    bad_response: '伺服器未提供這個頁面的資訊清單。',
    close: '關閉',
  },
  installSteps: {
    'app-menu': '開啟目前應用程式的選單：••• 或 ⋮。',
    'open-in-browser': '選擇「在瀏覽器中開啟」。',
    'install-there': '在開啟的瀏覽器中安裝。',
    'open-in-safari': '在 Safari 中開啟這個頁面。',
    'update-safari':
      '在 macOS Sonoma 或以上版本中，將 Safari 更新至 17 或以上版本。您也可以在 Chrome 或 Edge 中開啟這個頁面。',
    share: '選擇「分享」。如果沒看到，請在 ••• 選單中尋找。',
    'add-to-home-screen': '向下捲動並選擇「加入主畫面」。',
    'open-as-web-app': '讓「以網頁 App 打開」保持開啟。',
    'file-menu': '開啟選單列中的「檔案」。',
    'add-to-dock': '選擇「加入 Dock…」。需要 macOS Sonoma 或以上版本。',
    'confirm-add': '選擇「加入」或「新增」。',
    menu: '開啟瀏覽器選單。',
    'firefox-install': '選擇「安裝」或「新增至裝置主畫面」。',
    'taskbar-icon': '選擇網址列末端的「將分頁新增到工作列」。',
    'confirm-save': '選擇「儲存」。',
    'samsung-add': '選擇「新增頁面至」。',
    'home-screen': '選擇「主畫面」。',
    'android-install': '選擇「加到主畫面」或「安裝應用程式」。',
    'edge-apps': '依序選擇「更多工具」和「應用程式」。',
    'edge-install': '選擇「將此網站安裝為應用程式」。',
    'chrome-install': '選擇「將網頁安裝為應用程式…」。這個選項可能位於「投放、儲存及分享」中。',
    'confirm-install': '選擇「安裝」。',
    'any-install': '尋找並選擇「安裝」或「加到主畫面」。',
    'other-browser': '請在可以安裝應用程式的瀏覽器中開啟這個頁面，例如 Chrome、Edge 或 Safari。',
  },
} satisfies Translation<typeof english>;
