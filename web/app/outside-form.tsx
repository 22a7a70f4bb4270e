/** The form behind a link, with what the console gives its pages: the component library's look and words, and a cache of answers. */
import { StyleProvider } from '@ant-design/cssinjs'
import IconContext from '@ant-design/icons/es/components/Context'
import { QueryClientProvider } from '@tanstack/react-query'
import { ConfigProvider } from 'antd'
import { useMemo } from 'react'
import OpenFormPage from '../features/devtool/open-form/page.tsx'
import { useAppearance } from '../kernel/appearance/appearance.ts'
import { useT } from '../kernel/i18n/i18n.ts'
import { useSettings } from '../kernel/appearance/settings.ts'
import { useAntdLocale } from './antd-locale.ts'
import { antdTheme } from './antd-theme.ts'
import { ClearLabel } from '../ui/clearing.tsx'
import { styles } from './prepared-styles.ts'
import { queries } from './queries.ts'
import { Waiting } from './waiting.tsx'

const icons = { prefixCls: 'anticon', zeroRuntime: true }

export function OutsideForm() {
  const t = useT()
  const theme = useAppearance((state) => state.theme)
  const { palette, size } = useSettings()
  const look = useMemo(() => antdTheme(theme, { palette, size }), [theme, palette, size])
  const locale = useAntdLocale()
  if (!locale) return <Waiting />
  return (
    <StyleProvider cache={styles}>
      <ConfigProvider theme={look} locale={locale} componentSize="medium" button={{ autoInsertSpace: false }}>
        <IconContext value={icons}>
          <ClearLabel value={t('list.clear-choice')}>
            <QueryClientProvider client={queries}>
              <OpenFormPage />
            </QueryClientProvider>
          </ClearLabel>
        </IconContext>
      </ConfigProvider>
    </StyleProvider>
  )
}
