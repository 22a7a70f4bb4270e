import { Suspense, lazy, memo, useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { MenuPages } from '../../kernel/navigation/console-menu.ts'
import { useLanguage, useT } from '../../kernel/i18n/i18n.ts'
import { pagesOf, shownRoutes } from '../../kernel/navigation/menu-routes.ts'
import { useSession } from '../../kernel/session/session-store.ts'
import { useSettings } from '../../kernel/appearance/settings.ts'
import { PreviewBanner } from './acting-banner.tsx'
import { useConsoleKeys } from './console-keys.ts'
import { KeptPages } from './kept-pages.tsx'
import { useKeptRounds } from './kept-rounds.ts'
import { MenuIcon } from './menu-icon.tsx'
import { Navbar } from './navbar.tsx'
import { PaletteField } from './palette-field.tsx'
import { closeOverlay, closeOverlays, useOverlays } from '../../kernel/navigation/overlays.ts'
import { stepsTo, titleAt, titleOf, useRoutes } from './routes.ts'
import { Sidebar, TopSidebar } from './sidebar.tsx'
import { dispatchSidebar, useSidebar } from './sidebar-state.ts'
import { TagsBar } from './tags-bar.tsx'
import './shell.css'

const MobileSidebar = lazy(() => import('./mobile-sidebar.tsx'))
const SettingsDrawer = lazy(() => import('./settings-drawer.tsx'))
const ChangePassword = lazy(() => import('./change-password.tsx'))
const ShortcutSheet = lazy(() => import('./shortcut-sheet.tsx'))
const CommandPalette = lazy(() => import('./palette/command-palette.tsx'))

const toggleSidebar = () => dispatchSidebar({ kind: 'toggled' })

/** The router draws what is around it at each step of a navigation; the shell draws itself when the address is another one. */
export const Shell = memo(function Shell() {
  const t = useT()
  const routes = useRoutes()
  const { pathname } = useLocation()
  const { user } = useSession()
  const { open, mobile } = useSidebar()
  const { vertical, tagsView, fixedHeader, sidebarLogo } = useSettings()
  const title = titleAt(pathname, routes.menu)
  const language = useLanguage()
  // Their titles change with the language.
  const shortcuts = useMemo(
    () =>
      pagesOf(shownRoutes(routes.menu)).map((route) => ({
        path: route.path,
        code: route.name,
        title: titleOf(route),
        icon: <MenuIcon name={route.icon} />,
        language,
      })),
    [routes.menu, language],
  )
  useConsoleKeys()
  useKeptRounds()

  useEffect(() => {
    document.title = title ? `${title} - ${t('app.title')}` : t('app.title')
  }, [title, t])
  useEffect(() => dispatchSidebar({ kind: 'page-changed' }), [pathname])

  const atSide = vertical && !mobile
  // A preview says on every screen that it is one.
  const isFixed = fixedHeader || user.acting === 'preview'
  return (
    <div className={['shell', !atSide && 'no-side', !open && 'narrow'].filter(Boolean).join(' ')}>
      <a className="skip-link" href="#content">
        {t('shell.skip')}
      </a>
      {atSide && <Sidebar menu={routes.menu} narrow={!open} logo={sidebarLogo} />}
      <div className="shell-main">
        <div className={isFixed ? 'shell-head fixed' : 'shell-head'}>
          <PreviewBanner />
          {!vertical && !mobile && open && <TopSidebar menu={routes.menu} logo={sidebarLogo} />}
          <Navbar steps={stepsTo(pathname, routes.menu)} sidebarOpen={open} onToggleSidebar={toggleSidebar} />
          {tagsView && <TagsBar routes={routes} />}
        </div>
        <main id="content" className="shell-content" tabIndex={-1}>
          <MenuPages value={shortcuts}>
            <KeptPages routes={routes} />
          </MenuPages>
        </main>
      </div>
      {mobile && (
        <Later wanted={open}>
          <MobileSidebar menu={routes.menu} open={open} logo={sidebarLogo} onClose={() => dispatchSidebar({ kind: 'dismissed' })} />
        </Later>
      )}
      <Overlays routes={routes} />
    </div>
  )
})

function Overlays({ routes }: { routes: ReturnType<typeof useRoutes> }) {
  const { palette, settings, password, shortcuts } = useOverlays()
  const [typed, setTyped] = useState('')
  const [entered, setEntered] = useState(false)
  const typeAhead = (text: string) => {
    setTyped(text)
    setEntered(false)
  }
  const closePalette = () => {
    typeAhead('')
    closeOverlay('palette')
  }
  // Whoever signs in next begins without them.
  useEffect(() => closeOverlays, [])
  return (
    <>
      <Later wanted={settings}>
        <SettingsDrawer open={settings} onClose={() => closeOverlay('settings')} />
      </Later>
      <Later wanted={password}>
        <ChangePassword open={password} onClose={() => closeOverlay('password')} />
      </Later>
      <Later wanted={shortcuts}>
        <ShortcutSheet open={shortcuts} onClose={() => closeOverlay('shortcuts')} />
      </Later>
      <Later
        wanted={palette}
        meanwhile={palette && <PaletteField text={typed} onText={typeAhead} onEnter={() => setEntered(true)} onClose={closePalette} />}
      >
        <CommandPalette open={palette} routes={routes} beginning={typed} entered={entered} onClose={closePalette} />
      </Later>
    </>
  )
}

/** Loaded when it is first wanted; from then on it stays, to close as it opened. @param meanwhile What stands in its place until it is there */
function Later({ wanted, meanwhile = null, children }: { wanted: boolean; meanwhile?: ReactNode; children: ReactNode }) {
  const [used, setUsed] = useState(wanted)
  if (wanted && !used) setUsed(true)
  return used && <Suspense fallback={meanwhile}>{children}</Suspense>
}
