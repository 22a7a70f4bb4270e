/** The colours of web/ui/base.css, told to the component library. Its variables are CSS variables, so both stay in step. */
import type { ThemeConfig } from 'antd'
import { theme as antd } from 'antd'
import type { Theme } from '../kernel/appearance.ts'
import { prefersStillness } from '../kernel/appearance.ts'

const FONT = 'inherit'

const shared = {
  fontFamily: FONT, fontSize: 14, borderRadius: 8, controlHeight: 34, wireframe: false,
} as const

const light: ThemeConfig = {
  algorithm: antd.defaultAlgorithm,
  token: {
    ...shared,
    colorPrimary: '#1068c8', colorPrimaryHover: '#0c57a9', colorPrimaryActive: '#0a4a91', colorInfo: '#1068c8',
    colorLink: '#1068c8', colorLinkHover: '#0c57a9', colorLinkActive: '#0a4a91',
    colorText: '#1c2531', colorTextSecondary: '#566173', colorTextTertiary: '#5f6b7e', colorTextDescription: '#566173',
    colorTextPlaceholder: '#667286', colorError: '#c62f36', colorSuccess: '#1a7541', colorWarning: '#b76a00',
    colorBorder: '#c6cedb', colorBorderSecondary: '#e1e6ee', colorBgLayout: '#f3f5f9', colorBgContainer: '#fff', colorBgElevated: '#fff',
    colorTextDisabled: '#6a7586',
  },
  components: {
    Menu: { itemBg: 'transparent', subMenuItemBg: 'transparent', itemSelectedBg: '#e4effc', itemSelectedColor: '#0c57a9', subMenuItemSelectedColor: '#0c57a9', itemColor: '#3a4657', itemBorderRadius: 8, itemHeight: 40, itemMarginInline: 8, activeBarBorderWidth: 0, collapsedWidth: 64 },
    Pagination: { itemActiveBg: '#e4effc', itemActiveColor: '#0c57a9' },
    Select: { optionSelectedBg: '#e4effc' },
  },
}

const dark: ThemeConfig = {
  algorithm: antd.darkAlgorithm,
  token: {
    ...shared,
    colorPrimary: '#1f6fc9', colorPrimaryHover: '#195fae', colorPrimaryActive: '#174f8f', colorInfo: '#1f6fc9',
    colorLink: '#74b4ff', colorLinkHover: '#9ac9ff', colorLinkActive: '#74b4ff',
    colorText: '#e5eaf1', colorTextSecondary: '#a3afbf', colorTextTertiary: '#97a4b5', colorTextDescription: '#a3afbf',
    colorTextPlaceholder: '#8a97a9', colorError: '#ff8a8e', colorSuccess: '#5cc48a', colorWarning: '#e3a343',
    colorBorder: '#3a4657', colorBorderSecondary: '#2a3441', colorBgLayout: '#0e1319', colorBgContainer: '#161c25', colorBgElevated: '#1d2530',
    colorTextDisabled: '#7f8b9c',
  },
  components: {
    Menu: { itemBg: 'transparent', subMenuItemBg: 'transparent', itemSelectedBg: '#17304d', itemSelectedColor: '#9ac9ff', subMenuItemSelectedColor: '#9ac9ff', itemColor: '#c3ccd8', itemBorderRadius: 8, itemHeight: 40, itemMarginInline: 8, activeBarBorderWidth: 0, collapsedWidth: 64 },
    Pagination: { itemActiveBg: '#17304d', itemActiveColor: '#9ac9ff' },
    Select: { optionSelectedBg: '#17304d' },
    Form: { labelColor: '#e5eaf1' },
  },
}

export function antdTheme(theme: Theme): ThemeConfig {
  const { token, ...rest } = theme === 'dark' ? dark : light
  return { ...rest, token: { ...token, motion: !prefersStillness() }, cssVar: { key: 'outstation' }, hashed: false }
}
