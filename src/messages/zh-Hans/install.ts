import type * as english from '../en/install.js';
import type { Translation } from '../section.js';

export default {
  install: {
    button: '安装应用',
    asking: '请在弹出的对话框中继续。',
    guiding: '',
    done: '正在安装应用…',
    cancelled: '未安装应用。',
  },
  installGuide: {
    title: '安装此应用',
    about: '请按以下步骤安装：',
    otherBrowser: '此浏览器无法安装应用。',
    problems: '由于以下原因，浏览器无法安装此应用：',
    network: '无法加载此页面的应用清单。',
    bad_response: '服务器未提供此页面的应用清单。',
    close: '关闭',
  },
  installSteps: {
    'app-menu': '打开当前应用的菜单：••• 或 ⋮。',
    'open-in-browser': '选择“在浏览器中打开”。',
    'install-there': '在打开的浏览器中安装。',
    'open-in-safari': '在 Safari 中打开此页面。',
    'update-safari':
      '在 macOS Sonoma 或更高版本上，将 Safari 更新到 17 或更高版本。也可以在 Chrome 或 Edge 中打开此页面。',
    share: '选择“共享”。如果没有看到，请在 ••• 菜单中查找。',
    'add-to-home-screen': '向下滚动，选择“添加到主屏幕”。',
    'open-as-web-app': '让“作为网页 App 打开”保持开启。',
    'file-menu': '在菜单栏中打开“文件”。',
    'add-to-dock': '选择“添加到程序坞…”。需要 macOS Sonoma 或更高版本。',
    'confirm-add': '选择“添加”。',
    menu: '打开浏览器菜单。',
    'firefox-install': '选择“安装”或“添加到主屏幕”。',
    'taskbar-icon': '选择地址栏末端的“将标签页添加到任务栏”。',
    'confirm-save': '选择“保存”。',
    'samsung-add': '选择“添加页面至”。',
    'home-screen': '选择“主屏幕”。',
    'android-install': '选择“添加到主屏幕”或“安装应用”。',
    'edge-apps': '依次选择“更多工具”和“应用”。',
    'edge-install': '选择“将此站点作为应用安装”。',
    'chrome-install': '选择“将网页作为应用安装…”。它可能位于“投放、保存和分享”中。',
    'confirm-install': '选择“安装”。',
    'any-install': '找到并选择“安装”或“添加到主屏幕”。',
    'other-browser': '请在可以安装应用的浏览器中打开此页面，例如 Chrome、Edge 或 Safari。',
  },
} satisfies Translation<typeof english>;
