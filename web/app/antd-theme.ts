/** The colours of web/ui/base.css, told to the component library. Its variables are CSS variables, so both stay in step. */
import type { ThemeConfig } from 'antd'
import { theme as antd } from 'antd'
import type { Theme } from '../kernel/appearance/appearance.ts'
import { prefersStillness } from '../kernel/appearance/appearance.ts'
import type { Shades } from '../kernel/appearance/palette.ts'
import { ownPalette } from '../kernel/appearance/palette.ts'
import type { Settings, Size } from '../kernel/appearance/settings.ts'

const FONT = 'inherit'

const shared = { fontFamily: FONT, borderRadius: 8, wireframe: false } as const

/** Pixels; web/ui/base.css has the same. */
const measures: Record<Size, { readonly fontSize: number; readonly controlHeight: number }> = {
  default: { fontSize: 16, controlHeight: 40 },
  medium: { fontSize: 15, controlHeight: 37 },
  small: { fontSize: 14, controlHeight: 34 },
  mini: { fontSize: 13, controlHeight: 28 },
}
const MENU_ITEM = 40

const light: ThemeConfig = {
  algorithm: antd.defaultAlgorithm,
  token: {
    ...shared,
    colorText: '#1c2531',
    colorTextSecondary: '#566173',
    colorTextTertiary: '#5f6b7e',
    colorTextDescription: '#566173',
    colorTextPlaceholder: '#667286',
    colorError: '#c62f36',
    colorSuccess: '#1a7541',
    colorWarning: '#b76a00',
    colorBorder: '#c6cedb',
    colorBorderSecondary: '#e1e6ee',
    colorBgLayout: '#f3f5f9',
    colorBgContainer: '#fff',
    colorBgElevated: '#fff',
    colorTextDisabled: '#6a7586',
    colorSuccessBg: '#e5f5ec',
    colorErrorBg: '#fdecec',
    colorWarningBg: '#fff4d6',
    colorWarningBorder: '#e8cf8f',
  },
  components: { Menu: { itemColor: '#3a4657' } },
}

const dark: ThemeConfig = {
  algorithm: antd.darkAlgorithm,
  token: {
    ...shared,
    colorText: '#e5eaf1',
    colorTextSecondary: '#a3afbf',
    colorTextTertiary: '#97a4b5',
    colorTextDescription: '#a3afbf',
    colorTextPlaceholder: '#8a97a9',
    colorError: '#ff8a8e',
    colorSuccess: '#5cc48a',
    colorWarning: '#e3a343',
    colorBorder: '#3a4657',
    colorBorderSecondary: '#2a3441',
    colorBgLayout: '#0e1319',
    colorBgContainer: '#161c25',
    colorBgElevated: '#1d2530',
    colorTextDisabled: '#7f8b9c',
    colorSuccessBg: '#14301f',
    colorErrorBg: '#3a1c20',
    colorWarningBg: '#3a2e10',
    colorWarningBorder: '#5b4a1f',
  },
  components: { Menu: { itemColor: '#c3ccd8' }, Form: { labelColor: '#e5eaf1' } },
}

/** The theme of antd for these settings. */
export function antdTheme(theme: Theme, { palette = ownPalette, size }: Pick<Settings, 'palette' | 'size'>): ThemeConfig {
  const { token, components, ...rest } = theme === 'dark' ? dark : light
  const shades = palette[theme]
  return {
    ...rest,
    cssVar: { key: 'outstation' },
    hashed: false,
    token: { ...token, ...measures[size], ...colours(shades), motion: !prefersStillness() },
    components: {
      ...components,
      ...chosenParts(shades),
      Menu: {
        ...components?.Menu,
        itemBg: 'transparent',
        subMenuItemBg: 'transparent',
        itemSelectedBg: shades.chosen,
        itemSelectedColor: shades.chosenText,
        subMenuItemSelectedColor: shades.chosenText,
        itemBorderRadius: 8,
        itemHeight: MENU_ITEM,
        itemMarginInline: 8,
        activeBarBorderWidth: 0,
        activeBarHeight: 0,
        collapsedWidth: 64,
        horizontalItemSelectedColor: shades.chosenText,
        horizontalItemSelectedBg: shades.chosen,
        horizontalItemBorderRadius: 8,
        horizontalItemHoverColor: shades.link,
      },
    },
  }
}

const colours = (shades: Shades) => ({
  colorPrimary: shades.primary,
  colorPrimaryHover: shades.primaryHover,
  colorPrimaryActive: shades.primaryActive,
  colorInfo: shades.primary,
  colorLink: shades.link,
  colorLinkHover: shades.linkHover,
  colorLinkActive: shades.link,
})

/** Parts whose text would stand in the colour of buttons, or on a ground that the library computes. */
const chosenParts = ({ chosen, chosenText, link, linkHover }: Shades) => ({
  // Text on the page's ground: the shades of a filled button are too dark for it in the dark theme.
  Button: { defaultHoverColor: linkHover, defaultHoverBorderColor: linkHover, defaultActiveColor: link, defaultActiveBorderColor: link },
  Pagination: { itemActiveBg: chosen, itemActiveColor: chosenText },
  Select: { optionSelectedBg: chosen },
  Tabs: { itemSelectedColor: link, itemHoverColor: linkHover, itemActiveColor: linkHover, inkBarColor: link },
})
