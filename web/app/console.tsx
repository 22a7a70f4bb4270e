/** Everything behind the sign-in page: the component library's settings, the data cache and the shell. */
import { ConfigProvider } from 'antd'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAppearance } from '../kernel/appearance.ts'
import { HOME } from '../kernel/menu-routes.ts'
import { useSessionStore } from '../kernel/session-store.ts'
import { useAntdLocale } from './antd-locale.ts'
import { antdTheme } from './antd-theme.ts'
import { prefetchPage } from './pages.ts'
import { Shell } from './shell/shell.tsx'
import { Waiting } from './waiting.tsx'

/** The first page most people see after signing in. */
export function prefetchHome(): void {
  prefetchPage(HOME)
}

export function Console() {
  const theme = useAppearance((state) => state.theme)
  const locale = useAntdLocale()
  const session = useSessionStore((state) => state.session)
  const [queries] = useState(() => new QueryClient({
    // A failed call has told its reason already; asking again by itself would tell it again.
    defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, staleTime: 0 } },
  }))
  // What one person has read is not for the next one.
  useEffect(() => () => queries.clear(), [queries])
  if (!session || !locale) return <Waiting />
  return (
    <ConfigProvider theme={antdTheme(theme)} locale={locale} componentSize="medium" button={{ autoInsertSpace: false }}>
      <QueryClientProvider client={queries}>
        <Shell />
      </QueryClientProvider>
    </ConfigProvider>
  )
}
