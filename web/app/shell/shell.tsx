import { Suspense, useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { MenuPages } from '../../kernel/console-menu.ts'
import { useT } from '../../kernel/i18n.ts'
import { pagesOf, shownRoutes } from '../../kernel/menu-routes.ts'
import { pages } from '../pages.ts'
import { Waiting } from '../waiting.tsx'
import { Navbar } from './navbar.tsx'
import type { Routes } from './routes.ts'
import { titleOf, titlesTo, useRoutes } from './routes.ts'
import { MobileSidebar, Sidebar } from './sidebar.tsx'
import { useSidebar } from './sidebar-state.ts'
import './shell.css'

export function Shell() {
  const t = useT()
  const routes = useRoutes()
  const { pathname } = useLocation()
  const sidebar = useSidebar(pathname)
  const titles = titlesTo(pathname, routes.menu)
  const title = titles.at(-1)
  const shortcuts = pagesOf(shownRoutes(routes.menu)).map((route) => ({ path: route.path, title: titleOf(route) }))

  useEffect(() => {
    document.title = title ? `${title} - ${t('app.title')}` : t('app.title')
  }, [title, t])

  return (
    <div className={sidebar.mobile ? 'shell mobile' : sidebar.open ? 'shell' : 'shell narrow'}>
      <a className="skip-link" href="#content">{t('shell.skip')}</a>
      {sidebar.mobile
        ? <MobileSidebar menu={routes.menu} open={sidebar.open} onClose={() => sidebar.set(false)} />
        : <Sidebar menu={routes.menu} narrow={!sidebar.open} />}
      <div className="shell-main">
        <Navbar titles={titles} sidebarOpen={sidebar.open} onToggleSidebar={() => sidebar.set(!sidebar.open)} />
        <main id="content" className="shell-content" tabIndex={-1}>
          <MenuPages value={shortcuts}><Page path={pathname} routes={routes} /></MenuPages>
        </main>
      </div>
    </div>
  )
}

function Page({ path, routes }: { path: string; routes: Routes }) {
  const page = routes.paths.has(path) ? pages.get(path) : undefined
  if (!page) return <Navigate to="/404" replace />
  return <Suspense key={path} fallback={<Waiting />}>{page}</Suspense>
}
