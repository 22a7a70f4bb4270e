/**
 * The page that is shown, and behind it those that keep their state while their tag is open. A hidden page does not run: React
 * takes its effects away and gives them back when it is shown, so it neither calls nor listens; its rows are asked for anew then.
 */
import { Activity, Suspense, useEffect, useLayoutEffect, useMemo } from 'react'
import type { ReactNode } from 'react'
import type { Location } from 'react-router'
import { NavigationType, Navigate, UNSAFE_LocationContext as Place, useLocation } from 'react-router'
import { useSettings } from '../../kernel/appearance/settings.ts'
import { withdrawQuestion } from '../../ui/confirm.ts'
import { useArrived } from '../../ui/lazy-with-preload.tsx'
import { fileOf, pages } from '../pages.ts'
import { endEarly } from '../queries.ts'
import { ERROR_PATHS, ErrorInConsole, Withdrawn } from '../error-pages.tsx'
import { Waiting } from '../waiting.tsx'
import { keptPages, lastVisited } from './open-pages.ts'
import type { Routes } from './routes.ts'
import { addressOf, useTags, visitPage } from './tags.ts'

export function KeptPages({ routes }: { routes: Routes }) {
  const here = useLocation()
  const path = here.pathname
  const isPage = routes.paths.has(path) && pages.has(path)
  const open = useTags()
  const tagsView = useSettings((settings) => settings.tagsView)
  // Without the bar nobody could close them.
  const kept = tagsView ? keptPages(open, (one) => one !== path && routes.paths.has(one) && !routes.uncached.has(one)) : []
  // As their tags stand: an element that changes its place among others is laid out anew with all it holds.
  const place = (one: string) => {
    const at = open.tags.findIndex((tag) => tag.path === one)
    return at < 0 ? open.tags.length : at
  }
  const shown = isPage ? [...kept, { path, at: here }].sort((a, b) => place(a.path) - place(b.path)) : kept

  useEffect(() => {
    if (isPage) visitPage(here)
  }, [isPage, here])
  useEffect(() => withdrawQuestion, [path])
  // The address of the browser may be ahead of what is drawn; whoever drives it from outside has to know.
  useLayoutEffect(() => {
    document.documentElement.dataset['address'] = `${here.pathname}${here.search}`
  }, [here])
  useScrollOf(path, tagsView && !routes.uncached.has(path))

  return (
    <>
      {shown.map((tag) => (
        <Activity key={`${tag.path} ${open.openings[tag.path] ?? 0}`} mode={tag.path === path ? 'visible' : 'hidden'}>
          <Placed at={tag.at}>
            <Suspense fallback={<Waiting />}>
              <Page path={tag.path} />
            </Suspense>
          </Placed>
        </Activity>
      ))}
      {/* Open a moment ago: whoever sits before it is told calmly, and has it back when the role does. */}
      {!isPage && <NoPage path={path} isWithdrawn={routes.onceOpen.has(path)} last={lastVisited(open)?.at} />}
    </>
  )
}

/** The address of what there is none of is replaced, so that the way back does not lead there again. */
function NoPage({
  path,
  isWithdrawn,
  last,
}: {
  readonly path: string
  readonly isWithdrawn: boolean
  readonly last: Location | undefined
}) {
  if (ERROR_PATHS.has(path)) return <ErrorInConsole path={path} back={last && addressOf(last)} />
  return isWithdrawn ? <Withdrawn /> : <Navigate to="/404" replace />
}

const noFile: NonNullable<ReturnType<typeof fileOf>> = { preload: async () => undefined, isLoaded: () => true }

/** A page once its file is there, which takes what was asked for meanwhile. */
function Page({ path }: { path: string }) {
  const isHere = useArrived(fileOf(path) ?? noFile)
  useEffect(() => {
    if (isHere) endEarly()
  }, [isHere])
  return isHere ? pages.get(path) : <Waiting />
}

/** A page reads its filters from the address; a hidden one has to go on reading its own. */
function Placed({ at: { pathname, search, hash, state }, children }: { at: Location; children: ReactNode }) {
  // Coming back to the same address is nothing new to it, and need not be drawn.
  const place = useMemo(
    () => ({ location: { pathname, search, hash, state: state as unknown, key: pathname }, navigationType: NavigationType.Pop }),
    [pathname, search, hash, state],
  )
  return <Place.Provider value={place}>{children}</Place.Provider>
}

const scrolled = new Map<string, number>()

/**
 * A kept page is found again where it was left; a new one begins at its top. In the frame that paints it, and not before: asked for
 * while React still changes the page, the place would be worked out twice.
 */
function useScrollOf(path: string, isKept: boolean): void {
  useLayoutEffect(() => {
    const wasOpen = isKept && useTags.getState().tags.some((tag) => tag.path === path)
    const remember = () => {
      scrolled.set(path, scrollY)
    }
    const frame = requestAnimationFrame(() => {
      scrollTo({ top: wasOpen ? (scrolled.get(path) ?? 0) : 0, behavior: 'instant' })
      addEventListener('scroll', remember, { passive: true })
    })
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', remember)
    }
  }, [path, isKept])
}
