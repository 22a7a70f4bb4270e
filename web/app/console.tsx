/** Everything behind the sign-in page: the component library's settings, the data cache and the shell. */
import { StyleProvider } from '@ant-design/cssinjs'
import IconContext from '@ant-design/icons/es/components/Context'
import { ConfigProvider } from 'antd'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, lazy, useEffect, useMemo, useRef, useState } from 'react'
import { useAppearance } from '../kernel/appearance/appearance.ts'
import { useLanguage, useT } from '../kernel/i18n/i18n.ts'
import { HOME } from '../kernel/navigation/menu-routes.ts'
import { useSessionStore } from '../kernel/session/session-store.ts'
import { useSettings } from '../kernel/appearance/settings.ts'
import { useLive } from './live.ts'
import { useAntdLocale } from './antd-locale.ts'
import { antdTheme } from './antd-theme.ts'
import { askFor } from './first.ts'
import { prefetchPage } from './pages.ts'
import { ClearLabel } from '../ui/clearing.tsx'
import { styles } from './prepared-styles.ts'
import { askEarly, queries } from './queries.ts'
import { Shell } from './shell/shell.tsx'
import { Waiting } from './waiting.tsx'

// Few people meet them, and their forms are a quarter of the library.
const MustChangePassword = lazy(async () => ({ default: (await import('./shell/must-change-password.tsx')).MustChangePassword }))
const MustEnrol = lazy(async () => ({ default: (await import('./shell/must-enrol.tsx')).MustEnrol }))

/** Their style comes with the library's. Otherwise each icon looks through all styles of the page for it. */
const icons = { prefixCls: 'anticon', zeroRuntime: true }

/** The same at each drawing: with others the library would draw all that it has on the screen anew, at every change of page. */
const buttons = { autoInsertSpace: false }

/** Asks for what the page at an address shows first, before it is drawn. */
export function askFirst({ pathname, searchParams }: URL): void {
  askEarly((on) => askFor(pathname)(on, searchParams))
}

/** The first page most people see after signing in. */
export function prefetchHome(): void {
  void prefetchPage(HOME)
}

export function Console() {
  const t = useT()
  const theme = useAppearance((state) => state.theme)
  const { palette, size } = useSettings()
  const look = useMemo(() => antdTheme(theme, { palette, size }), [theme, palette, size])
  const locale = useAntdLocale()
  const session = useSessionStore((state) => state.session)
  // Once begun, setting up is finished there: the codes it ends with are shown once.
  const [enrolling, setEnrolling] = useState(false)
  if (session?.user.mustEnrol && !enrolling) setEnrolling(true)
  // What one person has read is not for the next one.
  useEffect(() => () => queries.clear(), [])
  useLive(queries)
  // What came with the product is named by the server, in the language it was asked in.
  const language = useLanguage()
  const asked = useRef(language)
  useEffect(() => {
    if (asked.current !== language) void queries.invalidateQueries()
    asked.current = language
  }, [language])
  if (!session || !locale) return <Waiting />
  return (
    <StyleProvider cache={styles}>
      <ConfigProvider theme={look} locale={locale} componentSize="medium" button={buttons}>
        <IconContext value={icons}>
          <ClearLabel value={t('list.clear-choice')}>
            <QueryClientProvider client={queries}>
              <Suspense fallback={<Waiting />}>
                {session.user.mustChangePassword ? (
                  <MustChangePassword />
                ) : enrolling ? (
                  <MustEnrol onDone={() => setEnrolling(false)} />
                ) : (
                  <Shell />
                )}
              </Suspense>
            </QueryClientProvider>
          </ClearLabel>
        </IconContext>
      </ConfigProvider>
    </StyleProvider>
  )
}
