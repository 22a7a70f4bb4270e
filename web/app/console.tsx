/** Everything behind the sign-in page: the component library's settings, the data cache and the shell. */
import { ConfigProvider } from 'antd'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense, lazy, useEffect, useMemo, useState } from 'react'
import { useAppearance } from '../kernel/appearance.ts'
import { useLanguage } from '../kernel/i18n.ts'
import { HOME } from '../kernel/menu-routes.ts'
import { useSessionStore } from '../kernel/session-store.ts'
import { useSettings } from '../kernel/settings.ts'
import { useLive } from './live.ts'
import { useAntdLocale } from './antd-locale.ts'
import { antdTheme } from './antd-theme.ts'
import { prefetchPage } from './pages.ts'
import { Shell } from './shell/shell.tsx'
import { Waiting } from './waiting.tsx'

// Few people meet them, and their forms are a quarter of the library.
const MustChangePassword = lazy(async () => ({ default: (await import('./shell/must-change-password.tsx')).MustChangePassword }))
const MustEnrol = lazy(async () => ({ default: (await import('./shell/must-enrol.tsx')).MustEnrol }))

/** The first page most people see after signing in. */
export function prefetchHome(): void {
  void prefetchPage(HOME)
}

export function Console() {
  const theme = useAppearance((state) => state.theme)
  const { palette, size, density } = useSettings()
  const look = useMemo(() => antdTheme(theme, { palette, size, density }), [theme, palette, size, density])
  const locale = useAntdLocale()
  const session = useSessionStore((state) => state.session)
  // Once begun, setting up is finished there: the codes it ends with are shown once.
  const [enrolling, setEnrolling] = useState(false)
  if (session?.user.mustEnrol && !enrolling) setEnrolling(true)
  const [queries] = useState(() => new QueryClient({
    // A failed call has told its reason already; asking again by itself would tell it again.
    defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, staleTime: 0 } },
  }))
  // What one person has read is not for the next one.
  useEffect(() => () => queries.clear(), [queries])
  useLive(queries)
  // What came with the product is named by the server, in the language it was asked in.
  const language = useLanguage()
  useEffect(() => { void queries.invalidateQueries() }, [queries, language])
  if (!session || !locale) return <Waiting />
  return (
    <ConfigProvider theme={look} locale={locale} componentSize="medium" button={{ autoInsertSpace: false }}>
      <QueryClientProvider client={queries}>
        <Suspense fallback={<Waiting />}>
          {session.user.mustChangePassword ? <MustChangePassword /> : enrolling ? <MustEnrol onDone={() => setEnrolling(false)} /> : <Shell />}
        </Suspense>
      </QueryClientProvider>
    </ConfigProvider>
  )
}
